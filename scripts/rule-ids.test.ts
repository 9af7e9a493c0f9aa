import { describe, expect, test } from "vitest";
import { idsInTitle } from "./rule-ids.ts";
import type { TitleForm } from "./rule-ids.ts";

// The titles here name no ids, so that the rule map does not count them.
const rows: readonly (readonly [label: string, form: TitleForm, title: string, ids: readonly string[]])[] = [
  ["one id", "rule", "suite > QU-CFG-01: refuses", ["QU-CFG-01"]],
  ["several ids", "rule", "QU-CFG-01, LG-SEC-7 and QU-S12: x", ["QU-CFG-01", "LG-SEC-7", "QU-S12"]],
  ["a number that is no id", "rule", "QU-CFG-01, 3 calls", ["QU-CFG-01"]],
  ["a range", "rule", "QU-S9..S11", ["QU-S9", "QU-S10", "QU-S11"]],
  ["a range of padded numbers", "rule", "QU-INV-09–11", ["QU-INV-09", "QU-INV-10", "QU-INV-11"]],
  ["a range with a full end", "rule", "QU-CFG-01..QU-CFG-02", ["QU-CFG-01", "QU-CFG-02"]],
  ["alternatives", "rule", "QU-DIS-01/04: x", ["QU-DIS-01", "QU-DIS-04"]],
  ["a guarantee", "guarantee", "run > G7: x", ["G7"]],
  ["several guarantees", "guarantee", "G1, G19: x", ["G1", "G19"]],
  ["a guarantee beside a case", "guarantee", "case G10: G11: x", ["G11"]],
  ["a mention that is no guarantee", "guarantee", "as G5 says", []],
  ["a case", "case", "case G07: x", ["G07"]],
  ["several cases", "case", "case F03, H04: x", ["F03", "H04"]],
  ["a guarantee that is no case", "case", "G10: x", []],
];

describe("idsInTitle", () => {
  test.each(rows)("%s", (_label, form, title, ids) => {
    expect([...idsInTitle(title, form)]).toEqual(ids);
  });
});
