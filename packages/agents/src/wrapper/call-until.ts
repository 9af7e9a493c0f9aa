/**
 * One call of an agent that ends when it must, whether or not the agent listens.
 *
 * Invariants:
 * 1. It settles exactly once, never rejects, and says how the call ended.
 * 2. On abort and when its time is over the agent's own signal is aborted, and it settles at once (G10): an agent that
 *    fails in the same turn has the last word, which may hold a part of an answer (case F06); nobody is waited for.
 * 3. What arrives later is no answer and no unhandled rejection; usage that is reported late still counts (H09).
 * 4. When it has settled it holds no timer and no listener.
 */
import { AgentError } from "@loopwright/core";
import type { Agent, AgentReply, AgentRequest, Clock } from "@loopwright/core";
import { onAbort } from "../abort.js";
import { partialAnswerOf, withPartialText } from "./partial-answer.js";

/** How a call ended. */
export type Ended =
  | { readonly how: "returned"; readonly reply: AgentReply }
  | { readonly how: "threw"; readonly error: unknown }
  | { readonly how: "aborted"; readonly reason: unknown; readonly lastWord?: unknown }
  | { readonly how: "timeout"; readonly lastWord?: unknown };

/** When a call must end, and who hears what it spends. */
export interface CallUntilOptions {
  readonly clock: Clock;
  /** Point on the clock at which the call ends; `null` = none. */
  readonly endsAt: number | null;
  readonly onUsage: (usage: unknown) => void;
}

/** Calls an agent until it answers, fails, the request is aborted or its time is over. */
export function callUntil(agent: Agent, request: AgentRequest, { clock, endsAt, onUsage }: CallUntilOptions): Promise<Ended> {
  return new Promise((resolve) => {
    if (request.signal.aborted) return resolve({ how: "aborted", reason: request.signal.reason });
    const leftMs = endsAt === null ? null : endsAt - clock.now();
    if (leftMs !== null && leftMs <= 0) return resolve({ how: "timeout" });

    const controller = new AbortController();
    const cleanups: (() => void)[] = [];
    let isOver = false;
    let settled: Promise<Ended> | null = null; // An agent may abort its own request while it is being called.
    const end = (ended: Ended | Promise<Ended>): void => {
      if (isOver) return;
      isOver = true;
      for (const clean of cleanups.splice(0)) clean();
      resolve(ended);
    };
    const cut = (ended: Cut, reason: unknown): void => {
      if (isOver) return;
      end(lastWordOf(settled ?? new Promise(() => undefined)).then((lastWord) => (lastWord === undefined ? ended : { ...ended, lastWord })));
      controller.abort(reason);
    };
    cleanups.push(onAbort(request.signal, (reason) => cut({ how: "aborted", reason }, reason)));
    if (leftMs !== null) {
      cleanups.push(clock.setTimer(() => cut({ how: "timeout" }, new DOMException("the call's time is over", "TimeoutError")), leftMs));
    }
    settled = settle(agent, { ...request, signal: controller.signal, reportUsage: onUsage }, onUsage);
    void settled.then(end);
  });
}

type Cut = Extract<Ended, { readonly how: "aborted" | "timeout" }>;

/** Promise reactions between an abort and the failure that follows it at once, through a few wrappers. */
const REACTIONS = 64;

/** What an agent fails with in the turn of its abort; `undefined` if it does not. */
async function lastWordOf(settled: Promise<Ended>): Promise<unknown> {
  let lastWord: unknown;
  let hasSettled = false;
  void settled.then((ended) => {
    hasSettled = true;
    if (ended.how === "threw") lastWord = ended.error;
  });
  for (let reaction = 0; reaction < REACTIONS && !hasSettled; reaction++) await Promise.resolve();
  return lastWord;
}

async function settle(agent: Agent, request: AgentRequest, onUsage: (usage: unknown) => void): Promise<Ended> {
  try {
    const reply = await agent.call(request);
    onUsage((reply as Partial<AgentReply> | null | undefined)?.usage);
    return { how: "returned", reply };
  } catch (error) {
    onUsage((error as { readonly usage?: unknown } | null | undefined)?.usage);
    return { how: "threw", error };
  }
}

/** Waits on a clock; `false` if the signal aborted first. Leaves no timer and no listener. */
export function pause(clock: Clock, delayMs: number, signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    if (signal.aborted || delayMs <= 0) return resolve(!signal.aborted);
    const stopListening = onAbort(signal, () => {
      cancelTimer();
      resolve(false);
    });
    const cancelTimer = clock.setTimer(() => {
      stopListening();
      resolve(true);
    }, delayMs);
  });
}

/** The failure of a call that was aborted, with what the agent's last word holds of an answer. */
export function abortedError(what: string, { reason, lastWord }: Pick<Extract<Ended, { readonly how: "aborted" }>, "reason" | "lastWord">, usage: AgentError["usage"]): AgentError {
  return withLastWord(new AgentError(`${what} was aborted`, { cause: reason, ...(usage !== undefined && { usage }) }), lastWord);
}

/** Keeps on a failure the part of an answer that an agent gave with its last word (case F06). */
export function withLastWord<Fault extends Error>(error: Fault, lastWord: unknown): Fault {
  return withPartialText(error, partialAnswerOf(lastWord, null) ?? "");
}

/** A reply's fields, taken once, with some replaced; fields that are absent stay absent. */
export function replyWith(reply: AgentReply, changes: { readonly [Field in keyof AgentReply]?: AgentReply[Field] | undefined }): AgentReply {
  const { text, structured, usage, model, answeredBy, finishReason, raw } = { ...fieldsOf(reply), ...changes };
  return {
    ...(text !== undefined && { text }),
    ...(structured !== undefined && { structured }),
    ...(usage !== undefined && { usage }),
    ...(model !== undefined && { model }),
    ...(answeredBy !== undefined && { answeredBy }),
    ...(finishReason !== undefined && { finishReason }),
    ...(raw !== undefined && { raw }),
  };
}

/** Also inherited ones, as the results of SDKs have them. */
function fieldsOf({ text, structured, usage, model, answeredBy, finishReason, raw }: AgentReply): { readonly [Field in keyof AgentReply]-?: AgentReply[Field] | undefined } {
  return { text, structured, usage, model, answeredBy, finishReason, raw };
}
