/** The quality loop with a table that never approves: what a journal of the real one is held against. */
import { always, definePolicy, terminationTable } from "@loopwright/core";
import { qualityFacts, qualityLoop } from "@loopwright/policies/quality-loop";

const { name, version, roles, maxRounds } = qualityLoop();

const table = terminationTable(qualityFacts, [{ token: "never", kind: "stop", when: always }]);

export default definePolicy({ name, version, roles, table, maxRounds })({
  open: () => null,
  review: () => null,
  facts: () => {
    throw new Error("a replay asks for no facts");
  },
  report: () => null,
});
