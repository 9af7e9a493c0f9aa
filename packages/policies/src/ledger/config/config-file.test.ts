import { describe, expect, it } from "vitest";
import { defaultConfig, type LedgerConfig } from "./config.js";
import { MAX_CONFIG_CHARS, readConfigFile, readConfigRecord } from "./config-file.js";

const read = (...lines: readonly string[]) => readConfigFile(["review_loop:", ...lines].join("\n"));

describe("LG-CFG-2: items of the block", () => {
  it.each<[string, Partial<LedgerConfig>]>([
    ["  major_budget: 12", { majorBudget: 12 }], ["  iteration_cap: 123456789", { iterationCap: 123456789 }], ["  major_budget: 0", { majorBudget: 0 }],
    ["  scope_check: false", { scopeCheck: false }], ["  human_for_blocking: true", { humanForBlocking: true }],
    ["  mode: v1", { mode: "v1" }], ["  mode: 'v1'", { mode: "v1" }], ['  mode: "v1"', { mode: "v1" }], ["  mode:v1", { mode: "v1" }], ["  mode: v1 # as before", { mode: "v1" }], ["  mode: v1 #", { mode: "v1" }],
    ["  # mode: v1", {}], ["   # mode: v1", {}], ["# x", {}], ["", {}], ["  ", {}], ["mode: v1", {}],
  ])("%j", (line, config) => {
    expect(read(line)).toEqual({ config: { ...defaultConfig(), ...config }, warnings: [] });
  });

  it.each([
    ["  mode", '"mode" is no item and was ignored'], ["  :", '":" is no item and was ignored'], ["  Mode: v1", '"Mode: v1" is no item and was ignored'], ["  xMode: v1", '"xMode: v1" is no item and was ignored'],
    ["  my mode: v1", '"my mode: v1" is no item and was ignored'], ["  mode2: v1", '"mode2: v1" is no item and was ignored'], ["  2mode: v1", '"2mode: v1" is no item and was ignored'], ["   mode: v1", '"mode: v1" is no item and was ignored'],
    ["  modes: v1", "unknown knob modes was ignored"], ["  constructor: v1", "unknown knob constructor was ignored"],
    ["  mode: v3", 'mode must be one of v2, v1, not "v3"; the default applies'], ["  mode: # none", 'mode must be one of v2, v1, not ""; the default applies'],
    ['  mode: "', 'mode must be one of v2, v1, not "\\""; the default applies'], ['  mode: ""', 'mode must be one of v2, v1, not ""; the default applies'],
    ['  mode: "v1', 'mode must be one of v2, v1, not "\\"v1"; the default applies'], ["  mode: xv1x", 'mode must be one of v2, v1, not "xv1x"; the default applies'], [`  mode: "v1'`, `mode must be one of v2, v1, not "\\"v1'"; the default applies`],
    ["  scope_check: yes", 'scope_check must be true or false, not "yes"; the default applies'], ["  scope_check: 1", 'scope_check must be true or false, not "1"; the default applies'],
    ["  iteration_cap: 0", 'iteration_cap must be a whole number from 1, not "0"; the default applies'], ["  iteration_cap: x1", 'iteration_cap must be a whole number from 1, not "x1"; the default applies'],
    ["  iteration_cap: 1x", 'iteration_cap must be a whole number from 1, not "1x"; the default applies'], ["  iteration_cap: 1234567890", 'iteration_cap must be a whole number from 1, not "1234567890"; the default applies'],
    ["  iteration_cap: ", 'iteration_cap must be a whole number from 1, not ""; the default applies'],
  ])("LG-CFG-3: %j is ignored, and that is said", (line, warning) => {
    expect(read("", line, "  major_budget: 3")).toEqual({ config: { ...defaultConfig(), majorBudget: 3 }, warnings: [`line 3: ${warning}`] });
  });
});

describe("LG-CFG-3: what is left out is said", () => {
  it.each([" mode: v1", "\tmode: v1", " # mode: v1"])("%j does not stand at two blanks: it ends the block, and that is said", (line) => {
    const warnings = [`line 2: ${JSON.stringify(line.trim())} does not stand at two blanks and ends the block`];
    expect(read(line, "  major_budget: 3")).toEqual({ config: defaultConfig(), warnings });
  });

  it("of several blocks each that is not read is named", () => {
    const { config, warnings } = readConfigFile("review_loop:\n  mode: v1\nx: y\nreview_loop:\n  scope_check: false\nreview_loop:\n  major_budget: 1\n");
    expect(config).toEqual({ ...defaultConfig(), majorBudget: 1 });
    expect(warnings).toEqual([1, 4].map((line) => `line ${line}: of several review_loop blocks only the last is read`));
  });

  it("LG-CFG-2: a later item that means nothing brings the default back, one without a value is none", () => {
    expect(read("  iteration_cap: 3", "  iteration_cap: ten")).toEqual({ config: defaultConfig(), warnings: ['line 3: iteration_cap must be a whole number from 1, not "ten"; the default applies'] });
    expect(read("  witness_capping: false", "  witness_capping: no").config.witnessCapping).toBe(true);
    expect(read("  iteration_cap: 3", "  iteration_cap:")).toEqual({ config: { ...defaultConfig(), iterationCap: 3 }, warnings: ['line 3: iteration_cap must be a whole number from 1, not ""; it was ignored'] });
    expect(read("  iteration_cap: ten", "  iteration_cap: 3").config.iterationCap).toBe(3);
  });
});

describe("LG-CFG-1: names that a file chooses", () => {
  it("trailer_prefix and witness_dir", () => {
    const { config, warnings, names } = read("  trailer_prefix: Sage # ours", "  witness_dir: 'spec/review/'", "  major_budget: 1");
    expect([config.majorBudget, warnings, names]).toEqual([1, [], { trailerPrefix: "Sage", witnessDirectory: "spec/review" }]);
    expect(read("  major_budget: 1")).not.toHaveProperty("names");
  });

  it.each(["trailer_prefix: Re-view", "trailer_prefix: 1x", "trailer_prefix:", "witness_dir: ../x", "witness_dir: /x", "witness_dir:", "witness_dir: a//b"])("LG-CFG-3, LG-CD-4, LG-SEC-7: %s is ignored aloud", (item) => {
    const { warnings, names } = read(`  ${item}`);
    expect([warnings, names]).toEqual([[expect.stringMatching(/^line 2: .*; it was ignored$/)], undefined]);
  });
});

describe("LG-CFG-2: the block", () => {
  it.each(["review_loop: x", "review_loop", "review_loops:", " review_loop:", "x review_loop:"])("%j opens none", (line) => {
    expect(readConfigFile(`${line}\n  mode: v1\n`)).toEqual({ config: defaultConfig(), warnings: [] });
  });

  it.each(["review_loop:", "review_loop: # ours", "review_loop:  ", "\uFEFFreview_loop:", "review_loop:\n  major_budget: 9\nreview_loop:"])("%j opens one, and of several the last counts", (line) => {
    expect(readConfigFile(`${line}\n  mode: v1`).config).toEqual({ ...defaultConfig(), mode: "v1" });
  });

  it("LG-SEC-13: the largest file is read, and one letter more is not", () => {
    const largest = "review_loop:\n  mode: v1\n#".padEnd(MAX_CONFIG_CHARS, "x");
    expect(readConfigFile(largest)).toEqual({ config: { ...defaultConfig(), mode: "v1" }, warnings: [] });
    expect(readConfigFile(`${largest}x`)).toEqual({ config: defaultConfig(), warnings: ["config-too-large: more than 262144 characters; defaults apply"] });
  });
});

it("LG-DEC-7: knobs that a program hands over fall back one by one, with a warning each", () => {
  expect(readConfigRecord({ mode: "v1", major_budget: -1, scope_check: "false", iteration_cap: undefined, nope: 1 })).toEqual({
    config: { ...defaultConfig(), mode: "v1" },
    warnings: ["major_budget must be a whole number from 0, not -1; the default applies", 'scope_check must be true or false, not "false"; the default applies'],
  });
});
