/** The catalogue's invariants (QU §7) over random scripts, settings, times and aborts. */
import { worstCase } from "@loopwright/core";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { qualityFacts, qualityLoop, qualityTable, type QualityReport, type ReviewAnswer } from "./index.js";
import { eventsOf, reportOf, R, type Event } from "./quality-run.fixture.js";
import { driveByRunner, driveBySession, randomRuns, type Outcome, type RandomRun } from "./random-run.fixture.js";

/** Checks a law over random runs. */
function law(holds: (outcome: Outcome & { readonly report: QualityReport }, random: RandomRun) => void, numRuns = 300): Promise<void> {
  return fc.assert(
    fc.asyncProperty(randomRuns, async (random) => {
      const outcome = await driveByRunner(random);
      holds({ ...outcome, report: reportOf(outcome.result) }, random);
    }),
    { numRuns },
  );
}

const bounds = ({ options: { maxReviews = 3, maxStructuredRepairs = 1 } }: RandomRun) => ({ maxReviews, maxStructuredRepairs });

describe("invariants", { timeout: 60_000 }, () => {
  test("QU-INV-01, G3, G4: approved exactly for the token, and for a last record that says yes and lists nothing", () =>
    law(({ report, result }) => {
      const last = report.history.at(-1);
      const isClean = last !== undefined && last.rawApproved && last.rawFeedback.length === 0;
      expect(report.approved).toBe(report.token === "approved");
      expect(report.approved).toBe(isClean);
      expect(result.status === "passed").toBe(report.approved);
    }));

  test("QU-INV-02, G1: history, reviews, reviews begun, cap", () =>
    law(({ report, result }, random) => {
      expect(report.history).toHaveLength(report.reviews);
      expect(report.reviews).toBeLessThanOrEqual(bounds(random).maxReviews);
      expect(report.reviewsStarted - report.reviews).toBeGreaterThanOrEqual(0);
      expect(report.reviewsStarted - report.reviews).toBeLessThanOrEqual(1);
      expect(result.rounds).toBeLessThanOrEqual(bounds(random).maxReviews);
      expect(report.history.map((record) => record.version)).toEqual(report.history.map((_, index) => index + 1));
    }));

  test("QU-INV-03, G2: draft and remaining feedback are the last record's", () =>
    law(({ report }) => {
      const last = report.history.at(-1);
      expect(report.draft).toBe(last?.draft ?? null);
      // On approval and where nothing is actionable the record's own list is empty, so the law needs no exception.
      expect(report.remainingFeedback).toEqual(last?.feedback ?? []);
    }));

  test("QU-INV-04, G22: calls stay within the bounds that worstCase names", () =>
    law(({ report }, random) => {
      const { maxReviews, maxStructuredRepairs } = bounds(random);
      const worst = worstCase(qualityLoop(random.options));
      expect(report.usage.writerCalls).toBeLessThanOrEqual(maxReviews);
      expect(report.usage.reviewerCalls).toBeLessThanOrEqual(maxReviews * (1 + maxStructuredRepairs));
      expect(worst.byRole).toEqual({ writer: maxReviews, reviewer: maxReviews * (1 + maxStructuredRepairs) });
    }));

  test("QU-INV-05, G2: an unreviewed draft only where the run broke off", () =>
    law(({ report, result }) => {
      if (report.unreviewedDraft === null) return;
      expect(["aborted", "run-timeout", "review-failed", "review-invalid"]).toContain(report.token);
      expect(result.status).not.toBe("passed");
    }));

  test("QU-INV-06: the cap comes after a review, and leaves something to do", () =>
    law(({ report, calls }) => {
      if (report.token !== "review-cap") return;
      expect(calls.at(-1)?.role).toBe("reviewer");
      expect(report.remainingFeedback).not.toEqual([]);
    }));

  test("QU-INV-07, G9: every revision and every later review carries the record directly before, whole", () =>
    law(({ report, calls }) => {
      for (const { purpose, version = 0, input } of calls) {
        const before = report.history[version - 2];
        if (purpose === "draft") expect(input).toStrictEqual({ request: R });
        if (purpose === "revise") expect(input).toStrictEqual({ request: R, draft: before!.draft, feedback: before!.feedback });
        if (purpose === "review") expect((input as { previousFeedback: unknown }).previousFeedback).toStrictEqual(before?.feedback ?? []);
      }
    }));

  test("QU-INV-08, G13: one first event, one last, no gap, every call closed", () =>
    law(({ events }) => {
      const types = events.map((event) => event.type);
      expect([types[0], types.at(-1)]).toEqual(["run.started", "run.finished"]);
      expect(types.filter((type) => type === "run.started" || type === "run.finished")).toHaveLength(2);
      expect(events.map((event) => event.seq)).toEqual(events.map((_, index) => index + 1));
      const count = (...wanted: readonly Event["type"][]) => types.filter((type) => wanted.includes(type)).length;
      expect(count("call.started")).toBe(count("call.finished", "call.failed"));
      expect(count("phase.started")).toBe(count("phase.finished"));
    }));

  test("QU-INV-09, G19: the same script gives the same result, calls and events", () =>
    fc.assert(
      fc.asyncProperty(randomRuns, async (random) => {
        expect(await driveByRunner(random)).toStrictEqual(await driveByRunner(random));
      }),
      { numRuns: 100 },
    ));
});

describe("beside the catalogue's", { timeout: 60_000 }, () => {
  test("G3: every decision follows from its recorded facts alone, and those are possible", () =>
    law(({ events }) => {
      for (const { token, facts, signals, early, row } of eventsOf({ events }, "decision.made")) {
        if (token === "round-limit") continue;
        expect(qualityTable.decideAt(facts as never, { signals, early })).toMatchObject({ token, row });
        expect(qualityFacts.possible(facts as never)).toBe(true);
      }
    }));

  test("G10: after abort and after run timeout nothing is started", () =>
    law(({ events }, { abortOn, runTimeoutMs }) => {
      for (const { seq, at } of eventsOf({ events }, "call.started")) {
        expect(seq).toBeLessThanOrEqual(abortOn ?? Infinity);
        expect(at).toBeLessThan(runTimeoutMs ?? Infinity);
      }
    }));

  test("G9: what the reviewer said is in the report, or in an event that says why not", () =>
    law(({ events, report }) => {
      const answered = eventsOf({ events }, "call.finished").length;
      const used = report.history.length + eventsOf({ events }, "draft.produced").length + eventsOf({ events }, "draft.rejected").length + eventsOf({ events }, "review.invalid").length;
      const discarded = ["aborted", "run-timeout"].includes(report.token) ? 1 : 0;
      expect(answered - used).toBeGreaterThanOrEqual(0);
      expect(answered - used).toBeLessThanOrEqual(discarded);
    }));

  test("the loop equals a plain one, written down without facts, table or runner", () =>
    law(({ report }, random) => {
      if (random.abortOn !== null || random.runTimeoutMs !== null) return;
      const plain = plainLoop(random);
      expect({ token: report.token, draft: report.draft, reviews: report.reviews, unreviewedDraft: report.unreviewedDraft, calls: report.usage.calls }).toEqual(plain);
    }, 600));

  test("host-driven equals runner-driven, event for event", () =>
    fc.assert(
      fc.asyncProperty(randomRuns, async (random) => {
        expect(await driveBySession(random)).toStrictEqual(await driveByRunner(random));
      }),
      { numRuns: 200 },
    ));
});

/** The loop as anyone would write it; the oracle of the test above. */
function plainLoop(random: RandomRun) {
  const { maxReviews, maxStructuredRepairs } = bounds(random);
  const { callTimeoutMs = 300_000 } = random.options;
  const left = { writer: [...random.writer], reviewer: [...random.reviewer] };
  const reviewed: { draft: string; items: readonly string[] }[] = [];
  let calls = 0;
  const ask = (role: "writer" | "reviewer") => {
    const action = left[role].shift()!;
    calls++;
    if (action.does === "abort" || (action.does === "hang" && callTimeoutMs === null)) return "aborted";
    if (!("reply" in action) || (action.does === "reply-late" && callTimeoutMs === 7)) return "failed";
    return action.reply;
  };
  const end = (token: string, unreviewedDraft: string | null = null) => ({ token, draft: reviewed.at(-1)?.draft ?? null, reviews: reviewed.length, unreviewedDraft, calls });
  const write = (failed: string) => {
    const reply = ask("writer");
    if (reply === "aborted") return { ended: end("aborted") };
    if (reply === "failed" || typeof reply.text !== "string" || reply.text.trim() === "" || reply.finishReason !== undefined) return { ended: end(failed) };
    return { draft: reply.text };
  };
  let written = write("draft-failed");
  for (let version = 1; ; version++) {
    if (written.ended !== undefined) return written.ended;
    const draft = written.draft;
    let answer: ReviewAnswer | null = null;
    for (let tries = 0; tries <= maxStructuredRepairs && answer === null; tries++) {
      const reply = ask("reviewer");
      if (reply === "aborted") return end("aborted", draft);
      if (reply === "failed") return end("review-failed", draft);
      if (reply.finishReason === "refusal") break;
      if (reply.finishReason === undefined) answer = validOf(reply.structured);
    }
    if (answer === null) return end("review-invalid", draft);
    const items = answer.feedback.filter((item) => item.trim() !== "");
    reviewed.push({ draft, items });
    if (answer.approved && answer.feedback.length === 0) return end("approved");
    if (items.length === 0) return end("no-actionable-feedback");
    if (version === maxReviews) return end("review-cap");
    written = write("revision-failed");
  }
}

function validOf(structured: unknown): ReviewAnswer | null {
  if (typeof structured !== "object" || structured === null || Object.keys(structured).sort().join() !== "approved,feedback") return null;
  const { approved, feedback } = structured as { approved: unknown; feedback: unknown };
  if (typeof approved !== "boolean" || !Array.isArray(feedback)) return null;
  return feedback.every((item) => typeof item === "string") ? { approved, feedback } : null;
}
