/** Kills real processes at every write to their journal in a file. Shared by tests and `npm run sweeps`. */
import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { isDeepStrictEqual } from "node:util";

export interface ProcessSweepOptions {
  /** `crash-process.fixture.ts`, bundled. */
  readonly script: string;
  readonly folder: string;
  readonly world: string;
  /** Which of the writes; default all. */
  readonly isChosen?: (write: number) => boolean;
  /** Whether the process that goes on is killed once, too. */
  readonly twice?: boolean;
}

export interface ProcessSweepReport {
  readonly cases: number;
  readonly kills: number;
  readonly writes: number;
  readonly problems: readonly string[];
}

interface Ended {
  readonly writes: number;
  readonly result: { readonly status: string; readonly token: string | null; readonly error: string | null };
}

/** `null` = it was killed. */
function runProcess(script: string, ...parameters: readonly string[]): Promise<Ended | null> {
  return new Promise((resolve, reject) => {
    execFile(process.execPath, [script, ...parameters], { timeout: 60_000 }, (fault, stdout, stderr) => {
      if (fault === null) resolve(JSON.parse(stdout) as Ended);
      else if (fault.signal === "SIGKILL") resolve(null);
      else reject(new Error(`the process failed: ${stderr}`));
    });
  });
}

/** Keys of effects that ran, of those whose end the journal kept, and whether it kept a second start of one. */
function effectsIn(folder: string): { readonly counts: ReadonlyMap<string, number>; readonly ended: readonly string[]; readonly isReissued: boolean } {
  const counts = new Map<string, number>();
  const log = path.join(folder, "ran");
  for (const key of existsSync(log) ? readFileSync(log, "utf8").trimEnd().split("\n") : []) counts.set(key, (counts.get(key) ?? 0) + 1);
  const file = path.join(folder, "run.jsonl");
  const lines = existsSync(file) ? readFileSync(file, "utf8").split("\n").slice(1, -1) : [];
  const records = lines.map((line) => (JSON.parse(line) as { readonly record: { readonly type: string; readonly key?: string } }).record);
  const started = records.flatMap(({ type, key }) => (type === "effect.started" && key !== undefined ? [key] : []));
  return { counts, isReissued: new Set(started).size < started.length, ended: records.flatMap(({ type, key }) => (type === "effect.ended" && key !== undefined ? [key] : [])) };
}

export async function crashProcesses({ script, folder, world, isChosen = () => true, twice = false }: ProcessSweepOptions): Promise<ProcessSweepReport> {
  const problems: string[] = [];
  let cases = 0;
  let kills = 0;
  const whole = mkdtempSync(path.join(folder, "whole-"));
  const undisturbed = await runProcess(script, whole, world, "never", "0");
  if (undisturbed === null) throw new Error("a process died by itself");
  for (let write = 0; write < undisturbed.writes; write++) {
    for (const when of ["before", "after"] as const) {
      if (!isChosen(write)) continue;
      cases++;
      const at = `${world}: ${when} write ${write}`;
      const place = mkdtempSync(path.join(folder, "case-"));
      const plans: readonly (readonly [string, number])[] = [[when, write], ...(twice ? [["after", write % 3] as const] : []), ["never", 0]];
      const completed = new Map<string, number>();
      let ended: Ended | null = null;
      let isReissued = false; // Killed in the second attempt, even before it ran, an effect is given up.
      for (const [how, number] of plans) {
        ended = await runProcess(script, place, world, how, String(number));
        const { counts, ended: kept, isReissued: hasSecondStart } = effectsIn(place);
        isReissued ||= hasSecondStart;
        for (const key of kept) if (!completed.has(key)) completed.set(key, counts.get(key) ?? 0);
        if (ended !== null) break;
        kills++;
      }
      for (const [key, count] of effectsIn(place).counts) {
        if (count > (completed.get(key) ?? 2)) problems.push(`${at}: ${key} ran ${count} times`);
        if (count > 2) problems.push(`${at}: ${key} ran more than twice`);
      }
      const isStopped = ended?.result.error === "effect-interrupted";
      if (!isStopped && !isDeepStrictEqual(ended?.result, undisturbed.result) && !twice) problems.push(`${at}: ${JSON.stringify(ended?.result)} instead of ${JSON.stringify(undisturbed.result)}`);
      if (twice && !isStopped && ended?.result.status !== undisturbed.result.status && !isReissued) problems.push(`${at}: ended ${JSON.stringify(ended?.result)}`);
      const left = readdirSync(place).filter((name) => !["ran", "run.jsonl"].includes(name));
      if (left.length > 0) problems.push(`${at}: left behind: ${left.join(", ")}`);
      rmSync(place, { recursive: true });
    }
  }
  return { cases, kills, writes: undisturbed.writes, problems };
}
