/** The thread behind `engine.ts`: one job in, one answer out. */
import { parentPort } from "node:worker_threads";
import type { EngineAnswer, EngineJob } from "./engine.ts";
import { lint, mendDocument } from "./jobs.ts";

if (parentPort === null) throw new Error("engine-worker.ts runs in a thread that engine.ts starts");
const port = parentPort;

port.on("message", (job: EngineJob) => {
  void answer(job).then((reply) => {
    port.postMessage(reply);
  });
});

async function answer(job: EngineJob): Promise<EngineAnswer> {
  try {
    return { ok: true, value: await (job.kind === "lint" ? lint(job.text, job.document) : mendDocument(job.text, job.rules)) };
  } catch (error) {
    return { ok: false, message: error instanceof Error ? error.message : String(error) };
  }
}
