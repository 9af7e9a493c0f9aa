/**
 * Agents from the command line: a role and the command that plays it.
 *
 * Invariant: a text role takes the command's output verbatim, a structured one as one JSON value, the answer itself.
 */
import { commandAgent, type CommandPresetName } from "@loopwright/agents/command";
import { LoopwrightError, type Agent, type Policy, type Role, type SingleRole } from "@loopwright/core";
import { commandWords } from "./command-words.js";

const HINT = 'Write ROLE=COMMAND, ROLE=["command","argument"] or ROLE=preset:NAME.';

/** One agent for a role, or those of a family by key. */
export type AgentsByRole = { readonly [role: string]: Agent | { readonly [key: string]: Agent } };

/**
 * Agents for the roles of a policy.
 * @throws LoopwrightError `agent-invalid`, `role-unknown`, `role-twice`, and what the agents say of their options.
 */
export function agentsOf(given: readonly string[], policy: Policy): AgentsByRole {
  const single = new Map<string, Agent>();
  const families = new Map<string, Map<string, Agent>>();
  for (const text of given) {
    const equals = text.indexOf("=");
    const name = equals < 0 ? "" : text.slice(0, equals);
    const [role = "", key = null] = splitOnce(name, "/");
    const declared = Object.hasOwn(policy.roles, role) ? policy.roles[role] : undefined;
    if (declared === undefined) refuse(equals < 0 ? "agent-invalid" : "role-unknown", text, `there is no role ${JSON.stringify(name)}`, `Roles: ${Object.keys(policy.roles).join(", ")}. ${HINT}`);
    if ((declared.kind === "family") !== (key !== null)) refuse("agent-invalid", text, declared.kind === "family" ? `${role} is a family` : `${role} is one role`, declared.kind === "family" ? `Write ${role}/KEY=COMMAND.` : HINT);
    const agent = agentOf(text.slice(equals + 1), roleOf(declared), name);
    const place = key === null ? single : (families.get(role) ?? families.set(role, new Map()).get(role) ?? single);
    if (place.has(key ?? role)) refuse("role-twice", text, `${name} was given twice`, "Give one command for each role.");
    place.set(key ?? role, agent);
  }
  const byKey = [...families].map(([role, members]) => [role, Object.fromEntries(members)] as const);
  return Object.fromEntries<AgentsByRole[string]>([...single, ...byKey]);
}

function roleOf(role: Role): SingleRole {
  return role.kind === "family" ? role.role : role;
}

function agentOf(command: string, role: SingleRole, id: string): Agent {
  if (command.startsWith("preset:")) return commandAgent({ preset: command.slice("preset:".length) as CommandPresetName, id }); // it refuses other names
  const words = commandWords(command, { code: "agent-invalid", path: `--agent ${id}=${command}`, hint: HINT });
  const answer = role.kind === "structured" ? ({ input: "json", output: "json", structured: "whole" } as const) : {};
  return commandAgent({ id, ...words, ...answer });
}

function splitOnce(text: string, sign: string): readonly [string, string?] {
  const at = text.indexOf(sign);
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}

function refuse(code: string, at: string, message: string, hint: string): never {
  throw new LoopwrightError(code, message, { path: `--agent ${at}`, hint });
}
