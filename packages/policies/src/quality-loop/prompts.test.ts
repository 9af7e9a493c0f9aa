/** What agents are told: QU-PRM. */
import { describe, expect, test } from "vitest";
import { CALLER_HEADING, REVIEWER_BASE, REVIEWER_LATER, REVIEWER_REPAIR, WRITER_DRAFT, WRITER_REVISE, type QualityLoopOptions } from "./index.js";
import { approve, play, reject } from "./quality-run.fixture.js";

/** Instructions of a run with two revisions: c1 draft, c2 review, c3 revise, c4 review, c5 revise, c6 review. */
async function instructions(options: QualityLoopOptions = {}): Promise<readonly string[]> {
  const { calls } = await play({ ...options, writer: ["D1", "D2", "D3"], reviewer: [reject("A"), reject("[previous 1] A"), approve()] });
  return calls.map((call) => call.instruction);
}

const base = (maxChanges: number): string => REVIEWER_BASE.replace("{maxChanges}", String(maxChanges));

describe("built in", () => {
  test("QU-PRM-01: instructions are the exported texts and nothing else", async () => {
    const later = `${base(3)}\n\n${REVIEWER_LATER}`;
    expect(await instructions()).toEqual([WRITER_DRAFT, base(3), WRITER_REVISE, later, WRITER_REVISE, later]);
  });

  test("QU-PRM-01: the texts are the catalogue's", () => {
    expect(WRITER_DRAFT).toMatch(/^Write the complete deliverable described in `request`\. .* Output the deliverable and no commentary\.$/);
    expect(WRITER_REVISE).toMatch(/^Rework `draft` so that each entry .* Placeholders for facts missing from `request` stay placeholders\.$/);
    expect(REVIEWER_BASE).toMatch(/^Judge `draft` by what `request` states, and by nothing beyond it; .* whether every required part or step is present\.$/);
    expect(REVIEWER_LATER).toMatch(/^`previousFeedback` is what you asked for before\. .* approve\.$/);
    expect(REVIEWER_REPAIR).toBe("Your last reply could not be used; `outputProblems` says why. Judge again and fill the two fields exactly as the schema says.");
  });

  test("QU-PRM-02: the first review has the first text, later ones the later text as well", async () => {
    const [, c2, , c4, , c6] = await instructions();
    expect(c2).not.toContain(REVIEWER_LATER);
    expect(c4).toContain(REVIEWER_LATER);
    expect(c6).toBe(c4);
  });

  test.each([
    "by what `request` states, and by nothing beyond it", "placeholders", "this alone is no ground for refusal", "recognisable", "every required part", "inventing a value is never a change to ask for",
    "3 entries at the very most", "the changes without which the draft misses the request", "Taste and polish do not belong there", "`approved` to true if and only if `feedback` has no entries",
  ])("QU-PRM-03: every review is told: %s", async (point) => {
    const [, c2, , c4, , c6] = await instructions();
    for (const instruction of [c2, c4, c6]) expect(instruction).toContain(point);
  });

  test("QU-PRM-03: the number is that of maxChanges", async () => {
    for (const maxChanges of [1, 2, 3]) {
      for (const instruction of (await instructions({ maxChanges })).filter((_, index) => index % 2 === 1)) {
        expect(instruction).toContain(`${maxChanges} entries at the very most`);
        expect(instruction).not.toContain("{maxChanges}");
      }
    }
  });

  test("QU-PRM-04: the writer is told of placeholders, of the whole deliverable, and of every entry", async () => {
    const [c1, , c3] = await instructions();
    expect(c1).toContain("placeholder such as [DATE]");
    expect(c1).toContain("never make a fact up");
    expect(c1).toContain("complete deliverable");
    expect(c1).toContain("no commentary");
    expect(c3).toContain("each entry of `feedback`");
    expect(c3).toContain("carried out in full");
    expect(c3).toContain("Leave alone whatever already satisfies `request`");
    expect(c3).toContain("whole deliverable again, not a list of edits");
    expect(c3).toContain("stay placeholders");
    expect(c1).not.toContain("`feedback`");
  });

  test("QU-PRM-06: from v2 on earlier items come first, tagged; beyond them damage only", async () => {
    const [, c2, , c4] = await instructions();
    for (const tag of ["[previous N]", "[regression]"]) {
      expect(c4).toContain(tag);
      expect(c2).not.toContain(tag);
    }
    expect(c4).toContain("Go through it first");
    expect(c4).toContain("only where the revision itself has broken something that matters");
    expect(c4).toContain("If the stated criteria and the earlier entries are satisfied, approve.");
  });
});

describe("from the caller", () => {
  const own = { draft: "Tone: plain", review: "Reply in German", revise: "Keep headings" };

  test("QU-PRM-05: appended under a heading, never in place of the built-in text", async () => {
    const [c1, c2, c3, c4] = await instructions({ instructions: own });
    expect(c1).toBe(`${WRITER_DRAFT}\n\n${CALLER_HEADING}\n${own.draft}`);
    expect(c2).toBe(`${base(3)}\n\n${CALLER_HEADING}\n${own.review}`);
    expect(c3).toBe(`${WRITER_REVISE}\n\n${CALLER_HEADING}\n${own.revise}`);
    expect(c4).toBe(`${base(3)}\n\n${REVIEWER_LATER}\n\n${CALLER_HEADING}\n${own.review}`);
  });

  test("QU-PRM-05: each reaches its own purpose only; a blank one adds no heading", async () => {
    const [c1, c2, c3] = await instructions({ instructions: { review: own.review, draft: " \n" } });
    expect([c1, c3]).toEqual([WRITER_DRAFT, WRITER_REVISE]);
    expect(c2).toContain(own.review);
  });

  test("QU-PRM-05: a text that looks like the built-in blank is left as it is", async () => {
    const [, c2] = await instructions({ instructions: { review: "{maxChanges} $& $1" } });
    expect(c2!.endsWith("\n{maxChanges} $& $1")).toBe(true);
  });

  test("QU-PRM-05: criteria belong into the request, where both roles see them", async () => {
    const request = { task: "x", criteria: ["short"] };
    const { calls } = await play({ request, writer: ["D1", "D2"], reviewer: [reject("A"), approve()] });
    for (const { input } of calls) expect((input as { request: unknown }).request).toEqual(request);
  });
});
