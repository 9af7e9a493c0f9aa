/**
 * How a command's failure reads.
 *
 * Invariants:
 * 1. Every message names the agent, the command, what happened and, where there is one, the way out (G20).
 * 2. Output that is quoted is its end, short, and without the control characters that could act on a terminal (G17); so
 *    are the reasons that the command gives.
 * 3. No credential is shown: neither one that the command was given in a variable named like one, nor what looks like one.
 * 4. Only faults that the same call may survive a moment later are retryable: the system was short of something.
 * 5. What the command reported as usage before it failed is kept (H09); one that never started spent nothing. Kept is
 *    also what it had given of an answer, as `partialText`: a failure with a part of an answer is no mere outage (F06).
 */
import { AgentError } from "@loopwright/core";
import type { AgentErrorOptions } from "@loopwright/core";
import { printable, quotable } from "../quote.js";
import { redactSecrets } from "../redact.js";
import { NOTHING_SPENT } from "../service-failure.js";
import { withPartialText } from "../wrapper/partial-answer.js";
import { remainsIn } from "./answer.js";
import type { Remains } from "./answer.js";
import type { CommandPlan } from "./options.js";
import type { CommandEnd, CommandRun } from "./run-command.js";

/** A run that gave no answer: how it ended, or why what it printed is none. */
export interface FailedRun extends Omit<CommandRun, "end"> {
  readonly end: CommandEnd | { readonly kind: "unreadable"; readonly problem: string };
}

const QUOTED_CHARACTERS = 2000;
const PARTIAL_CHARACTERS = 10_000;

/** The error that a failed run rejects with. */
export function failureOf(plan: CommandPlan, run: FailedRun, signal: AbortSignal): AgentError {
  const { command } = plan.process;
  const { id } = plan.description;
  const subject = `${id === undefined ? "" : `agent "${id}": `}command "${command}"`;
  const remains = remainsIn(plan.output, run.printed, run.end.kind === "unreadable");
  const redact = redactorOf(plan);
  const short = (text: string): string => quotable(redact(printable(text)), QUOTED_CHARACTERS);
  const reason = remains.reason === null || run.end.kind === "unreadable" ? "" : `: ${short(remains.reason)}`;
  const message = `${subject} ${short(happening(plan, run.end))}${reason}${quote(run, redact)}`;
  return withPartialText(new AgentError(message, detailsOf(run.end, remains, signal)), remains.partialText.slice(0, PARTIAL_CHARACTERS));
}

const SECRET_NAMES = /key|token|secret|password|passwd|auth|credential/i;

/** Takes out of a text what the command was given in secret; before the text is cut, since half a secret cannot be told. */
export function redactorOf({ process }: CommandPlan): (text: string) => string {
  const secrets = secretsIn(process.env);
  return (text) => redactSecrets(text, secrets);
}

/** The values of those variables that were given to the command and are named as secrets are. */
function secretsIn(env: CommandPlan["process"]["env"]): readonly string[] {
  return Object.entries(env).flatMap(([name, value]) => (value !== undefined && SECRET_NAMES.test(name) ? [value] : []));
}

function happening({ process }: CommandPlan, end: FailedRun["end"]): string {
  switch (end.kind) {
    case "exited":
      return `exited with code ${end.code}`;
    case "signalled":
      return `was ended by ${end.signal}`;
    case "aborted":
      return "was ended because the call was aborted";
    case "output-limit":
      return `printed more than ${process.maxOutputBytes} bytes and was ended; raise maxOutputBytes if that is not too much`;
    case "output-held":
      return "exited, but a process it started outside its group keeps its standard output open, so the answer may not be whole";
    case "stream-failed":
      return `could not be talked to: ${end.error.message}`;
    case "not-started":
      return `could not be started: ${end.error.message}; ${startHint(process.command, process.cwd, codeOf(end.error))}`;
    case "unreadable":
      return `gave no usable answer: ${end.problem}`;
  }
}

function startHint(command: string, cwd: string | undefined, code: string | undefined): string {
  if (code === "EACCES") return "make the file executable, or give the interpreter as the command";
  if (code === "E2BIG") return "the arguments and environment are too long; pass large data in the request";
  if (code !== "ENOENT" && code !== "ENOTDIR") return "see the message of the operating system";
  const where = cwd === undefined ? "" : ` and that the directory ${cwd} exists`;
  const split = /\s/.test(command) ? "; there is no shell, so arguments belong into args, not into command" : "";
  return `check that it is installed and on PATH${where}${split}`;
}

const SHORTAGES: readonly (string | undefined)[] = ["EAGAIN", "EMFILE", "ENFILE", "ENOMEM"];

function detailsOf(end: FailedRun["end"], { usage }: Remains, signal: AbortSignal): AgentErrorOptions {
  const spent = usage === undefined ? {} : { usage };
  if (end.kind === "aborted") return { ...spent, cause: signal.reason };
  if (end.kind === "not-started") return { cause: end.error, retryable: SHORTAGES.includes(codeOf(end.error)), usage: NOTHING_SPENT };
  return end.kind === "stream-failed" ? { ...spent, cause: end.error } : spent;
}

function codeOf(error: Error): string | undefined {
  return "code" in error && typeof error.code === "string" ? error.code : undefined;
}

/** The end of what the command said about its fault: many programs say it on standard output. */
function quote({ end, stderrTail }: FailedRun, redact: (text: string) => string): string {
  const error = tailOf(stderrTail, redact);
  if (error !== "") return `\nstandard error ends with:\n${error}`;
  const output = end.kind === "exited" ? tailOf(end.stdout.subarray(-4 * QUOTED_CHARACTERS), redact) : "";
  return output === "" ? "" : `\nstandard output ends with:\n${output}`;
}

function tailOf(bytes: Uint8Array, redact: (text: string) => string): string {
  const text = redact(printable(new TextDecoder().decode(bytes)));
  return text.length > QUOTED_CHARACTERS ? `…${text.slice(-QUOTED_CHARACTERS)}` : text;
}
