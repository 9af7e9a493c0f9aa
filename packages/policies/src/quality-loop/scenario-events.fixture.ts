/** Expands the catalogue's shorthand for events (QU §4) to the events themselves, with exactly the fields it names. */
import type { Usage } from "@loopwright/core";
import { USAGE, type Event } from "./quality-run.fixture.js";

/** What the shorthand leaves to the script. */
export interface EventFacts {
  readonly maxReviews: number;
  readonly maxStructuredRepairs: number;
  /** Drafts by version, from 1. */
  readonly drafts: readonly string[];
  /** Valid answers by version, from 1. */
  readonly verdicts: readonly (readonly [approved: boolean, feedback: readonly string[]])[];
  /** Problems of the invalid answers, in order. */
  readonly problems: readonly (readonly string[])[];
  /** Calls that reported no usage. */
  readonly withoutUsage: readonly string[];
}

/** The fields that the catalogue gives each of its ten types. */
const FIELDS: { readonly [type: string]: readonly string[] } = {
  "run.started": ["maxReviews", "maxStructuredRepairs"],
  "call.started": ["callId", "role", "purpose", "version", "repair"],
  "call.finished": ["callId", "usage"],
  "call.failed": ["callId", "kind"],
  "draft.produced": ["version", "chars"],
  "draft.rejected": ["version", "kind"],
  "review.invalid": ["version", "repair", "kind", "problems"],
  "review.decided": ["version", "rawApproved", "approved", "items", "decision"],
  "violation.recorded": ["version", "code", "itemIndex"],
  "run.finished": ["token", "approved", "reviews", "observerErrors"],
};

/** The policy's own types carry the catalogue's fields and the frame, nothing else. */
const OWN = ["draft.produced", "draft.rejected", "review.invalid", "review.decided", "violation.recorded"];

/** Events of the ten types with the catalogue's fields; a policy event with a field too many keeps it, and fails. */
export function catalogued(events: readonly Event[]): readonly object[] {
  return events.flatMap((event) => {
    const fields = FIELDS[event.type];
    if (fields === undefined) return [];
    const given: { readonly [field: string]: unknown } = { ...event };
    const more = OWN.includes(event.type) ? Object.keys(given).filter((name) => !["seq", "at", "round", "phase"].includes(name)) : [];
    return [Object.fromEntries(["type", ...fields, ...more].map((name) => [name, given[name]]))];
  });
}

/** Expands one line of shorthand, such as `START › DRAFT(c1,v1) › REVIEW(c2,v1) › DECIDED(v1,approve) › END(approved)`. */
export function expandEvents(shorthand: string, facts: EventFacts): readonly object[] {
  const expansion = new Expansion(facts);
  return shorthand.split(" › ").flatMap((part) => expansion.of(part));
}

class Expansion {
  readonly #facts: EventFacts;
  #reviews = 0;
  readonly #problems: (readonly string[])[];

  constructor(facts: EventFacts) {
    this.#facts = facts;
    this.#problems = [...facts.problems];
  }

  of(part: string): readonly object[] {
    const { maxReviews, maxStructuredRepairs, drafts } = this.#facts;
    const [head = "", ...rest] = part.split(/[\s(),]+/).filter((word) => word !== "");
    const [first = "", second = "", third = ""] = rest;
    switch (head) {
      case "START":
        return [{ type: "run.started", maxReviews, maxStructuredRepairs }];
      case "END":
        return [{ type: "run.finished", token: first, approved: first === "approved", reviews: this.#reviews, observerErrors: 0 }];
      case "DRAFT":
      case "REVISE":
        return [
          started(first, `writer/${head.toLowerCase()}`, second, ""),
          this.#finished(first),
          { type: "draft.produced", version: numberIn(second), chars: (drafts[numberIn(second) - 1] as string).length },
        ];
      case "REVIEW":
        return [started(first, "reviewer/review", second, third), this.#finished(first)];
      case "DECIDED":
        return [this.#decided(numberIn(first), second)];
      case "VIOL":
        return [{ type: "violation.recorded", version: numberIn(second), code: first.replace(/\[.*/, ""), itemIndex: first.includes("[") ? numberIn(first) : null }];
      case "call.started":
        return [started(first, second, third, rest[3] ?? "")];
      case "call.finished":
        return [this.#finished(first)];
      case "call.failed":
        return [{ type: head, callId: first, kind: second }];
      case "draft.rejected":
        return [{ type: head, version: numberIn(first), kind: second }];
      case "review.invalid":
        return [this.#invalid(numberIn(first), second)];
      default:
        throw new Error(`unknown shorthand: ${part}`);
    }
  }

  #finished(callId: string): object {
    const usage: Usage | null = this.#facts.withoutUsage.includes(callId) ? null : USAGE;
    return { type: "call.finished", callId, usage };
  }

  #decided(version: number, decision: string): object {
    this.#reviews += 1;
    const [rawApproved, feedback] = this.#facts.verdicts[version - 1] as EventFacts["verdicts"][number];
    const items = feedback.filter((item) => item.trim() !== "").length;
    return { type: "review.decided", version, rawApproved, approved: rawApproved && feedback.length === 0, items, decision };
  }

  #invalid(version: number, kind: string): object {
    const repair = this.#facts.problems.length - this.#problems.length;
    return { type: "review.invalid", version, repair, kind, problems: this.#problems.shift() };
  }
}

function started(callId: string, who: string, version: string, repair: string): object {
  const [role, purpose] = who.split("/");
  return { type: "call.started", callId, role, purpose, version: numberIn(version), repair: repair === "" ? 0 : numberIn(repair) };
}

function numberIn(text: string): number {
  return Number(/\d+/.exec(text)?.[0]);
}
