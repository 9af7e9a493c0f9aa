import { describe, expect, test } from "vitest";
import { classifyAuthorization, DELIVERY_STEMS, forbiddenActions, ignoredPhrases, isDelivery } from "./authority.js";
import * as bounded from "./index.js";
import { checkBoundedSettings, type BoundedSettings } from "./config.js";
import { chooseBudget } from "./budget.js";
import { playScenario } from "./scenario.fixture.js";

const authority = (requestText: string, explicitMode?: "review-only" | "review-and-fix") => {
  const { mode, basis } = classifyAuthorization({ requestText, explicitMode });
  return `${mode} ${basis}`;
};

describe("authority", () => {
  test("BD-AUTH-01: a ban, then the field, then an order, then review-only", () => {
    expect(classifyAuthorization({ editsForbidden: true, explicitMode: "review-and-fix" })).toMatchObject({ mode: "review-only", basis: "forbidden" });
    expect(authority("no edits please", "review-and-fix")).toBe("review-only forbidden");
    expect(authority("fix it", "review-only")).toBe("review-only explicit-field");
    expect(authority("Review this", "review-and-fix")).toBe("review-and-fix explicit-field");
    expect(authority("")).toBe("review-only unclear-default");
    expect(classifyAuthorization({})).toEqual({ mode: "review-only", basis: "unclear-default", scopedProhibitions: [] });
  });

  test.each([
    "do not change anything", "Review this diff only. Do not modify, stage, commit, or comment.", "Review and fix, but do not modify any file",
    "no edits please", "no changes", "don't touch the code", "Don’t write files", "never edit", "without modifying it", "must not repair this",
    "review-only", "this is read-only", "only review the parser", "review only, please", "do not fix or improve anything", "without changing any code",
    "do not modify any", "no modifications to the code", "never touching the files", "fix nothing, no fixes", "no edits in any file", "no changes yet to anything",
  ])("BD-AUTH-02: `%s` is a blanket prohibition", (text) => {
    expect(authority(text, "review-and-fix")).toBe("review-only forbidden");
  });

  test.each([
    ["Review and fix, do not change the API", "do not change the API"],
    ["Fix it without changing any public API", "without changing any public API"],
    ["please never touch tests/fixtures, thanks. Fix the rest", "never touch tests/fixtures, thanks"],
    ["No changes to the schema; fix the rest.", "No changes to the schema"],
    ["No edits in generated folders; fix the rest.", "No edits in generated folders"],
    ["No modifications of public types, please", "No modifications of public types, please"],
    ['Fix it "(do not change the API)"', "do not change the API"],
    ["Do not edit src/a.ts. Fix the crash", "Do not edit src/a.ts"],
  ])("BD-AUTH-02: `%s` forbids one thing only, which is kept verbatim", (text, scoped) => {
    const found = classifyAuthorization({ requestText: text, explicitMode: "review-and-fix" });
    expect(found).toEqual({ mode: "review-and-fix", basis: "explicit-field", scopedProhibitions: [scoped] });
  });

  test.each(["Review and fix it, but do not\nmodify any file", "Fix the crash. Do\r\nnot edit", "please fix it, without\n  touching the code", "never\nwrite to it\nreally, never edit anything"])(
    "BD-AUTH-02: a prohibition that a line end wraps is one: %j", (text) => {
      expect(authority(text, "review-and-fix")).toBe("review-only forbidden");
    });

  test.each(["Tell me what you would\nfix", "Tell me what to fix and\nhow to fix it", "We should\nfix this", "Somebody has to\nfix this"])("BD-AUTH-03: a wrap makes no order: %j", (text) => {
    expect(authority(text)).toBe("review-only unclear-default");
  });

  test.each(["Review this PR\nFix the crash", "Why is it slow?\nFix it", "Tell me what you see\n\nFix it", "please\nfix it"])("BD-AUTH-03: an order may have its own line: %j", (text) => {
    expect(authority(text)).toBe("review-and-fix explicit-request");
  });

  test("BD-AUTH-02: a blank line ends a sentence, and a line that bans one thing is told once", () => {
    const scoped = (requestText: string) => classifyAuthorization({ requestText, explicitMode: "review-and-fix" }).scopedProhibitions;
    expect(authority("I would say do not\n\nfix it")).toBe("review-and-fix explicit-request");
    expect(scoped("Fix it. Do not\nchange the API.")).toEqual(["Do not change the API"]);
    expect(scoped("do not change the API\nfix the rest")).toEqual(["do not change the API"]);
  });

  test("BD-FIX-09: scoped prohibitions follow the two standing constraints", () => {
    const [packet] = playScenario({ requestText: "do not change the API", lanes: { correctness: [{ findings: [{ id: "f1" }] }] } }).fixPackets;
    expect(packet?.constraints).toEqual([...bounded.FIX_CONSTRAINTS, "do not change the API"]);
    expect(bounded.FIX_CONSTRAINTS).toHaveLength(2);
  });

  test.each([
    ["Review this PR", "review-only unclear-default"],
    ["Review this diff until clean, keep going", "review-only unclear-default"],
    ["Review and fix this PR", "review-and-fix explicit-request"],
    ["Review and improve this plan", "review-and-fix explicit-request"],
    ["Keep adding reviewers and fixing forever until the plan is clean", "review-and-fix explicit-request"],
    ["Fix the verified blocker, then repeat review.", "review-and-fix explicit-request"],
    ["Can you please fix the crash", "review-and-fix explicit-request"],
    ["Could you fix the crash?", "review-and-fix explicit-request"],
    ["I want you to repair it", "review-and-fix explicit-request"],
    ["keep fixing", "review-and-fix explicit-request"],
    ["Look at it, then repair it", "review-and-fix explicit-request"],
    ["Review this — fix it", "review-and-fix explicit-request"],
    ["The cache can be stale: fix it", "review-and-fix explicit-request"],
    ["Why is it slow? Fix it", "review-and-fix explicit-request"],
    ["Should we fix this?", "review-only unclear-default"],
    ["Tell me what to fix", "review-only unclear-default"],
    ["How would you find and fix this", "review-only unclear-default"],
    ["If you can, fix it", "review-only unclear-default"],
    ["Tell me whether you could review and fix this", "review-only unclear-default"],
    ["You could review and fix it", "review-only unclear-default"],
    ["Describe the fix", "review-only unclear-default"],
    ["The fixture is prefixed", "review-only unclear-default"],
  ])("BD-AUTH-03: `%s` gives %s", (text, expected) => {
    expect(authority(text)).toBe(expected);
  });

  test("BD-AUTH-04: persistence grants neither edits nor budget", () => {
    expect(ignoredPhrases({ untilClean: true })).toEqual(["until clean"]);
    expect(ignoredPhrases({ requestText: "Keep going until it is really clean, as many as needed, make it PERFECT" })).toEqual(["until clean", "keep going", "as many as needed", "perfect"]);
    expect(ignoredPhrases({ requestText: "imperfect; unclean" })).toEqual([]);
    expect(authority("Review until clean, as many rounds as needed, perfect")).toBe("review-only unclear-default");
    expect(chooseBudget({ risk: "standard", size: "normal", decisive: false, mode: "review-and-fix" }).limits.repairLoops).toBe(2);
    expect(playScenario({ requestText: "until clean" }).report.budget).toMatchObject({ configured: "standard", ignoredPhrases: ["until clean"] });
  });

  test("BD-AUTH-05: BD-CEIL-02: nothing that is exported delivers, continues or extends", () => {
    const names = Object.keys(bounded).filter((name) => name !== "isDelivery" && name !== "DELIVERY_STEMS");
    expect(names.filter((name) => isDelivery(name) || /continue|extend|reset|resume/i.test(name))).toEqual([]);
  });

  test("BD-AUTH-07: actions that name a delivery are a breach", () => {
    expect(forbiddenActions(["gitCommit", "edit a.ts", "merge-pr", "push", "Approved", "deployed", "publish", "clean_up", "uncommon"])).toEqual(
      ["gitCommit", "merge-pr", "push", "Approved", "deployed", "publish", "clean_up"],
    );
    expect(DELIVERY_STEMS).toContain("comment");
    expect(playScenario({ lanes: { correctness: [{ findings: [{ id: "f1" }] }] }, fixer: [{ diff: ["a.ts"], actions: ["git push"] }] }).report.token).toBe("authority-violation");
  });

  test("BD-AUTH-08: review-only has no loops", () => {
    for (const name of ["economy", "standard", "strict"] as const) expect(bounded.initialBudget(name, "review-only").limits.repairLoops).toBe(0);
  });
});

describe("the configuration", () => {
  const settings: BoundedSettings = { mode: "review-only", hasFixer: false, checks: [], requirements: [] };
  const check = (id: string) => ({ id, command: "x", required: true });
  const requirement = (id: string) => ({ id, text: "x", source: "y" });
  const codeOf = (change: Partial<BoundedSettings>): unknown => {
    try {
      checkBoundedSettings({ ...settings, ...change });
    } catch (error) {
      expect(error).toBeInstanceOf(bounded.BoundedConfigError);
      return (error as bounded.BoundedConfigError).code;
    }
    return null;
  };

  test("BD-AUTH-06: BD-FAIL-01: what cannot run is refused with a code", () => {
    expect(codeOf({})).toBeNull();
    expect(codeOf({ mode: "review-and-fix" })).toBe("fixer-missing");
    expect(codeOf({ mode: "review-and-fix", hasFixer: true, callTimeoutMs: null, budget: "strict" })).toBeNull();
    expect(codeOf({ checks: [check("test"), check("lint"), check("test")] })).toBe("duplicate-check");
    expect(codeOf({ requirements: [requirement("R1"), requirement("R1")] })).toBe("duplicate-requirement");
    expect(codeOf({ checks: [check("test")], waivedChecks: ["e2e"] })).toBe("unknown-waived-check");
    expect(codeOf({ budget: "toString" as never })).toBe("budget-unknown");
    for (const callTimeoutMs of [0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 31]) expect(codeOf({ callTimeoutMs })).toBe("timeout-range");
    expect(codeOf({ callTimeoutMs: 1 })).toBeNull();
    expect(bounded.DEFAULT_BOUNDED_TIMEOUT_MS).toBe(600_000);
  });
});
