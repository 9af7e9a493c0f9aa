/** Runs to be killed in processes of their own: quality loops with scripted agents, and loops whose agents and checks are commands. */
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { commandAgent } from "@loopwright/agents/command";
import type { Agent, AgentRequest } from "@loopwright/core";
import { commandCheck } from "@loopwright/evidence/command-check";
import { directoryWorkspace } from "@loopwright/evidence/workspace";
import { scriptedAgent, type ScriptStep } from "@loopwright/testing";
import type { SweptPlace } from "@loopwright/testing/processes";
import { qualityLoop } from "../quality-loop/index.js";
import { QUALITY_WORLDS, qualityOptions, withoutSpend } from "../quality-loop/sweep-worlds.fixture.js";
import { panelLoop, type PanelOptions } from "./panel-loop.fixture.js";
import type { PanelWorld } from "./world-names.fixture.js";

const usage = { inputTokens: 100, outputTokens: 20, costUsd: 0.01 };

/**
 * An agent with a script that outlives its processes, as a service does: each new key gets the next step, and a key that is
 * asked again the same one.
 */
function lastingAgent(place: SweptPlace, id: string, script: readonly ScriptStep[]): Agent {
  const file = path.join(place.folder, `asked-${id}`);
  const call = (request: AgentRequest) => {
    const asked = existsSync(file) ? readFileSync(file, "utf8").split("\n").slice(0, -1) : [];
    const known = asked.indexOf(request.key);
    if (known < 0) appendFileSync(file, `${request.key}\n`);
    const step = script[known < 0 ? asked.length : known];
    if (step === undefined) throw new Error(`${id} was asked more than ${script.length} times`);
    return scriptedAgent([step], { id }).call(request);
  };
  return { id, call };
}

/** Shell scripts start in a millisecond; there are thousands of them. Each notes its key before anything else. */
const NOTE = 'printf "%s\\n" "$EFFECT" >> "$COMMANDS"';
const VERSION = `version=$(sed -n 's/.*"draft":"version \\([0-9]*\\)".*/\\1/p')`;

/** A command that is told for which effect it runs, which no agent's command is: so that it can be counted. */
function countedCommand(place: SweptPlace, id: string, source: string, output: "text" | "json"): Agent {
  const common = { id, command: "sh", args: ["-c", `${NOTE}; ${VERSION}; ${source}`], input: "json", output, ...(output === "json" && { structured: "whole" as const }) } as const;
  const agentFor = (effect: string): Agent => commandAgent({ ...common, env: { EFFECT: effect, COMMANDS: place.commands } });
  return Object.create(agentFor("none"), { call: { value: (request: AgentRequest) => agentFor(request.key).call(request), enumerable: true } }) as Agent; // An agent with another way to call.
}

/** The reviewers end in another order than they begin, so that some are under way at most writes. */
function commandWorld(place: SweptPlace, options: PanelOptions) {
  const repository = path.join(place.folder, "repository");
  mkdirSync(repository, { recursive: true });
  const check: PanelOptions["check"] = async (draft, effect, signal) => {
    writeFileSync(path.join(repository, "draft.txt"), `${draft}\n`);
    const one = commandCheck({ id: "tests", command: "sh", args: ["-c", `${NOTE}; grep -n "version [2-9]" draft.txt`], env: { EFFECT: effect, COMMANDS: place.commands }, timeoutMs: 60_000 });
    const { durationMs: _durationMs, ...record } = await one.run(directoryWorkspace(repository), { signal });
    return { passed: record.passed, record };
  };
  const reviewer = (index: number): Agent => countedCommand(place, `r${index}`, `sleep 0.0${4 - index}; if [ "$version" -ge ${options.rounds} ]; then echo '{"approved":true,"feedback":[]}'; else echo '{"approved":false,"feedback":["more of ${index}"]}'; fi`, "json");
  return {
    policy: panelLoop({ ...options, check }),
    agents: {
      writer: countedCommand(place, "writer", 'printf "version %s" "$((${version:-0} + 1))"', "text"),
      reviewers: Object.fromEntries(Array.from({ length: options.reviewers }, (_, index) => [`r${index}`, reviewer(index)])),
    },
    input: { request: "R" },
    answers: { "may-i": true },
  };
}

const REVISE: ScriptStep = { structured: { approved: false, feedback: ["A"] }, usage };
const APPROVE: ScriptStep = { structured: { approved: true, feedback: [] }, usage };

function panelWorld(place: SweptPlace, options: PanelOptions) {
  const scripts: readonly (readonly ScriptStep[])[] = [[REVISE, APPROVE, APPROVE], [APPROVE, REVISE, APPROVE], [{ error: "down" }, APPROVE, APPROVE]];
  return {
    policy: panelLoop(options),
    agents: {
      writer: lastingAgent(place, "writer", ["D1", "D2", "D3"]),
      reviewers: Object.fromEntries(Array.from({ length: options.reviewers }, (_, index) => [`r${index}`, lastingAgent(place, `r${index}`, scripts[index] ?? [])])),
    },
    input: { request: "R" },
    answers: { "may-i": true },
  };
}

/** A quality loop, in a place. */
export function qualityWorld(place: SweptPlace, name: string) {
  const world = QUALITY_WORLDS[name];
  if (world === undefined) throw new Error(`no quality world ${name}`);
  return { policy: qualityLoop(qualityOptions(world)), agents: { writer: lastingAgent(place, "writer", world.writer), reviewer: lastingAgent(place, "reviewer", world.reviewer) }, input: { request: "R" }, withoutSpend };
}

/** A loop with reviewers, in a place. */
export function panelWorldOf(options: PanelWorld, place: SweptPlace) {
  const { commands, ...panel } = options;
  return commands === true ? commandWorld(place, panel) : panelWorld(place, panel);
}
