/** Policies as a replay needs them: identity and table. What they would work on is not there, and is not asked for. */
import { type Policy } from "@loopwright/core";
import { ledgerLoop, type LedgerLoopPorts } from "@loopwright/policies/ledger-loop";
import { qualityLoop } from "@loopwright/policies/quality-loop";
import { memoryRecorder, qualityLocked } from "@loopwright/policies/quality-locked";

/** A built-in policy without its world. */
export function replayedPolicy(name: string): Policy {
  const policy: unknown = name === "quality-loop" ? qualityLoop() : name === "quality-locked" ? qualityLocked({ recorder: memoryRecorder() }) : ledgerLoop({ ports: NOTHING });
  return policy as Policy; // each of them is
}

const unavailable = (): never => {
  throw new Error("a replay works on nothing");
};

/** Ports that are never used. */
const NOTHING = /* @__PURE__ */ portsOf();

function portsOf(): LedgerLoopPorts {
  const methods = new Proxy({}, { get: () => unavailable });
  return { ledger: methods, repository: methods, workspace: methods, checks: methods, packets: unavailable } as unknown as LedgerLoopPorts; // every method is there, and refuses
}
