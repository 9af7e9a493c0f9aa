/** The events of a loop as lines to read. */
import type { Policy, RunEvent } from "@loopwright/core";
import type { ledgerLoop } from "@loopwright/policies/ledger-loop";

type EventOf<P> = P extends Policy<infer T> ? RunEvent<T> : never;

const list = (ids: readonly string[]): string => (ids.length === 0 ? "none" : ids.join(", "));

/** Prints what a reader wants to know. */
export function tell(event: EventOf<ReturnType<typeof ledgerLoop>>): void {
  switch (event.type) {
    case "suite.run":
      return console.log(`round ${event.ledgerRound}: suite ${event.suite}, gates ${event.gates}`);
    case "findings.verified":
      return console.log(`  looked at again: ${list(event.ids)}`);
    case "findings.taken":
      return console.log(`  taken in: ${list(event.new)}; capped: ${list(event.capped)}; repeats a settled one: ${list(event.disputed)}`);
    case "witness.run":
      return console.log(`  witness of ${event.finding}: ${event.status}`);
    case "commit.checked":
      return console.log(`  commit ${event.commit.slice(0, 7)} for ${event.finding}: ${event.inScope ? "in scope" : `out of scope → ${list(event.machineIds)}`}`);
    case "fix.ended":
      return console.log(`  ${event.finding}: ${event.outcome}`);
    case "round.closed":
      return console.log(`  closed: ${event.action}`);
    default:
  }
}
