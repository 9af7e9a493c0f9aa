/** What an abort does, and what is left behind (G10). */
import { check, contractRequest, pause, same } from "./contract-case.js";
import type { CaseSpec } from "./contract-case.js";
import { countedSignal } from "../listening-signal.js";
import type { OtherSideStep } from "./other-side.js";

const OK = { does: "answers", text: "D1" } as const;
const HANGS = { does: "hangs" } as const;

/** A call that is aborted when its request has arrived. */
const during = (name: string, step: OtherSideStep, reason?: () => unknown): CaseSpec => ({
  name,
  script: [step],
  async body(bench) {
    const controller = new AbortController();
    const calling = bench.call(contractRequest({ signal: controller.signal }));
    calling.catch(() => undefined);
    await bench.arrived(1);
    await pause(30);
    if (reason === undefined) controller.abort();
    else controller.abort(reason());
    await bench.rejectsPromptly(calling, "after the abort");
  },
});

export const ABORT_CASES: readonly CaseSpec[] = [
  {
    name: "aborts: a call whose signal has aborted before rejects at once",
    script: [HANGS],
    body: async (bench) => bench.rejectsPromptly(bench.call(contractRequest({ signal: AbortSignal.abort() })), "with an aborted signal"),
  },
  during("aborts: a call that waits for an answer rejects at once", HANGS),
  during("aborts: a call whose answer has begun rejects at once", { does: "stalls" }),
  during("aborts: a deadline that runs out is an abort like any other", HANGS, () => new DOMException("out of time", "TimeoutError")),
  during("aborts: any reason will do, also one that is no error", HANGS, () => "enough"),
  {
    name: "aborts: an abort after the answer changes nothing",
    script: [OK],
    async body(bench) {
      const controller = new AbortController();
      const reply = await bench.call(contractRequest({ signal: controller.signal }));
      const before = JSON.stringify(reply);
      controller.abort();
      await pause(20);
      same(JSON.stringify(reply), before, "the reply after the abort");
    },
  },
  {
    name: "aborts: an abort disturbs no call beside it",
    script: [HANGS, { does: "echoes" }],
    async body(bench) {
      const controller = new AbortController();
      const aborted = bench.call(contractRequest({ signal: controller.signal }));
      aborted.catch(() => undefined);
      await bench.arrived(1);
      const other = bench.call(contractRequest({ input: "other" }));
      controller.abort();
      await bench.rejectsPromptly(aborted, "after the abort");
      same((await other).text, '"other"', "the text of the other call");
    },
  },
  {
    name: "aborts: the call after an abort works",
    script: [HANGS, OK],
    async body(bench) {
      const controller = new AbortController();
      const aborted = bench.call(contractRequest({ signal: controller.signal }));
      aborted.catch(() => undefined);
      await bench.arrived(1);
      controller.abort();
      await bench.rejectsPromptly(aborted, "after the abort");
      same((await bench.call(contractRequest())).text, "D1", "the text");
    },
  },
  {
    name: "aborts: no listener is left on the signal, however the call ends",
    script: [OK, { does: "fails", message: "no", retryable: false }, HANGS],
    async body(bench) {
      for (const end of ["an answer", "a failure", "an abort"]) {
        const { controller, signal, listeners } = countedSignal();
        const calling = bench.call(contractRequest({ signal })).catch(() => undefined);
        if (end === "an abort") {
          await bench.arrived(3);
          controller.abort();
        }
        await calling;
        await pause(10);
        check(listeners() === 0, `${listeners()} listeners are left on the signal after ${end}`);
      }
    },
  },
  {
    name: "aborts: one signal serves twelve calls at once without a warning",
    script: Array.from({ length: 12 }, () => OK),
    async body(bench) {
      const warnings: string[] = [];
      const host = globalThis.process as NodeJS.Process | undefined;
      const listener = (warning: Error): void => void warnings.push(warning.name);
      host?.on("warning", listener);
      const { signal, listeners } = countedSignal();
      await Promise.all(Array.from({ length: 12 }, () => bench.call(contractRequest({ signal }))));
      await pause(10);
      host?.off("warning", listener);
      check(!warnings.includes("MaxListenersExceededWarning"), "the signal warns of too many listeners");
      check(listeners() === 0, `${listeners()} listeners are left on the signal`);
    },
  },
];
