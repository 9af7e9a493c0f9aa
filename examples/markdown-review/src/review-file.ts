/** One run over one file: read, loop, tell, write. */
import process from "node:process";
import type { CliOptions } from "./cli.ts";
import type { CommandLine } from "./command-line.ts";
import { formatBytes, readDocument } from "./document.ts";
import type { Document } from "./document.ts";
import { createEngine } from "./engine.ts";
import type { ExitCode } from "./exit-code.ts";
import { familyOf } from "./model-family.ts";
import { narrate, step } from "./narration.ts";
import { checkOutput, writeWhole } from "./output.ts";
import { printResult, toJson } from "./result.ts";
import type { Written } from "./result.ts";
import { startReview } from "./review-run.ts";
import type { ReviewResult, ReviewSetup } from "./review-run.ts";
import { RULESET } from "./ruleset.ts";
import { createScreen } from "./screen.ts";
import type { Screen } from "./screen.ts";
import type { StopRequest } from "./stop-request.ts";
import { printable } from "./style.ts";
import { UserError } from "./user-error.ts";
import { exitCodeOf } from "./verdict.ts";

export interface FileReview extends Omit<CliOptions, "file"> {
  /** Absolute. */
  readonly file: string;
  /** As a person named it. */
  readonly name: string;
  /** Where the person stands. */
  readonly directory: string;
  readonly stop: StopRequest;
}

/**
 * Reviews a file and tells about it on standard output.
 *
 * @throws UserError before the run for input that cannot be used, after it for a result that cannot be written.
 */
export async function reviewFile(review: FileReview): Promise<ExitCode> {
  const { out, isInPlace, isJson } = review;
  const document = await readDocument(review.file, review.name);
  const target = out === "-" ? null : (out ?? (isInPlace ? review.file : null));
  if (out !== null && target !== null) await checkOutput(target, review.file);
  const engine = createEngine();
  const started = performance.now();
  try {
    const setup: ReviewSetup = { document: document.text, options: review, engine, directory: review.directory, signal: review.stop.signal };
    const screen = isJson ? null : createScreen(out === "-" ? process.stderr : process.stdout);
    const result = screen === null ? await (await startReview(setup)).result : await runOnScreen(screen, document, review, setup);
    const written = await writeResult(result, document, review, target);
    const exitCode = exitCodeOf(result, review.stop.by());
    if (screen === null) process.stdout.write(`${JSON.stringify(toJson({ result, document, exitCode, written }), null, 2)}\n`);
    else printResult(screen, { result, written, exitCode, durationMs: performance.now() - started, isInPlace });
    return exitCode;
  } finally {
    await engine.close();
  }
}

async function runOnScreen(screen: Screen, document: Document, review: FileReview, setup: ReviewSetup): Promise<ReviewResult> {
  step(screen, "Document", `${printable(document.name)} (${formatBytes(document.bytes)})`);
  step(screen, "Rule set", `${RULESET.name} ${RULESET.version}, ${RULESET.rules.length} rules`);
  step(screen, "Agents", agentsText(review));
  const narration = narrate(screen, document.text);
  const run = await startReview({ ...setup, onAnswer: narration.onAnswer });
  for await (const event of run) narration.onEvent(event);
  return run.result;
}

/** Who plays which role, and what the reviewer has in common with the writer. */
function agentsText({ writerCommand, reviewerCommand, writerModel, reviewerModel }: FileReview): string {
  const writer = commandText(writerCommand) ?? modelText(writerModel) ?? "the linters' fixers";
  const reviewer = commandText(reviewerCommand) ?? modelText(reviewerModel) ?? "the linters";
  const isOneFamily = writerModel !== null && reviewerModel !== null && familyOf(writerModel) === familyOf(reviewerModel);
  return `writer: ${writer}, reviewer: ${reviewer}${isOneFamily ? "; of one family, so it may overlook what the writer does" : ""}`;
}

function modelText(name: string | null): string | null {
  return name === null ? null : printable(`model ${name}`);
}

function commandText(line: CommandLine | null): string | null {
  return line === null ? null : printable([line.command, ...line.args].join(" "));
}

/** Writes the last reviewed draft where it is wanted; in place only an approved one that differs. */
async function writeResult(result: ReviewResult, document: Document, { out, isInPlace }: FileReview, target: string | null): Promise<Written> {
  const draft = result.report?.draft ?? null;
  if (draft === null) return { path: null, reason: "no draft was reviewed" };
  if (out === "-") {
    process.stdout.write(draft);
    return { path: "-", reason: null };
  }
  if (out === null && result.status === "passed" && draft === document.text) return { path: null, reason: "nothing changed" };
  if (target === null) return { path: null, reason: "not asked for" };
  if (isInPlace && result.status !== "passed") return { path: null, reason: "not approved" };
  if (isInPlace) await refuseChanged(document);
  await writeWhole(target, draft);
  return { path: target, reason: null };
}

/** An approval is of the text that was read: what somebody wrote meanwhile is not replaced (G5, cases F09 and H12). */
async function refuseChanged({ path, name, text }: Document): Promise<void> {
  const current = await readDocument(path, name).catch(() => null);
  if (current?.text === text) return;
  throw new UserError("document-changed", `${JSON.stringify(name)} was changed while it was reviewed`, "It was left as it is; review it again.");
}
