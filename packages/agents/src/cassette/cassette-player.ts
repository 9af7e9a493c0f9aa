/** Playing back: each recorded call answers one request with its content. */
import { AgentError, canonicalJson } from "@loopwright/core";
import type { AgentReply, AgentRequest, Json } from "@loopwright/core";
import { describeDifferences, differences } from "../scripted/differences.js";
import { abortedError } from "../wrapper/call-until.js";
import { withPartialText } from "../wrapper/partial-answer.js";
import { CassetteError } from "./cassette-error.js";
import { contentOf } from "./cassette-file.js";
import type { Cassette, CassetteCall, CassetteRequest } from "./cassette-file.js";
import type { Redactor } from "./redact.js";

export class CassettePlayer {
  readonly #path: string;
  readonly #name: string;
  readonly #redact: Redactor;
  readonly #calls: readonly CassetteCall[];
  /** Numbers of unused calls, in recorded order. */
  readonly #unused: number[];
  readonly #contents: readonly string[];
  #firstFault: CassetteError | null = null;

  constructor(path: string, { agent, calls }: Cassette, redact: Redactor) {
    this.#path = path;
    this.#name = `cassette ${path}${agent.id === undefined ? "" : ` of agent "${agent.id}"`}`;
    this.#redact = redact;
    this.#calls = calls;
    this.#contents = calls.map(({ request }) => canonicalJson(redact.json(request as unknown as Json))); // plain: it was parsed
    this.#unused = calls.map((_call, index) => index);
  }

  get remaining(): number {
    return this.#unused.length;
  }

  async call(request: AgentRequest): Promise<AgentReply> {
    if (request.signal.aborted) throw abortedError("the replayed call", request.signal, undefined);
    const { reportedUsage, ...outcome } = this.#take(contentOf(request, this.#redact)).outcome;
    if (reportedUsage !== undefined) request.reportUsage(reportedUsage);
    if (outcome.kind === "reply") return outcome.reply;
    const { kind, message, retryable, retryAfterMs, usage, partialText } = outcome;
    const error = new AgentError(message, { kind, retryable, ...(retryAfterMs !== undefined && { retryAfterMs }), ...(usage !== undefined && { usage }) });
    throw withPartialText(error, partialText ?? "");
  }

  assertConsumed(): void {
    if (this.#firstFault !== null) throw this.#firstFault;
    const [next] = this.#unused;
    if (next === undefined) return;
    throw new CassetteError("cassette-unconsumed", `${this.#name}: ${this.remaining} of ${this.#calls.length} calls were not asked for; the next is ${this.#describe(next)}`, {
      path: `calls[${next}]`,
      hint: "The run ended before the cassette did: record it again or find out why.",
    });
  }

  #take(content: CassetteRequest): CassetteCall {
    const wanted = canonicalJson(content); // plain: it was copied
    const place = this.#unused.findIndex((index) => this.#contents[index] === wanted);
    const [index] = place === -1 ? [] : this.#unused.splice(place, 1);
    const call = index === undefined ? undefined : this.#calls[index];
    if (call !== undefined) return call;
    const fault = this.#unknown(content);
    this.#firstFault ??= fault;
    throw fault;
  }

  #unknown(content: CassetteRequest): CassetteError {
    const nearest = this.#unused.find((index) => this.#calls[index]?.request.role === content.role) ?? this.#unused[0];
    const recorded = nearest === undefined ? undefined : this.#calls[nearest];
    const asked = `a request of ${content.role}${content.purpose === null ? "" : ` (${content.purpose})`}`;
    if (nearest === undefined || recorded === undefined) {
      return new CassetteError("cassette-exhausted", `${this.#name}: ${asked} came after all ${this.#calls.length} recorded calls were used`, {
        path: this.#path,
        hint: "The run goes on longer than it did: record it again or find out why.",
      });
    }
    const found = describeDifferences(differences(recorded.request, content, "request"));
    return new CassetteError("cassette-mismatch", `${this.#name}: ${asked} was not recorded; the nearest unused call is ${this.#describe(nearest)}\n${found}`, {
      path: `calls[${nearest}].request`,
      hint: "Record it again if the change is meant.",
    });
  }

  #describe(index: number): string {
    const { role, purpose } = this.#calls[index]?.request ?? {};
    return `calls[${index}] (${role ?? "unknown"}${typeof purpose === "string" ? `, ${purpose}` : ""})`;
  }
}
