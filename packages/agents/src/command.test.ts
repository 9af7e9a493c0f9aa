import { AgentError, LoopwrightError } from "@loopwright/core";
import type { AgentRequest } from "@loopwright/core";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { agentFailure } from "./agent-failure.fixture.js";
import { agentRequest } from "./agent-request.fixture.js";
import { commandAgent } from "./command.js";
import type { CommandAgentOptions } from "./command.js";
import { pidsIn, STUBBORN, untilGone, writePids } from "./command/processes.fixture.js";

const program = (source: string, options: Omit<CommandAgentOptions, "command"> = {}) =>
  commandAgent({ command: process.execPath, args: ["-e", source], ...options });

const answer = (source: string, options?: Omit<CommandAgentOptions, "command">, request: AgentRequest = agentRequest()) =>
  program(source, options).call(request);

const say = (text: string) => `process.stdout.write(${JSON.stringify(text)});`;
const ECHO = `process.stdin.pipe(process.stdout);`;

let folder: string;
beforeAll(() => void (folder = mkdtempSync(path.join(tmpdir(), "loopwright-command-"))));
afterAll(() => rmSync(folder, { recursive: true }));

describe("requests", () => {
  test("by default the command reads the instruction and the input as text", async () => {
    const { text } = await answer(ECHO, {}, agentRequest({ instruction: "Judge.", input: { draft: "D1 ä\n" } }));
    expect(text).toBe("Judge.\n\n# Input\n\n## draft\n\n```text\nD1 ä\n\n```\n\n# Tools\n\nUse no tools.\n");
  });

  test("QU-REVIN-03: a reviewer learns neither its call nor the version, round or repair number from anything", async () => {
    const source = `process.stdin.resume(); let input = ""; process.stdin.on("data", (data) => input += data);
      process.stdin.on("end", () => console.log(JSON.stringify({ structured: { input, args: process.argv, env: process.env, title: process.title } })));`;
    const first = agentRequest({ callId: "c2", key: "r1/review/reviewer", role: "reviewer", version: 1, repair: 0, deadline: 5 });
    const last = agentRequest({ callId: "c6", key: "r3/review/reviewer", role: "reviewer", version: 3, repair: 1, deadline: 9 });
    const options = { input: "json", output: "json" } as const;
    expect(await answer(source, options, first)).toEqual(await answer(source, options, last));
  });

  test("QU-ROLE-06: two calls at once do not see each other", async () => {
    const agent = program(ECHO, { input: "json" });
    const [first, second] = await Promise.all([agent.call(agentRequest({ input: "A" })), agent.call(agentRequest({ input: "B" }))]);
    expect(JSON.parse(first.text ?? "")).toMatchObject({ input: "A" });
    expect(JSON.parse(second.text ?? "")).toMatchObject({ input: "B" });
  });
});

describe("answers", () => {
  test("QU-DRAFT-02: text is verbatim", async () => {
    expect(await answer(say(" D1\n"))).toEqual({ text: " D1\n" });
    expect(await answer("")).toEqual({ text: "" });
  });

  test("a reply carries structure, usage, model and finish reason", async () => {
    const reply = { structured: { approved: false, feedback: ["A"] }, usage: { inputTokens: 5, costUsd: 0.1 }, model: "m", finishReason: "length" };
    expect(await answer(say(JSON.stringify(reply)), { output: "json" })).toEqual(reply);
  });

  test("the whole output may be the structured answer", async () => {
    expect(await answer(say('{"approved":true,"feedback":[]}\n'), { output: "json", structured: "whole" })).toEqual({
      structured: { approved: true, feedback: [] },
    });
  });

  test("case H04: a string \"false\" stays a string: nothing is converted here", async () => {
    const { structured } = await answer(say('{"approved":"false"}'), { output: "json", structured: "whole" });
    expect(structured).toEqual({ approved: "false" });
  });

  test("QU-STR-01: G7: JSON printed as text is no structured answer", async () => {
    expect(await answer(say('{"approved":true,"feedback":[]}'))).not.toHaveProperty("structured");
  });
});

describe("G4: no answer", () => {
  test.each([
    ["prose around it", 'Here you go: {"approved":true,"feedback":[]}'],
    ["a fence", '```json\n{"approved":true,"feedback":[]}\n```'],
    ["half of it", '{"approved":true,"feed'],
    ["the prompt's echo", "severity|one-sentence claim|file:line"],
    ["nothing", ""],
  ])("case F05: JSON output with %s fails the call", async (_what, output) => {
    const fault = await agentFailure(answer(say(output), { output: "json", structured: "whole" }));
    expect(fault.message).toContain("gave no usable answer: standard output is");
  });

  test("case F03: an approval that was printed before a crash is none", async () => {
    const fault = await agentFailure(answer(`${say('{"structured":{"approved":true,"feedback":[]}}')} process.exitCode = 1;`, { output: "json" }));
    expect(fault.message).toContain("exited with code 1");
    expect(fault).toMatchObject({ kind: "error", retryable: false });
  });

  test("case H09: a failed command's own account of its usage is kept", async () => {
    const fault = await agentFailure(answer(`${say('{"text":"","usage":{"costUsd":0.5}}')} process.exitCode = 1;`, { output: "json" }));
    expect(fault.usage).toEqual({ costUsd: 0.5 });
  });

  test("too much output fails the call and names the option", async () => {
    const fault = await agentFailure(answer(say("12345678901"), { maxOutputBytes: 10 }));
    expect(fault.message).toContain("printed more than 10 bytes and was ended; raise maxOutputBytes");
  });

  test("broken UTF-8 fails the call", async () => {
    const fault = await agentFailure(answer(`process.stdout.write(Buffer.from([0x44, 0xff]));`));
    expect(fault.message).toContain("not valid UTF-8");
  });

  test("half a surrogate pair in the request fails the call before anything runs", async () => {
    await agentFailure(answer(ECHO, {}, agentRequest({ instruction: "\udfff" })));
  });
});

describe("G20: failures say what happened and what to do", () => {
  test("agent, command, exit code and the end of standard error are named", async () => {
    const fault = await agentFailure(answer(`console.error("quota exceeded"); process.exitCode = 3;`, { id: "reviewer-1" }));
    expect(fault.message).toBe(`agent "reviewer-1": command "${process.execPath}" exited with code 3\nstandard error ends with:\nquota exceeded`);
  });

  test("a program that complains on standard output is quoted, too", async () => {
    expect((await agentFailure(answer(`${say("no key")} process.exitCode = 3;`))).message).toContain("standard output ends with:\nno key");
  });

  test("death by signal is named", async () => {
    expect((await agentFailure(answer(`process.kill(process.pid, "SIGKILL");`))).message).toContain("was ended by SIGKILL");
  });

  test("G17: what is quoted is short and cannot act on a terminal", async () => {
    const source = `process.stderr.write("x".repeat(20000) + "\\u001b[31mred\\u001b[0m \\u001b]0;title\\u0007 \\u009b2J\\ttab\\nend"); process.exitCode = 1;`;
    const { message } = await agentFailure(answer(source));
    expect(message.length).toBeLessThan(2500);
    // eslint-disable-next-line no-control-regex -- that is what must not be there
    expect(message).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/);
    expect(message).toMatch(/xred .*\ttab\nend$/);
  });

  test("G17: a secret is taken out before a text is cut, so that no half of it is left", async () => {
    const secret = "Zm9v".repeat(40);
    const spawned = (source: string, options: Partial<CommandAgentOptions> = {}) => agentFailure(answer(source, { env: { REVIEW_TOKEN: secret }, ...options }));
    const half = secret.slice(0, 40);
    const tail = await spawned(`process.stderr.write(process.env.REVIEW_TOKEN + "x".repeat(1950)); process.exitCode = 1;`);
    expect(tail.message).toContain("[redacted]x");
    const json = await spawned("process.stdout.write(process.env.REVIEW_TOKEN);", { output: "json" });
    const field = await spawned("process.stdout.write(JSON.stringify({ [process.env.REVIEW_TOKEN]: 1 }));", { output: "json" });
    for (const { message, stack } of [tail, json, field]) expect(`${message}${stack}`).not.toContain(half);
  });

  test("a command that is not there", async () => {
    const call = commandAgent({ command: "loopwright-no-such-command" }).call(agentRequest());
    expect((await agentFailure(call)).message).toContain("check that it is installed and on PATH");
  });

  test("a whole command line as the command", async () => {
    const call = commandAgent({ command: "node --version" }).call(agentRequest());
    expect((await agentFailure(call)).message).toContain("there is no shell, so arguments belong into args");
  });

  test("a directory that is not there", async () => {
    const fault = await agentFailure(answer(ECHO, { cwd: path.join(folder, "missing") }));
    expect(fault.message).toContain(`that the directory ${path.join(folder, "missing")} exists`);
    expect(fault.cause).toMatchObject({ code: "ENOENT" });
  });
});

describe("G10: abort", () => {
  test("fails the call at once with the reason as cause; the command is ended", async () => {
    const file = path.join(folder, "abort.json");
    const controller = new AbortController();
    const agent = program(`${STUBBORN} ${writePids(file, "[process.pid]")}`, { killGraceMs: 100 });
    const call = agentFailure(agent.call(agentRequest({ signal: controller.signal })));
    const pids = await pidsIn(file);
    const reason = new Error("enough");
    controller.abort(reason);
    const fault = await call;
    expect(fault.message).toContain("was ended because the call was aborted");
    expect(fault.cause).toBe(reason);
    await untilGone(pids);
  });

  test("a call on an aborted signal starts nothing", async () => {
    const fault = await agentFailure(answer(ECHO, {}, agentRequest({ signal: AbortSignal.abort() })));
    expect(fault.message).toContain("aborted");
  });
});

describe("declaration", () => {
  test("the agent is described as it was declared and cannot be changed", () => {
    const agent = commandAgent({ command: "x", id: "a", family: "claude", output: "json" });
    expect(agent).toMatchObject({ id: "a", family: "claude", specVersion: 1 });
    expect(agent).not.toHaveProperty("capabilities");
    expect(agent).not.toHaveProperty("command");
    expect(Object.isFrozen(agent)).toBe(true);
  });

  test("QU-SCH-02: text output declares that it cannot be structured", () => {
    expect(commandAgent({ command: "x" }).capabilities).toEqual({ structuredOutput: false });
    expect(commandAgent({ command: "x", capabilities: { structuredWithTools: false } }).capabilities).toEqual({
      structuredOutput: false,
      structuredWithTools: false,
    });
  });

  test("options that the caller changes later change nothing", async () => {
    const options = { command: process.execPath, args: ["-e", say("first")] };
    const agent = commandAgent(options);
    options.args[1] = say("second");
    expect(await agent.call(agentRequest())).toEqual({ text: "first" });
  });
});

describe("G20: wrong options throw at once, typed, with path and hint", () => {
  const faultOf = (options: unknown): unknown => {
    try {
      commandAgent(options as CommandAgentOptions);
    } catch (fault) {
      return fault;
    }
    return "nothing was thrown";
  };

  test.each<[unknown, string, string]>([
    [undefined, "agent-option-invalid", "commandAgent"],
    ["claude -p", "agent-option-invalid", "commandAgent"],
    [{}, "agent-option-missing", "commandAgent.command"],
    [{ command: "" }, "agent-option-invalid", "commandAgent.command"],
    [{ command: "a\0b" }, "agent-option-invalid", "commandAgent.command"],
    [{ command: "a", args: "-p" }, "agent-option-invalid", "commandAgent.args"],
    [{ command: "a", args: ["-p", 3] }, "agent-option-invalid", "commandAgent.args[1]"],
    [{ command: "a", args: ["a\0b"] }, "agent-option-invalid", "commandAgent.args[0]"],
    [{ command: "a", cwd: new URL("file:///") }, "agent-option-invalid", "commandAgent.cwd"],
    [{ command: "a", env: { A: 1 } }, "agent-option-invalid", "commandAgent.env.A"],
    [{ command: "a", env: { A: "\0" } }, "agent-option-invalid", "commandAgent.env.A"],
    [{ command: "a", env: { "A=B": "c" } }, "agent-option-invalid", "commandAgent.env"],
    [{ command: "a", input: "xml" }, "agent-option-invalid", "commandAgent.input"],
    [{ command: "a", output: "JSON" }, "agent-option-invalid", "commandAgent.output"],
    [{ command: "a", structured: "whole" }, "agent-option-invalid", "commandAgent.structured"],
    [{ command: "a", output: "json", structured: true }, "agent-option-invalid", "commandAgent.structured"],
    [{ command: "a", maxOutputBytes: 0 }, "agent-option-invalid", "commandAgent.maxOutputBytes"],
    [{ command: "a", maxOutputBytes: Number.POSITIVE_INFINITY }, "agent-option-invalid", "commandAgent.maxOutputBytes"],
    [{ command: "a", killGraceMs: -1 }, "agent-option-invalid", "commandAgent.killGraceMs"],
    [{ command: "a", shell: true }, "agent-option-unknown", "commandAgent.shell"],
    [{ command: "a", id: 1 }, "agent-option-invalid", "commandAgent.id"],
    [{ command: "a", capabilities: { structuredOutput: true } }, "agent-option-invalid", "commandAgent.capabilities.structuredOutput"],
  ])("%j", (options, code, where) => {
    const fault = faultOf(options);
    expect(fault).toBeInstanceOf(LoopwrightError);
    expect(fault).toMatchObject({ code, path: where, hint: expect.any(String) as string });
  });
});
