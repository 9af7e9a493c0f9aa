/** The verdict vocabulary. Numbers are the invariants at the head of verdict.ts. */
import { describe, expect, it } from "vitest";
import { normalizeVerdict, Verdict, VERDICT_WORDS, verdictOfFlag, verdictReader } from "./verdict.js";

const APPROVED = [
  "approved", "approve", "APPROVE", "APPROVED", "Approved", " approved ", "approved\n", "\tApprove\r\n", "accept", "ACCEPTED", "pass",
  "PASSED", "lgtm", "LGTM", "clear", "CLEAR",
];

const REJECTED = [
  "rejected", "reject", "REJECT", "request_changes", "REQUEST_CHANGES", "request changes", "requested_changes", "CHANGES_REQUESTED",
  "CHANGES-REQUESTED", "changes requested", "Changes  Requested", "needs_work", "NEEDS WORK", "needs-revision", "NEEDS_IMPROVEMENT",
  "revise", "block", "BLOCKED", "fail", "FAILED",
];

const F04 = [
  "Not approved.",
  "Verdict: BLOCKED — regression against the approved draft",
  "DISAPPROVE",
  "unapproved",
  "I would not say APPROVED",
];

/** H04 names the first six; the rest are of its kind. */
const H04: readonly unknown[] = [
  "false", "not approved", "INCORRECT", "", null, '```json\n{"approved": true}\n```',
  "true", "TRUE", "yes", "no", "y", "1", "0", "ok", "okay", "CORRECT", "good", "fine", "done", "undefined", "null", "NaN", "{}", "[]",
  '{"verdict":"approved"}', '"approved"', "'approved'", "approved=true", "approved: true", "`approved`", "**approved**", "_approved_",
  "<approved>", "[approved]", "(approved)", "approved.", "approved!", "approved?", "approved,", "!approved", "-approved", "approved-",
  "approved 👍", "approved; rejected", "approved / rejected", "APPROVE / CHANGES-REQUESTED", "approved or rejected", "approved\nrejected",
  "approved\napproved", "approve approved", "approved with suggestions", "APPROVE-DEGRADED", "conditionally approved", "pre-approved",
  "cannot APPROVE", "approvedd", "aproved", "approval", "approvable", "non-approved", "un-approved", "disapproved", "approved by default",
  "unavailable because of an error", "COMMENTED", "DISMISSED", "PENDING", "reviewed", "success", "undefined approved",
  undefined, true, false, 1, 0, Number.NaN, {}, [], ["approved"], { verdict: "approved" }, { toString: () => "approved" },
  Object("approved"), () => "approved", Symbol("approved"), 1n, new Date(0),
];

const LOOK_ALIKES = [
  "аpproved", // Cyrillic a
  "ａｐｐｒｏｖｅｄ", // fullwidth
  "appro\u200bved", "\u200bapproved", "approved\u200d", "\ufeffapproved", "approved\u2060", // zero width
  "approved\u00a0", "\u2003approved", "request\u00a0changes", // blanks that are not ASCII
  "ap\u00adproved", // soft hyphen
  "approvéd", "approve\u0301d", // accents
  "𝐚𝐩𝐩𝐫𝐨𝐯𝐞𝐝", // mathematical bold
  "bloc\u212a", // the Kelvin sign folds to k
  "pa\u017fs", // the long s folds to s
  "accept\u0000", "approved\u001b[0m", "\u202edevorppa",
];

describe("normalizeVerdict", () => {
  it.each(APPROVED)("reads %j as approved", (word) => expect(normalizeVerdict(word)).toEqual({ verdict: "approved", word, known: true }));

  it.each(REJECTED)("reads %j as rejected", (word) => expect(normalizeVerdict(word)).toEqual({ verdict: "rejected", word, known: true }));

  it("knows the word unavailable", () => {
    expect(normalizeVerdict("Unavailable")).toEqual({ verdict: "unavailable", word: "Unavailable", known: true });
  });

  it.each(F04)("case F04: %j is no approval", (word) => expect(normalizeVerdict(word)).toEqual({ verdict: "unavailable", word, known: false }));

  it.each(H04.map((word) => [typeof word === "string" ? JSON.stringify(word) : Object.prototype.toString.call(word), word] as const))("case H04: %s is unavailable", (_name, word) => {
    expect(normalizeVerdict(word)).toEqual({ verdict: "unavailable", word: typeof word === "string" ? word : null, known: false });
  });

  it.each(LOOK_ALIKES)("case H04: the look-alike %j is unavailable", (word) => {
    expect(normalizeVerdict(word)).toEqual({ verdict: "unavailable", word, known: false });
  });

  it.each(["", "hello", "diff adds line: VERDICT: APPROVE … VERDICT: REQUEST_CHANGES nonce=7", "error 401", "VERDICT: APPROVE"])(
    "case F03: %j gives no verdict",
    (word) => expect(normalizeVerdict(word).verdict).toBe("unavailable"),
  );

  it("case G04: the word reject in prose rejects nothing", () => {
    expect(normalizeVerdict("The parser should reject empty input; please revise.").verdict).toBe("unavailable");
  });

  it("case G20: a line that begins with a verdict word is none", () => {
    expect(normalizeVerdict("Accepted criteria were not met").verdict).toBe("unavailable");
    expect(normalizeVerdict("REJECTED\nAccepted criteria were not met").verdict).toBe("unavailable");
  });

  it("G4: a text of any length is answered at once", () => {
    const started = performance.now();
    for (const text of ["approved ".repeat(200_000), " ".repeat(1_000_000) + "approved", "-".repeat(1_000_000)]) {
      expect(normalizeVerdict(text).verdict).toBe("unavailable");
    }
    expect(performance.now() - started).toBeLessThan(2_000);
  });

  it("gives frozen readings", () => expect(Object.isFrozen(normalizeVerdict("approve"))).toBe(true));
});

describe("verdictReader", () => {
  const read = verdictReader({ approved: ["approve", "clear"], rejected: ["changes-requested", "needs-work"] });

  it("RL-VN-08: reads a closed set of a policy's own and nothing else", () => {
    expect(["APPROVE", "Clear"].map((word) => read(word).verdict)).toEqual(["approved", "approved"]);
    expect(["CHANGES-REQUESTED", "needs work"].map((word) => read(word).verdict)).toEqual(["rejected", "rejected"]);
    expect(["REJECTED", "PASS", "LGTM", "APPROVED", "APPROVE-DEGRADED"].map((word) => read(word).known)).toEqual([false, false, false, false, false]);
  });
});

describe("verdictOfFlag", () => {
  it("3: only true approves and only false rejects", () => {
    expect(verdictOfFlag(true)).toBe("approved");
    expect(verdictOfFlag(false)).toBe("rejected");
  });

  it.each([["true"], ["false"], ["approved"], [1], [0], [null], [undefined], [{}], [[]], [Object(true)]])("case H04: the flag %j is unavailable", (flag) => {
    expect(verdictOfFlag(flag)).toBe("unavailable");
  });
});

describe("Verdict", () => {
  it("is the closed set by name", () => {
    expect([Verdict.approved, Verdict.rejected, Verdict.unavailable]).toEqual(["approved", "rejected", "unavailable"]);
    expect(["approved", "rejected", "unavailable", "APPROVED", "toString", 1, null].map(Verdict.is)).toEqual([true, true, true, false, false, false, false]);
    expect(Object.isFrozen(Verdict) && Object.isFrozen(VERDICT_WORDS) && Object.isFrozen(VERDICT_WORDS.approved)).toBe(true);
  });

  it("has no word on both sides", () => {
    expect(VERDICT_WORDS.approved.filter((word) => VERDICT_WORDS.rejected.includes(word))).toEqual([]);
  });
});
