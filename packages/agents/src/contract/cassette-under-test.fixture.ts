import type { Agent } from "@loopwright/core";
import type { AgentUnderTest, OtherSideStep } from "@loopwright/testing";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { record, replay } from "../cassette.js";
import { functionUnderTest } from "./function-under-test.fixture.js";

/** Every call is recorded to a file of its own, and its answer is what that file plays back. */
export async function cassetteUnderTest(script: readonly OtherSideStep[]): Promise<AgentUnderTest> {
  const folder = await mkdtemp(path.join(tmpdir(), "loopwright-contract-"));
  const made = functionUnderTest(script);
  let calls = 0;
  const agent: Agent = {
    async call(request) {
      const file = path.join(folder, `${++calls}.json`);
      // What it fails with is in the file, too; an abort is in none, and stands.
      await record(made.agent, file)
        .call({ ...request, reportUsage: () => undefined })
        .catch((error: unknown) => {
          if (request.signal.aborted) throw error;
        });
      return replay(file).call(request);
    },
  };
  return { agent, seen: made.seen, dispose: () => rm(folder, { recursive: true, force: true }) };
}
