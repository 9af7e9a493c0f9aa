import { describe, expect, it } from "vitest";
import { codeOf, cycleContext, finding, take } from "../cycle.fixture.js";
import { reportText } from "../texts/report.js";
import { defaultConfig, KNOB_NAMES, KNOBS, ledgerConfig, softenedKnobs, type LedgerConfig } from "./config.js";
import { readConfigFile } from "./config-file.js";
import { ledgerNames } from "./names.js";

const read = (text: string) => readConfigFile(text);
const block = (...items: readonly string[]): string => `review_loop:\n${items.map((item) => `  ${item}\n`).join("")}`;

describe("knobs", () => {
  it("LG-CFG-1, LG-MODE-1: without a word the ledger loop is on, with these defaults", () => {
    expect(ledgerConfig()).toEqual({
      mode: "v2", majorBudget: 0, iterationCap: 5, escalateAfterStalls: 2, witnessCapping: true, citationCheck: true, scopeCheck: true,
      disputedDisposition: true, fixNowBlockingOnly: true, lateFindingDisposition: "defer", phaseAScope: "all", reviewModel: "inherit",
      licenseCheck: true, humanForBlocking: false,
    });
    expect(defaultConfig({ autonomy: true }).humanForBlocking).toBe(true);
    expect(readConfigFile("other: 1\n")).toEqual({ config: defaultConfig(), warnings: [] });
  });

  it.each([{ majorBudget: true }, { majorBudget: -1 }, { iterationCap: 0 }, { iterationCap: 2.5 }, { witnessCapping: "true" }, { mode: "v3" }, { unknown: 1 }, { escalateAfterStalls: NaN }])(
    "LG-CFG-4: %j in code is refused",
    (options) => {
      expect(codeOf(() => ledgerConfig(options as Partial<LedgerConfig>))).toBe("config-invalid");
    },
  );

  it("LG-CFG-5: turning a floor knob down is seen, and nothing else", () => {
    const soft = Object.fromEntries(KNOB_NAMES.map((name) => [name, KNOBS[name].domain.kind === "flag" ? !KNOBS[name].default : KNOBS[name].default]));
    expect(softenedKnobs(ledgerConfig(), ledgerConfig({ ...soft, mode: "v1" }))).toEqual([
      "mode", "witnessCapping", "citationCheck", "scopeCheck", "disputedDisposition", "fixNowBlockingOnly", "licenseCheck",
    ]);
    expect(softenedKnobs(ledgerConfig({ mode: "v1" }), ledgerConfig())).toEqual([]);
  });

  it("LG-MODE-4: what mode says changes no command", () => {
    const pinned = cycleContext({ config: { mode: "v1" } });
    expect(take(null, [finding()], pinned)).toEqual(take(null, [finding()]));
    expect(reportText(take(null, [finding()], pinned).ledger)).toContain("F-001");
  });

  it("LG-CD-4: a trailer prefix is letters and digits", () => {
    expect(codeOf(() => ledgerNames({ trailerPrefix: "Re view" }))).toBe("config-invalid");
  });
});

describe("files", () => {
  it.each([
    ["a knob", block("mode: v1"), { mode: "v1" }],
    ["a comment behind it", block("major_budget: 2 # for now"), { majorBudget: 2 }],
    ["CRLF", "review_loop:\r\n  iteration_cap: 7\r\n", { iterationCap: 7 }],
    ["the last of two items", block("iteration_cap: 7", "iteration_cap: 8"), { iterationCap: 8 }],
    ["blank lines inside", "review_loop:\n\n  mode: v1\n\n  major_budget: 1\n", { mode: "v1", majorBudget: 1 }],
    ["a comment line inside", "review_loop:\n# why\n  mode: v1\n", { mode: "v1" }],
    ["a comment behind the block", "review_loop: # ours\n  mode: v1\n", { mode: "v1" }],
    ["quotes", block('mode: "v1"', "phase_a_scope: 'fixed'"), { mode: "v1", phaseAScope: "fixed" }],
    ["a byte order mark", `\uFEFF${block("mode: v1")}`, { mode: "v1" }],
  ])("LG-CFG-2: %s", (_, text, expected) => {
    expect(read(text)).toEqual({ config: { ...defaultConfig(), ...expected }, warnings: [] });
  });

  it("LG-CFG-2: the block ends where the indent does", () => {
    expect(read("review_loop:\n  mode: v1\nother:\n  major_budget: 3\n").config).toEqual({ ...defaultConfig(), mode: "v1" });
    expect(read("review_loop:\n\tmode: v1\n").config.mode).toBe("v2");
    expect(read("  review_loop:\n  mode: v1\n").config.mode).toBe("v2");
  });

  it.each(["iteration_cap: ten", "iteration_cap: -3", "iteration_cap: 1_0", "escalate_after_stalls: 0", "witness_capping: False", "witness_capping: no", "late_finding_disposition: bogus", "mode:", "unknown_knob: 1", "  mode: v1", "Mode: v1", "no item", "review_model: gpt"])(
    "LG-CFG-3, LG-CFG-4, LG-SEC-31: %s is ignored aloud",
    (item) => {
      const { config, warnings } = read(block(item, "major_budget: 1"));
      expect(config).toEqual({ ...defaultConfig(), majorBudget: 1 });
      expect(warnings).toEqual([expect.stringMatching(/^line 2: /)]);
    },
  );

  it("LG-CFG-3, LG-SEC-31, LG-SEC-13: a file that cannot be read, or is too large, gives defaults and says so", () => {
    expect(readConfigFile(null)).toEqual({ config: defaultConfig(), warnings: [expect.stringContaining("unreadable")] });
    expect(read(`${" ".repeat(262_144)}x`).warnings).toEqual([expect.stringContaining("too-large")]);
  });
});
