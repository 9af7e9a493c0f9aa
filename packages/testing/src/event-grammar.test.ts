import { runLoop } from "@loopwright/core";
import type { RunEvent } from "@loopwright/core";
import { describe, expect, test, vi } from "vitest";
import { eventGrammarProblems } from "./index.js";
import { sweptAgents, sweptPolicy, WORLDS } from "./sweep/scenarios.fixture.js";

// A busy machine takes its time for files and processes.
vi.setConfig({ testTimeout: 60_000 });

async function eventsOf(world: string): Promise<RunEvent[]> {
  const events: RunEvent[] = [];
  const options = WORLDS[world]!;
  await runLoop(sweptPolicy(options, () => undefined), { agents: sweptAgents(options), input: "task", onEvent: (event) => void events.push(event) }).result;
  return events;
}

test.each(Object.keys(WORLDS))("G13: a whole run has no problem: %s", async (world) => {
  expect(eventGrammarProblems(await eventsOf(world))).toEqual([]);
});

describe("a problem is found:", () => {
  const changed = (event: RunEvent, changes: object): RunEvent => Object.freeze({ ...event, ...changes });
  const renumbered = (events: readonly RunEvent[]): RunEvent[] => events.map((event, index) => changed(event, { seq: index + 1 }));
  const without = (type: string) => (events: RunEvent[]) => renumbered(events.toSpliced(events.findIndex((event) => event.type === type), 1));
  const doubled = (type: string) => (events: RunEvent[]) => {
    const at = events.findIndex((event) => event.type === type);
    return renumbered(events.toSpliced(at, 0, events[at]!));
  };

  test.each<[what: string, change: (events: RunEvent[]) => RunEvent[], said: string]>([
    ["none at all", () => [], "no event at all"],
    ["a gap", (events) => events.toSpliced(3, 1), "carries seq"],
    ["time that goes back", (events) => events.with(5, changed(events[5]!, { at: 0 })), "time goes back"],
    ["an event that can be changed", (events) => events.with(2, { ...events[2]! }), "is not frozen"],
    ["an event that is no data", (events) => events.with(2, changed(events[2]!, { at: events[2]!.at, when: Object.freeze(new Date(0)) })), "does not survive JSON"],
    ["no start", without("run.started"), "at the start"],
    ["no end", without("run.finished"), "has no end"],
    ["something after the end", (events) => renumbered([...events, events[1]!]), "follows the end"],
    ["a call without an end", without("call.finished"), "is open"],
    ["a call that ends twice", doubled("call.finished"), "which is not open"],
    ["a call that starts twice", doubled("call.started"), "starts twice"],
    ["a step without an end", without("step.finished"), "is open"],
    ["a step that ends twice", doubled("step.finished"), "which is not open"],
    ["a lane without a start", without("lane.started"), "which is not open"],
    ["a lane without an end", without("lane.finished"), "is open"],
    ["a lane that starts twice", doubled("lane.started"), "starts twice"],
    ["a phase inside a phase", without("phase.finished"), "starts inside"],
    ["a phase that ends twice", doubled("phase.finished"), "ends inside"],
    ["another end than was decided", (events) => events.with(-1, changed(events.at(-1)!, { token: "other" })), "was decided"],
  ])("%s", async (_what, change, said) => {
    const events = await eventsOf("steps that may run again");
    expect(eventGrammarProblems(change(events)).join("\n")).toContain(said);
  });
});
