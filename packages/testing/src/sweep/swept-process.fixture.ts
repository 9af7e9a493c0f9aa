/** A program that a process sweep kills. Arguments: the name of a world, what is wrong with it, if anything, and a file for that. */
import { spawn } from "node:child_process";
import { existsSync, writeFileSync } from "node:fs";
import path from "node:path";
import { sweptProcess } from "@loopwright/testing/processes";
import { sweptAgents, sweptPolicy, WORLDS } from "./scenarios.fixture.js";

const [world = "", wrong = "nothing", note = ""] = process.argv.slice(2);
const options = WORLDS[world];
if (options === undefined) throw new Error(`no world ${world}`);
if (wrong === "does not start") throw new Error("does not start");

await sweptProcess(({ folder, ran }) => {
  const policy = sweptPolicy(options, ran);
  const { review } = policy.body;
  const trace = path.join(folder, "trace");
  const isLater = existsSync(trace);
  writeFileSync(trace, "somebody was here");
  const wrongReview = async (...[ctx, state]: Parameters<typeof review>) => {
    const reviewed = await review(ctx, state);
    if (wrong === "a timer left behind") setTimeout(() => undefined, 60_000);
    if (wrong === "a process that ends later") {
      const child = spawn(process.execPath, ["-e", "setTimeout(() => {}, 1_500)"], { detached: true, stdio: "ignore" });
      child.unref();
      writeFileSync(note, String(child.pid));
    }
    if (wrong !== "everything") return reviewed;
    ran(`r${ctx.round}/review/lane-0/panel/p0`);
    writeFileSync(path.join(folder, "..", "journal", "note"), "x");
    return isLater ? { ...reviewed, failed: ctx.round === 3 } : reviewed;
  };
  return { policy: { ...policy, body: { ...policy.body, review: wrongReview } }, agents: sweptAgents(options), input: "task", answers: { "may-i": true } };
});
