/** Tells a run to a person while it goes on. */
import { actionableItems, validateReviewAnswer } from "@loopwright/policies/quality-loop";
import { countChangedLines, renderDiff } from "./diff.ts";
import type { AnswerListener, ReviewEvent } from "./review-run.ts";
import type { Screen } from "./screen.ts";
import { printable } from "./style.ts";

export interface Narration {
  readonly onEvent: (event: ReviewEvent) => void;
  /** Events carry sizes; the drafts and the feedback to show come from the answers themselves. */
  readonly onAnswer: AnswerListener;
}

/** What was seen so far. */
interface Story {
  readonly screen: Screen;
  /** By version; 0 is the document. */
  readonly drafts: Map<number, string>;
  /** By version. */
  readonly feedback: Map<number, readonly string[]>;
  /** Started calls by id. */
  readonly calls: Map<string, { readonly role: string; readonly at: number }>;
  /** How long the last call took. */
  lastMs: number;
}

type EventOf<Type extends ReviewEvent["type"]> = Extract<ReviewEvent, { readonly type: Type }>;

/** Tells on `screen` what happens to this document. */
export function narrate(screen: Screen, document: string): Narration {
  const story: Story = { screen, drafts: new Map([[0, document]]), feedback: new Map(), calls: new Map(), lastMs: 0 };
  return {
    onEvent: (event) => tell(story, event),
    onAnswer({ role, version = 0 }, reply) {
      if (role === "writer" && reply.text !== undefined) story.drafts.set(version, reply.text);
      if (role !== "reviewer") return;
      const answer = validateReviewAnswer(reply.structured);
      if (answer.ok) story.feedback.set(version, actionableItems(answer.value.feedback));
    },
  };
}

function tell(story: Story, event: ReviewEvent): void {
  const { screen } = story;
  const { style } = screen;
  switch (event.type) {
    case "run.started":
      step(screen, "Ceiling", ceiling(event.maxRounds, event.limits.runTimeoutMs ?? null));
      return screen.gap();
    case "call.started":
      story.calls.set(event.callId, { role: event.role, at: event.at });
      return screen.status(style.faint(`${event.role === "writer" ? "Writing" : "Reviewing"} draft ${event.version ?? "?"} …`));
    case "call.finished":
    case "call.failed":
      return tellCallEnd(story, event);
    case "draft.produced":
      return tellDraft(story, event);
    case "draft.rejected":
      return step(screen, `Draft ${event.version}`, style.bad(`not usable: ${event.kind}`));
    case "review.decided":
      return tellReview(story, event);
    case "review.invalid":
      return step(screen, `Review ${event.version}`, `${style.bad(`answer not usable, ${event.kind}:`)} ${printable(event.problems.join("; "))}`);
    case "violation.recorded":
      return step(screen, "Note", style.faint(`${printable(event.code)} in round ${event.version}${event.itemIndex === null ? "" : `, change ${event.itemIndex + 1}`}`));
    case "events.dropped":
      return step(screen, "Note", style.faint(`${event.missed} events were not shown`));
    default:
      return undefined;
  }
}

function tellCallEnd(story: Story, event: EventOf<"call.finished"> | EventOf<"call.failed">): void {
  const { screen, calls } = story;
  const started = calls.get(event.callId);
  story.lastMs = event.at - (started?.at ?? event.at);
  if (event.type === "call.finished" || event.kind === "aborted") return;
  const who = started?.role === "reviewer" ? "Reviewer" : "Writer";
  step(screen, who, `${screen.style.bad(event.kind === "timeout" ? "timed out" : "failed")}: ${printable(event.message)}`);
  screen.gap();
}

function tellDraft({ screen, drafts, lastMs }: Story, { version }: EventOf<"draft.produced">): void {
  const before = drafts.get(version - 1) ?? "";
  const after = drafts.get(version) ?? "";
  if (before === after) return step(screen, `Draft ${version}`, version === 1 ? "the document as it is" : "the same as before");
  step(screen, `Draft ${version}`, `${countChangedLines(before, after)} ${took(screen, lastMs)}`);
  for (const line of renderDiff(before, after, screen.style)) screen.print(`  ${line}`);
  screen.gap();
}

function tellReview({ screen, feedback, lastMs }: Story, { version, approved }: EventOf<"review.decided">): void {
  const items = feedback.get(version) ?? [];
  const { style } = screen;
  const verdict = approved ? style.good("approved") : style.bad(`not approved, ${asked(items.length)}`);
  step(screen, `Review ${version}`, `${verdict} ${took(screen, lastMs)}`);
  printItems(screen, items);
  screen.gap();
}

/** A line with its name in front. */
export function step(screen: Screen, name: string, text: string): void {
  screen.print(`${screen.style.strong(name.padEnd(10))} ${text}`);
}

/** Numbered entries, with the lines of an entry under one another. */
export function printItems(screen: Screen, items: readonly string[]): void {
  for (const [index, item] of items.entries()) {
    const [first = "", ...more] = printable(item).split("\n");
    screen.print(`  ${index + 1}. ${first}`);
    for (const line of more) screen.print(`     ${line}`);
  }
}

/** `0.4 s`, `12.0 s`. */
export function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(1)} s`;
}

function took(screen: Screen, milliseconds: number): string {
  return screen.style.faint(`(${seconds(milliseconds)})`);
}

function asked(count: number): string {
  if (count === 0) return "nothing asked for";
  return count === 1 ? "1 change asked for" : `${count} changes asked for`;
}

function ceiling(maxReviews: number, timeoutMs: number | null): string {
  const revisions = maxReviews - 1;
  const reviews = maxReviews === 1 ? "1 review, no revision" : `${maxReviews} reviews, ${revisions} ${revisions === 1 ? "revision" : "revisions"}`;
  return `at most ${reviews}${timeoutMs === null ? "" : `, ${seconds(timeoutMs)}`}`;
}
