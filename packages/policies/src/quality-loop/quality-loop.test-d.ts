import { runLoop, type Agent, type RunnerToken } from "@loopwright/core";
import { describe, expectTypeOf, test } from "vitest";
import { qualityLoop, qualityTable, type QualityReport, type QualityToken } from "./index.js";

declare const writer: Agent;
declare const reviewer: Agent;
const input = { request: "R" };

describe("the quality loop's types", () => {
  test("tokens are the table's and the runner's, and the status narrows them", async () => {
    const result = await runLoop(qualityLoop(), { agents: { writer, reviewer }, input }).result;
    expectTypeOf(result.token).toEqualTypeOf<QualityToken | RunnerToken | null>();
    if (result.status === "passed") {
      expectTypeOf(result.token).toEqualTypeOf<"approved">();
      expectTypeOf(result.report).toEqualTypeOf<QualityReport>();
    }
    if (result.status === "failed") expectTypeOf(result.report).toEqualTypeOf<null>();
    expectTypeOf(qualityTable.tokens.pass).toEqualTypeOf<readonly "approved"[]>();
  });

  test("both agents and a request are needed, and nothing else is taken", () => {
    // @ts-expect-error no reviewer
    runLoop(qualityLoop(), { agents: { writer }, input });
    // @ts-expect-error no such role
    runLoop(qualityLoop(), { agents: { writer, reviewer, critic: reviewer }, input });
    // @ts-expect-error no request
    runLoop(qualityLoop(), { agents: { writer, reviewer }, input: {} });
    // @ts-expect-error a list is no request
    runLoop(qualityLoop(), { agents: { writer, reviewer }, input: { request: ["R"] } });
    // @ts-expect-error no such option
    qualityLoop({ maxRounds: 3 });
    // @ts-expect-error a tool list is a list
    qualityLoop({ tools: { writer: "search" } });
  });

  test("its own events are known by type", () => {
    const run = runLoop(qualityLoop(), { agents: { writer, reviewer }, input });
    run.on("review.decided", (event) => expectTypeOf(event.decision).toEqualTypeOf<"approve" | "revise" | "stop-no-feedback" | "stop-cap">());
    run.on("draft.produced", (event) => expectTypeOf(event.chars).toEqualTypeOf<number>());
    // @ts-expect-error no such event
    run.on("draft.lost", () => undefined);
  });
});
