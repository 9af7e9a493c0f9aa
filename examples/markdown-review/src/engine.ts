/**
 * The linters and fixers in a thread of their own, so that the main thread stays free to show progress and to stop.
 *
 * Invariants:
 * 1. A call whose signal aborts settles at once: the thread is ended, whatever it is doing. The next call starts a new one.
 * 2. Nothing heavy is loaded before the first call.
 * 3. Calls come one after another, as the quality loop makes them (QU-ROLE-05).
 */
import { once } from "node:events";
import { Worker } from "node:worker_threads";
import type { Finding } from "./finding.ts";
import type { RuleId } from "./ruleset.ts";

/** What the thread is asked for. */
export type EngineJob =
  | { readonly kind: "lint"; readonly text: string; readonly document: string }
  | { readonly kind: "mend"; readonly text: string; readonly rules: readonly RuleId[] };

/** What the thread answers. */
export type EngineAnswer = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly message: string };

export interface Engine {
  /** Every place where the text, a draft of the document, breaks the rule set. */
  lint(text: string, document: string, signal: AbortSignal): Promise<readonly Finding[]>;
  /** The text with the flaws of these rules mended, as far as they can be. */
  mend(text: string, rules: readonly RuleId[], signal: AbortSignal): Promise<string>;
  /** Ends the thread. */
  close(): Promise<void>;
}

export function createEngine(): Engine {
  let worker: Worker | null = null;

  async function close(): Promise<void> {
    const ending = worker;
    worker = null;
    await ending?.terminate();
  }

  async function perform(job: EngineJob, signal: AbortSignal): Promise<unknown> {
    signal.throwIfAborted();
    worker ??= new Worker(new URL("./engine-worker.ts", import.meta.url), { execArgv: [] });
    const stop = (): void => void close();
    signal.addEventListener("abort", stop, { once: true });
    try {
      const answer = once(worker, "message", { signal }); // Rejects on the thread's "error" too.
      worker.postMessage(job);
      return unpack((await answer) as [EngineAnswer]);
    } catch (error) {
      await close();
      throw error;
    } finally {
      signal.removeEventListener("abort", stop);
    }
  }

  return {
    // The thread runs our own code: its answers are of these types.
    lint: async (text, document, signal) => (await perform({ kind: "lint", text, document }, signal)) as readonly Finding[],
    mend: async (text, rules, signal) => (await perform({ kind: "mend", text, rules }, signal)) as string,
    close,
  };
}

function unpack([answer]: readonly [EngineAnswer]): unknown {
  if (answer.ok) return answer.value;
  throw new Error(answer.message);
}
