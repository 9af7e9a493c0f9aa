/**
 * Run in a process of its own: runs a world with a journal in a file, and ends itself with SIGKILL where it is told to.
 * Arguments: folder, world, `before` | `after` | `never`, number of the write. The folder holds the journal, and `ran`: a
 * line for each effect that really ran. Says on standard output how the run ended.
 */
import { appendFileSync, existsSync } from "node:fs";
import path from "node:path";
import { resumeRun, runLoop } from "@loopwright/core";
import type { Journal, PolicyTypes, RunResult } from "@loopwright/core";
import { jsonlJournal } from "@loopwright/core/jsonl-journal";
import { sweptAgents, sweptPolicy, WORLDS } from "./scenarios.fixture.js";

const [folder = "", world = "", when = "never", write = "0"] = process.argv.slice(2);
const file = path.join(folder, "run.jsonl");
const options = WORLDS[world];
if (options === undefined) throw new Error(`no world ${world}`);
const ran = (key: string): void => appendFileSync(path.join(folder, "ran"), `${key}\n`);

let writes = 0;

/** Dies before or after its write of that number. */
function deadly(journal: Journal): Journal {
  const perform = async (operation: () => Promise<void>): Promise<void> => {
    const isLast = writes++ === Number(write);
    if (isLast && when === "before") process.kill(process.pid, "SIGKILL");
    await operation();
    if (isLast && when === "after") process.kill(process.pid, "SIGKILL");
  };
  return {
    async open() {
      const opened = await journal.open();
      return {
        records: opened.records,
        append: (record) => perform(() => opened.append(record)),
        compact: (records) => perform(() => opened.compact(records)),
        close: () => opened.close(),
      };
    },
  };
}

const policy = sweptPolicy(options, ran);
const agents = sweptAgents(options, ran);
const journal = deadly(jsonlJournal(file));
let result: RunResult<PolicyTypes> = existsSync(file) && (await hasRun()) ? await resumeRun(policy, { agents, from: journal }).result : await runLoop(policy, { agents, input: "task", journal, runId: "swept" }).result;
while (result.status === "suspended") result = await resumeRun(policy, { agents, from: journal, token: "may-i", answer: true, by: "somebody" }).result;
const { status, token, rounds, report, reviewedVersion, error } = result;
process.stdout.write(JSON.stringify({ writes, result: { status, token, rounds, report, reviewedVersion, error: error?.code ?? null } }));

/** Whether the journal holds anything: it may have been made and not written to. */
async function hasRun(): Promise<boolean> {
  const opened = await jsonlJournal(file).open();
  await opened.close();
  return opened.records.length > 0;
}
