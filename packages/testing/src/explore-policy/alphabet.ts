/**
 * What can be answered: a finite list of replies for each agent, read once by the contract of its role.
 *
 * Invariants:
 * 1. Replies are read by the runner's own reader, so that a reply is invalid here exactly where it is in a run.
 * 2. Every way of giving no usable answer is among the replies unless the caller narrows them (G4).
 * 3. Usable answers stand first, so that a counterexample holds no failure that it does not need.
 */
import { copyPlain, isPlainObject, isRepairable, LoopwrightError, readAnswer } from "@loopwright/core";
import type { AgentDescription, AgentReply, FailureKind, Policy, ReadAnswer, SingleRole, TakenReply } from "@loopwright/core";
import type { ErrorStep, ReplyStep } from "../scripted-agent.js";

/** A way of giving no usable answer. `empty`: no text, or no structured value. */
export type NoAnswer = "error" | "timeout" | "empty" | "invalid" | "truncated" | "refused";

/** Every way of giving no usable answer. */
export const NO_ANSWERS: readonly NoAnswer[] = Object.freeze(["error", "timeout", "empty", "invalid", "truncated", "refused"]);

/** A raw reply, as `scriptedAgent` takes it. */
export type RawReply = string | ReplyStep | ErrorStep;

/** One possible reply of an agent. */
export interface PossibleReply {
  /** For traces, in a few words. */
  readonly label: string;
  /** What a scripted agent plays to give it. */
  readonly step: RawReply;
  readonly read: ReadReply;
}

/** A reply, read by its role: a value, or why there is none. */
export type ReadReply =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly kind: FailureKind; readonly message: string; readonly problems: readonly string[] | undefined; readonly isRepairable: boolean };

/** An agent of the exploration: its name (a role, or `"family/key"`), and what it may reply. */
export interface ExploredAgent {
  readonly name: string;
  readonly roleName: string;
  /** Position of its role among the policy's. */
  readonly roleIndex: number;
  readonly role: SingleRole;
  readonly description: AgentDescription;
  readonly replies: readonly PossibleReply[];
}

/** Alphabets, untyped: the signature of `explorePolicy` has the types. */
export interface AnyAlphabets {
  readonly roles: { readonly [role: string]: unknown };
  readonly raw?: { readonly [agent: string]: readonly RawReply[] } | undefined;
  readonly noAnswers?: readonly NoAnswer[] | undefined;
}

/**
 * Reads the alphabets of a policy's agents.
 *
 * @throws LoopwrightError `alphabet-missing`, `alphabet-empty`, `alphabet-unknown`, `alphabet-invalid`.
 */
export async function readAlphabets(policy: Policy, alphabets: AnyAlphabets, descriptions: { readonly [agent: string]: AgentDescription }): Promise<readonly ExploredAgent[]> {
  const agents = agentsOf(policy, alphabets.roles);
  for (const name of [...Object.keys(alphabets.raw ?? {}), ...Object.keys(descriptions)]) {
    if (!agents.some((agent) => agent.name === name)) refuse("alphabet-unknown", `alphabets.raw.${name}`, `there is no agent "${name}"`, `There are ${agents.map((agent) => agent.name).join(", ")}.`);
  }
  return Promise.all(
    agents.map(async ({ name, roleName, roleIndex, role, values }): Promise<ExploredAgent> => {
      const steps = [...values.map((value) => stepOf(role, value)), ...(alphabets.raw?.[name] ?? [])];
      const given = await Promise.all(steps.map((step) => possibleReply(role, step)));
      const none = await Promise.all((alphabets.noAnswers ?? NO_ANSWERS).map((kind) => noAnswer(role, kind)));
      const replies = [...given, ...none.flat()].toSorted((a, b) => Number(b.read.ok) - Number(a.read.ok));
      if (replies.length === 0) refuse("alphabet-empty", `alphabets.roles.${name}`, `"${name}" has no reply at all`, "List a value, or leave a failure to it.");
      return { name, roleName, roleIndex, role, description: descriptions[name] ?? {}, replies };
    }),
  );
}

interface NamedValues {
  readonly name: string;
  readonly roleName: string;
  readonly roleIndex: number;
  readonly role: SingleRole;
  readonly values: readonly unknown[];
}

/** The agents of a policy, with the values that are listed for them. Throws as {@link readAlphabets} does. */
export function agentsOf(policy: Policy, given: { readonly [role: string]: unknown }): readonly NamedValues[] {
  const agents: NamedValues[] = [];
  for (const name of Object.keys(given)) {
    if (!Object.hasOwn(policy.roles, name)) refuse("alphabet-unknown", `alphabets.roles.${name}`, `the policy has no role "${name}"`, `Its roles: ${Object.keys(policy.roles).join(", ")}.`);
  }
  Object.entries(policy.roles).forEach(([roleName, role], roleIndex) => {
    const values = Object.hasOwn(given, roleName) ? given[roleName] : undefined;
    const path = `alphabets.roles.${roleName}`;
    if (role.kind !== "family") {
      agents.push({ name: roleName, roleName, roleIndex, role, values: listAt(values, path) });
      return;
    }
    const members = isPlainObject(values) ? Object.entries(values) : [];
    if (members.length === 0) refuse("alphabet-missing", path, `role family "${roleName}" has no members`, `List them: { ${roleName}: { a: [...], b: [...] } }.`);
    for (const [key, one] of members) agents.push({ name: `${roleName}/${key}`, roleName, roleIndex, role: role.role, values: listAt(one, `${path}.${key}`) });
  });
  return agents;
}

function listAt(values: unknown, path: string): readonly unknown[] {
  if (Array.isArray(values)) return values;
  return refuse("alphabet-missing", path, "a role needs a list of what it may answer", "Pass a list, empty where only failures count.");
}

function stepOf(role: SingleRole, value: unknown): RawReply {
  return role.kind === "text" ? (value as string) : { structured: value }; // A text role's list is typed as texts.
}

async function possibleReply(role: SingleRole, step: RawReply, label?: string): Promise<PossibleReply> {
  const named = label ?? labelOf(step);
  if (typeof step === "object" && "error" in step) {
    const message = typeof step.error === "string" ? step.error : step.error.message;
    return { label: named, step, read: { ok: false, kind: step.kind ?? "error", message, problems: undefined, isRepairable: false } };
  }
  const reply: AgentReply = typeof step === "string" ? { text: step } : (step as AgentReply); // A reply step is one, with more fields.
  const taken = { text: reply.text, structured: reply.structured, finishReason: reply.finishReason } as TakenReply; // The fields that are read.
  return { label: named, step, read: readReply(await readAnswer(role, taken)) };
}

function readReply(answer: ReadAnswer): ReadReply {
  if (answer.ok) return answer;
  const { kind, message, problems } = answer;
  if (kind === "validator-threw") throw new LoopwrightError(kind, message, { path: "alphabets", hint: "A validator returns problems; it never throws." });
  return { ok: false, kind, message, problems, isRepairable: isRepairable(kind) };
}

/** What a validator may refuse; the first that it does stands for all invalid answers. */
const INVALID: readonly unknown[] = [{ unexpected: "not in the contract" }, "not an answer", [], 0, true];

/** A reply of this kind; none where the role has no such kind. */
async function noAnswer(role: SingleRole, kind: NoAnswer): Promise<readonly PossibleReply[]> {
  switch (kind) {
    case "error":
      return [await possibleReply(role, { error: "the agent failed" }, "fails")];
    case "timeout":
      return [await possibleReply(role, { error: "the agent's time ran out", kind: "timeout" }, "times out")];
    case "empty":
      return [await possibleReply(role, role.kind === "text" ? { text: "" } : {}, "an empty answer")];
    case "truncated":
      return [await possibleReply(role, { text: "cut o", finishReason: "length" }, "a truncated answer")];
    case "refused":
      return [await possibleReply(role, { text: "no", finishReason: "refusal" }, "refuses")];
    case "invalid":
      if (role.kind === "text") return [];
      for (const structured of INVALID) {
        const reply = await possibleReply(role, { structured }, "an invalid answer");
        if (!reply.read.ok && reply.read.kind === "invalid-structured-output") return [reply];
      }
      return [];
    default:
      return refuse("alphabet-invalid", "alphabets.noAnswers", `there is no kind ${JSON.stringify(kind)}`, `Use ${NO_ANSWERS.join(", ")}.`);
  }
}

/** A reply in a few words. */
function labelOf(step: RawReply): string {
  if (typeof step === "string") return shown(step);
  if ("structured" in step && step.finishReason === undefined) return shown(copyPlain(step.structured));
  return shown(step);
}

/** How much of a value a trace shows. */
const SHOWN = 200;

/** A value as JSON, clipped. */
export function shown(value: unknown): string {
  const text = JSON.stringify(value, (_key, part: unknown) => (part instanceof Error ? part.message : part)) ?? String(value);
  return text.length <= SHOWN ? text : `${text.slice(0, SHOWN)}…`;
}

export function refuse(code: string, path: string, message: string, hint: string): never {
  throw new LoopwrightError(code, message, { path, hint });
}
