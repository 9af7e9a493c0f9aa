/** What the reviewer says in each round. It plays a script here; put any agent in its place. */

const block = (list: readonly object[]): string => `I went through the checklists.\n\n\`\`\`json\n${JSON.stringify(list, null, 2)}\n\`\`\`\n`;

const NO_WITNESS = { kind: "none", ref: null, status: "n/a" } as const;

const firstPrice = {
  pass: "state-and-flow", severity: "critical", cited_rule: "spec §1.1", anchor: { file: "src/price.mjs", region: [2, 6] },
  claim: "the first price is not counted", witness: { kind: "repro", ref: "total([5]) is 0", status: "n/a" }, exit_criteria: "total([5]) is 5",
};
const cents = {
  pass: "input-hostility", severity: "major", cited_rule: "spec §1.2", anchor: { file: "src/price.mjs", region: [9, 11] },
  claim: "150 cents are shown as 1.5 EUR", witness: { kind: "repro", ref: "shown(150)", status: "n/a" }, exit_criteria: "shown(150) is 1.50 EUR",
};
// Called critical, shown by nothing: the ledger records it as substantive.
const name = {
  pass: "state-and-flow", severity: "critical", cited_rule: null, anchor: { file: "src/price.mjs", region: [13, 13] },
  claim: "the tax is called x", witness: NO_WITNESS, exit_criteria: "it has a name",
};
const place = {
  pass: "state-and-flow", severity: "substantive", cited_rule: null, anchor: { file: "tests/price.test.mjs", region: [4, 4] },
  claim: "one test covers two functions", witness: NO_WITNESS, exit_criteria: "each function has a test",
};

const still = (...ids: readonly string[]): string => block(ids.map((id) => ({ id, verdict: "NOT-FIXED", evidence: "the line is as it was" })));

/** The code review, in the order of its calls: findings; then in each later round facts about open ones, then new findings. */
export const CODE_REVIEW = [block([firstPrice, cents, name, place]), still("F-003", "F-004"), block([]), still("F-003", "F-004"), block([])];

/** The review after the gates raises the rejected finding again, in other words. */
export const QA_REVIEW = [block([{ ...name, severity: "major", claim: "x is no name for a tax" }])];
