import type { AgentUnderTest, ContractSetup, OtherSideStep, SeenRequest } from "@loopwright/testing";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { commandAgent } from "../command.js";

/** Takes the next free number, notes what it read, and does the step of that number. */
const PROGRAM = `
  const { mkdirSync, readFileSync, renameSync, writeFileSync } = require("node:fs");
  const [folder] = process.argv.slice(1);
  const { instruction, input } = JSON.parse(readFileSync(0, "utf8"));
  let number = 0;
  for (;; number++) {
    try { mkdirSync(folder + "/taken-" + number); break; } catch (error) { if (error.code !== "EEXIST") throw error; }
  }
  writeFileSync(folder + "/part-" + number, JSON.stringify({ instruction, input }));
  renameSync(folder + "/part-" + number, folder + "/seen-" + number);
  const { does, message, ...step } = JSON.parse(readFileSync(folder + "/script.json", "utf8"))[number];
  const say = (value) => process.stdout.write(JSON.stringify(value));
  if (does === "answers") say(step);
  if (does === "echoes") say({ text: JSON.stringify(input) });
  if (does === "fails") {
    process.exitCode = 1;
    process.stderr.write(message);
    if (step.usage) say({ text: "", usage: step.usage });
  }
  if (does === "stalls") process.stdout.write('{"text":"half');
  if (does === "hangs" || does === "stalls") setInterval(() => {}, 1000);
`;

/** A real process for each call. */
export function commandUnderTest(script: readonly OtherSideStep[], { secret }: ContractSetup): AgentUnderTest {
  const folder = mkdtempSync(path.join(tmpdir(), "loopwright-contract-"));
  writeFileSync(path.join(folder, "script.json"), JSON.stringify(script));
  const agent = commandAgent({ command: process.execPath, args: ["-e", PROGRAM, folder], env: { SERVICE_API_KEY: secret }, input: "json", output: "json" });
  const seen = (): SeenRequest[] =>
    readdirSync(folder)
      .filter((file) => file.startsWith("seen-"))
      .sort((one, other) => Number(one.slice(5)) - Number(other.slice(5)))
      .map((file) => JSON.parse(readFileSync(path.join(folder, file), "utf8")) as SeenRequest);
  return { agent, seen, dispose: () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }) };
}
