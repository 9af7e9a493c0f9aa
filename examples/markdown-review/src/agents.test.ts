import { runLoop } from "@loopwright/core";
import type { RunResult } from "@loopwright/core";
import { qualityLoop } from "@loopwright/policies/quality-loop";
import type { QualityReport } from "@loopwright/policies/quality-loop";
import { readFile } from "node:fs/promises";
import { expect, test, vi } from "vitest";
import { MAX_CHANGES } from "./feedback.ts";
import { lint, mendDocument } from "./jobs.ts";
import { toRequest } from "./request.ts";
import { linterReviewer } from "./reviewer.ts";
import { fixerWriter } from "./writer.ts";

vi.setConfig({ testTimeout: 60_000 }); // The first use of the linters loads them, on a busy machine slowly.

/** The engine without its thread. */
const engine = { lint, mend: mendDocument };

async function review(document: string, maxReviews = 3): Promise<RunResult & { report: QualityReport }> {
  const run = runLoop(qualityLoop({ maxReviews, maxChanges: MAX_CHANGES }), {
    agents: { writer: fixerWriter(engine), reviewer: linterReviewer(engine) },
    input: { request: toRequest(document) },
  });
  return (await run.result) as RunResult & { report: QualityReport };
}

const shipped = (name: string): Promise<string> => readFile(new URL(`../documents/${name}`, import.meta.url), "utf8");

test("the shipped release notes are approved after a revision, without a breach of discipline", async () => {
  const { status, token, report } = await review(await shipped("release-notes.md"));
  expect({ status, token, reviews: report.reviews, violations: report.violations }).toEqual({ status: "passed", token: "approved", reviews: 2, violations: [] });
  expect(report.history[0]?.draft).toBe(await shipped("release-notes.md"));
  expect(report.history[0]?.feedback).toHaveLength(3);
});

test("case F20: what has no fix is listed with the draft it is about, and the run is no pass", async () => {
  const { status, token, report, unreviewedChange } = await review(await shipped("migration-guide-unfixable.md"));
  expect({ status, token, reviews: report.reviews, violations: report.violations }).toEqual({ status: "stopped", token: "revision-failed", reviews: 2, violations: [] });
  expect(report.remainingFeedback).toEqual([expect.stringMatching(/^\[previous 1\] Line 8: .*\(remark-lint:no-undefined-references\)\.$/)]);
  expect(report.failure).toMatchObject({ kind: "error", message: "no fixer can mend what is open: remark-lint:no-undefined-references" });
  expect(report.draft).toContain("without a gap in the transfers");
  expect(unreviewedChange).toBeNull();
});

test("case G08: the cap is never a pass", async () => {
  const { status, token, report } = await review(await shipped("release-notes.md"), 1);
  expect({ status, token, reviews: report.reviews }).toEqual({ status: "stopped", token: "review-cap", reviews: 1 });
  expect(report.remainingFeedback).toHaveLength(3);
});

test("case H06: the last attempt is judged, and right on the last attempt is approved", async () => {
  const { token, report } = await review(await shipped("release-notes.md"), 2);
  expect({ token, reviews: report.reviews, unreviewed: report.unreviewedDraft }).toEqual({ token: "approved", reviews: 2, unreviewed: null });
});

test("a document without a flaw is approved as it is", async () => {
  const document = "# Title\r\n\r\nAll is well.\r\n";
  const { token, report } = await review(document);
  expect({ token, reviews: report.reviews, draft: report.draft }).toEqual({ token: "approved", reviews: 1, draft: document });
});

test("a document that breaks every kind of rule keeps the discipline, too", async () => {
  const { token, report } = await review("Title\n===\n\n#### Deep\n\n*   in the the Javascript file\n\n[a][b] and https://example.com");
  expect({ token, violations: report.violations }).toEqual({ token: "revision-failed", violations: [] });
  expect(report.history.map((record) => record.feedback.length)).toEqual([3, 1]);
});

test("a writer that throws the document away is not approved", async () => {
  const run = runLoop(qualityLoop({ maxReviews: 2 }), {
    agents: { writer: { id: "tidy", call: () => Promise.resolve({ text: "# Tidy\n" }) }, reviewer: linterReviewer(engine) },
    input: { request: toRequest(await shipped("release-notes.md")) },
  });
  const result = await run.result;
  expect(result.token).toBe("review-cap");
  expect(result.report?.remainingFeedback[0]).toContain("(document:kept)");
});

test("feedback without a rule id is nothing that fixers understand", async () => {
  const run = runLoop(qualityLoop(), {
    agents: { writer: fixerWriter(engine), reviewer: { id: "vague", call: () => Promise.resolve({ structured: { approved: false, feedback: ["Make it nicer"] } }) } },
    input: { request: toRequest("# Title\n") },
  });
  expect((await run.result).report?.failure?.message).toBe("the fixers mend rules by their id, and the feedback names none");
});
