/** Whether anything is left that keeps the process alive (G10). */
import { handlesBeyond, openHandles } from "../open-handles.js";
import { bind, contractRequest, until } from "./contract-case.js";
import type { CaseSpec, ContractCase, ContractTerms } from "./contract-case.js";

/** Processes and sockets need a while to be gone: so many times what "at once" means. */
const PATIENCE = 5;

const SPEC: CaseSpec = {
  name: "aborts: when all is over no process, socket or timer is left",
  script: [{ does: "answers", text: "D1" }, { does: "fails", message: "no", retryable: false }, { does: "hangs" }, { does: "stalls" }],
  async body(bench) {
    await bench.call(contractRequest());
    await bench.failure(bench.call(contractRequest()));
    for (const requests of [3, 4]) {
      const controller = new AbortController();
      const aborted = bench.call(contractRequest({ signal: controller.signal }));
      aborted.catch(() => undefined);
      await bench.arrived(requests);
      controller.abort();
      await bench.rejectsPromptly(aborted, "after the abort");
    }
  },
};

/** Counts before the agent is made and after its other side has been disposed of. */
export function handleCase(terms: ContractTerms): ContractCase {
  return {
    name: SPEC.name,
    async run() {
      const before = openHandles();
      await bind(SPEC, terms).run();
      await until(() => handlesBeyond(before).length === 0, PATIENCE * terms.promptMs, () => `left behind: ${handlesBeyond(before).join(", ")}`);
    },
  };
}
