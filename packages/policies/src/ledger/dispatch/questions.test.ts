import { describe, expect, it } from "vitest";
import { ledgerConfig } from "../config/config.js";
import { cycleContext, ledgerOf, open, round } from "../cycle.fixture.js";
import { decideLedger } from "../decision/decide.js";
import { applyOpenInstance } from "../operations/open-instance.js";
import { reportText } from "../texts/report.js";
import { dispositionQuestion, escalationQuestion, recordUserChoice } from "./questions.js";

describe("LG-DEC-8, LG-DEC-9: questions, word for word", () => {
  it("a stop with undecided entries", () => {
    const undecided = ledgerOf(open("cosmetic", "cosmetic"), [round(1, { cosmetic: 2 })]);
    expect(dispositionQuestion(undecided, decideLedger(undecided, ledgerConfig()).decision)).toEqual({
      text: `STOP_ADVISORY at round 2: 2 entries need a decision.\n\n${reportText(undecided)}`,
      options: ["F fix now: buys one more round", "D defer: needs a ticket", "X reject: needs a reason", "B batch: one decision for several entries"],
      details: { action: "STOP_ADVISORY", required: ["F-001", "F-002"] },
    });
  });

  it("a stall", () => {
    const stuck = ledgerOf(open("major"), [round(1, { major: 2 }), round(2, { major: 1 }), round(3, { major: 1 }), round(4, { critical: 1, major: 1 })]);
    const rounds = ["round 3: 0 critical, 1 major", "round 4: 1 critical, 1 major"];
    const config = ledgerConfig({ escalateAfterStalls: 1 });
    expect(escalationQuestion(stuck, decideLedger(stuck, config).decision, config)).toEqual({
      text: `ESCALATE at round 5: no improvement over 1 rounds. The cause is probably structural; more of the same rounds will not find it.\n\n${rounds.join("\n")}\n\n${reportText(stuck)}`,
      options: ["E hand over to the architecture workflow (recommended)", "C continue: needs fix-now on at least one blocking or disputed entry", "R leave the loop and edit by hand"],
      details: { rounds, open: ["F-001"] },
    });
  });
});

describe("LG-DEC-9: a person's answer", () => {
  const history = [{ instance: "code" }, round(1, { major: 1 }), round(2, { major: 1 }, { result: "ESCALATE" })] as const;

  it("stands on the round that asked, and the history before it stays", () => {
    expect(recordUserChoice(ledgerOf(open("major"), history), "C").history).toEqual([...history.slice(0, 2), { ...history[2], user_choice: "C" }]);
  });

  it.each<[string, unknown, string]>([["a lone surrogate", "\ud83d", "payload-invalid"], ["NUL", "a\0", "payload-invalid"], ["no text", 5, "payload-invalid"], ["too much", "x".repeat(4001), "limit-exceeded"]])("LG-SEC-14, LG-SEC-16: %s is refused: it could not be read again", (_, choice, code) => {
    expect(() => recordUserChoice(ledgerOf(open("major"), history), choice as string)).toThrow(expect.objectContaining({ code }));
  });

  it.each([
    ["a blank one", history, " ", "the answer is blank", "Use one of E, C, R, or say it in words."],
    ["one that nobody asked for", history.slice(0, 2), "C", "the last round did not ask anything", "Answer right after the round that escalated."],
    ["one to a new instance", [...history, { instance: "qa" }], "C", "the last round did not ask anything", "Answer right after the round that escalated."],
    ["one to an empty ledger", [], "C", "the last round did not ask anything", "Answer right after the round that escalated."],
  ] as const)("%s is refused", (_, given, choice, message, hint) => {
    expect(() => recordUserChoice(ledgerOf(open("major"), given), choice)).toThrow(expect.objectContaining({ code: "payload-invalid", path: "choice", message: expect.stringContaining(message) as unknown, hint }));
  });
});

describe("LG-INST-2, LG-INST-4: checkpoints", () => {
  it("one that was opened before, or another one right after, is no repetition", () => {
    const opened = (history: Parameters<typeof ledgerOf>[1]) => applyOpenInstance(ledgerOf([], history), { checkpoint: "code" }, cycleContext()).ledger.history.at(-1);
    expect(opened([{ instance: "spec" }])).toEqual({ instance: "code" });
    expect(opened([{ instance: "code" }, { instance: "spec" }])).toEqual({ instance: "code" });
    expect(() => opened([{ instance: "code" }])).toThrow(expect.objectContaining({ code: "instance-repeated", path: "checkpoint", hint: "Go on with its first round." }));
  });

  it("a cycle that nobody named has a name, and what may be opened is said", () => {
    expect(applyOpenInstance(null, { checkpoint: "code" }, cycleContext()).ledger.slug).toBe("cycle");
    expect(() => applyOpenInstance(null, { checkpoint: "x" }, cycleContext())).toThrow(
      expect.objectContaining({ code: "instance-unknown-checkpoint", path: "checkpoint", hint: "Use one of spec, plan, code, qa, adr, root-cause, fix-plan, or register it." }),
    );
  });
});
