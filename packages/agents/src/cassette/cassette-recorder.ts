/** Recording: the agent is called as always, and what came of it is kept before it is handed out. */
import { AgentError, copyPlain, LoopwrightError, messageOf } from "@loopwright/core";
import type { Agent, AgentDescription, AgentReply, AgentRequest, Clock, Json, Usage } from "@loopwright/core";
import { descriptionOf } from "../description.js";
import { abortedError, callUntil, replyWith, withLastWord } from "../wrapper/call-until.js";
import type { Ended } from "../wrapper/call-until.js";
import { partialAnswerOf } from "../wrapper/partial-answer.js";
import { nameOf } from "../wrapper/wrapped-agent.js";
import { CassetteError } from "./cassette-error.js";
import { CASSETTE_FORMAT, contentOf, writeCassette } from "./cassette-file.js";
import type { Cassette, CassetteCall, CassetteOutcome } from "./cassette-file.js";
import type { Redactor } from "./redact.js";

export class CassetteRecorder {
  readonly #agent: Agent;
  readonly #path: string;
  readonly #redact: Redactor;
  readonly #clock: Clock;
  readonly #calls: (CassetteCall | null)[] = [];
  #written: Promise<void> = Promise.resolve();

  constructor(agent: Agent, path: string, redact: Redactor, clock: Clock) {
    this.#agent = agent;
    this.#path = path;
    this.#redact = redact;
    this.#clock = clock;
  }

  async call(request: AgentRequest): Promise<AgentReply> {
    const index = this.#calls.push(null) - 1;
    let reported: Usage | undefined;
    const inner: Agent = {
      call: (sent) =>
        this.#agent.call({
          ...sent,
          reportUsage(usage) {
            reported = usage;
            request.reportUsage(usage);
          },
        }),
    };
    const ended = await callUntil(inner, request, { clock: this.#clock, endsAt: request.deadline, onUsage: () => undefined });
    const outcome = this.#outcomeOf(ended, reported);
    if (outcome !== null) {
      this.#calls[index] = { request: contentOf(request, this.#redact), outcome };
      await this.#write();
    }
    if (ended.how === "returned") return ended.reply;
    if (ended.how === "threw") throw ended.error;
    if (ended.how === "aborted") throw abortedError(`the call of ${nameOf(this.#agent)}`, ended, reported);
    throw withLastWord(new AgentError(OUT_OF_TIME, { kind: "timeout", ...(reported !== undefined && { usage: reported }) }), ended.lastWord);
  }

  #outcomeOf(ended: Ended, reported: Usage | undefined): CassetteOutcome | null {
    const outcome = ended.how === "returned" ? replyOutcome(ended.reply) : ended.how === "threw" ? errorOutcome(ended.error) : timeOutcome(ended);
    if (outcome === null) return null;
    return this.#redact.json(plain({ ...outcome, ...(reported !== undefined && { reportedUsage: reported }) }, this.#path)) as unknown as CassetteOutcome; // redacted, not reshaped
  }

  /** One write after the other; each holds all calls that have ended. */
  #write(): Promise<void> {
    const calls = this.#calls.filter((call) => call !== null);
    const agent = this.#redact.json(plain(descriptionOf(this.#agent), this.#path)) as unknown as AgentDescription; // as above
    const cassette: Cassette = { format: CASSETTE_FORMAT, agent, calls };
    const writing = this.#written.then(() => writeCassette(this.#path, cassette));
    this.#written = writing.catch(() => undefined);
    return writing;
  }
}

const OUT_OF_TIME = "the call's time is over";

function replyOutcome(reply: AgentReply): CassetteOutcome {
  if (typeof (reply as unknown) !== "object" || (reply as unknown) === null) return { kind: "error", message: "the agent returned no reply", retryable: false };
  const { raw: _raw, ...kept } = replyWith(reply, {});
  return { kind: "reply", reply: kept };
}

function errorOutcome(error: unknown): CassetteOutcome {
  const { kind, retryable, retryAfterMs, usage } = (error ?? {}) as Partial<AgentError>;
  return {
    kind: kind === "timeout" ? "timeout" : "error",
    message: messageOf(error),
    retryable: retryable === true,
    ...(typeof retryAfterMs === "number" && { retryAfterMs }),
    ...(typeof usage === "object" && { usage }),
    ...partialOf(error),
  };
}

/** The part of an answer that a failure left, wherever it stands: causes are not kept (case F06). */
function partialOf(error: unknown): { readonly partialText?: string } {
  const partialText = partialAnswerOf(error, null);
  return partialText === null ? {} : { partialText };
}

/** A time limit is an outcome; an abort by the caller is none. */
function timeOutcome(ended: Extract<Ended, { readonly how: "aborted" | "timeout" }>): CassetteOutcome | null {
  const isTime = ended.how === "timeout" || (ended.reason as { readonly name?: unknown } | null | undefined)?.name === "TimeoutError";
  return isTime ? { kind: "timeout", message: OUT_OF_TIME, retryable: false, ...partialOf(ended.lastWord) } : null;
}

function plain(value: unknown, path: string): Json {
  try {
    return copyPlain(value);
  } catch (fault) {
    if (!(fault instanceof LoopwrightError)) throw fault;
    throw new CassetteError("cassette-unwritable", `an answer is not plain data, so it cannot be kept: ${fault.message}`, { path, hint: "Answer with plain data.", cause: fault });
  }
}
