/** What is no command line does nothing and exits with 2; what is one has its result on standard output and nothing else there. */
import { existsSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { cli, codeOf, finding, project } from "./command-run.fixture.js";

describe("command lines that are not understood", () => {
  it("LG-CLI-1: the hint names a help that there is", async () => {
    const hintOf = async (...args: readonly string[]): Promise<string> => (JSON.parse((await cli([...args, "--json"])).stderr) as { readonly error: { readonly hint: string } }).error.hint;
    expect(await hintOf("nope")).toBe("See loopwright --help.");
    expect(await hintOf("check", "--nope")).toBe("See loopwright check --help.");
  });

  const report = ["ledger", "report", "L"];
  it.each<[string, readonly string[]]>([
    ["an unknown command", ["reprot"]],
    ["an unknown command of the ledger", ["ledger", "reprot"]],
    ["an unknown flag", [...report, "--nope"]],
    ["a flag that is almost one", ["run", "quality-loop", "--max-round", "3"]],
    ["a flag before its command", ["--json", ...report]],
    ["a flag between the words of its command", ["ledger", "--json", "report", "L"]],
    ["a flag of another command", [...report, "--finding", "F-001"]],
    ["a flag given twice", [...report, "--config", "a", "--config", "b"]],
    ["a switch given twice", [...report, "--json", "--json"]],
    ["a flag in the place of another's value", [...report, "--config", "--json"]],
    ["a flag without its value", [...report, "--config"]],
    ["a switch with a value", [...report, "--json", "true"]],
    ["no ledger", ["ledger", "report"]],
    ["one argument too many", [...report, "M"]],
    ["a missing flag", ["ledger", "check-diff", "L", "--finding", "F-001"]],
    ["no number", ["check", "--review-output", "x", "--iteration", "two"]],
    ["a negative number", ["check", "--review-output", "x", "--iteration", "-1"]],
    ["a number with an exponent", ["run", "quality-loop", "--max-rounds", "1e3"]],
    ["both inputs from standard input", ["check", "--review-output-file", "-", "--history-file", "-", "--iteration", "1"]],
    ["no checkpoint", ["ledger", "open-instance", "L"]],
    ["two checkpoints", ["ledger", "open-instance", "L", "spec", "--checkpoint", "plan"]],
    ["evidence without its finding", ["ledger", "verify", "L", "--results-json", "[]", "--evidence", "x"]],
    ["neither input nor snapshot", ["run", "quality-loop"]],
    ["an answer without a snapshot", ["run", "quality-loop", "--input", "-", "--answer-json", "1"]],
    ["a snapshot without who answers", ["run", "quality-loop", "--resume", "-", "--answer-json", "1"]],
    ["somebody unknown who decides", ["ledger", "disposition", "L", "F-001", "--action", "defer", "--by", "model"]],
  ])("LG-CLI-1, LG-CLI-3: case F15: %s", async (_, args) => {
    expect(codeOf(await cli(args))).toBe("2:usage");
    const asJson = await cli([...args, ...(args.includes("--json") ? [] : ["--json"])]);
    expect([asJson.exitCode, asJson.stdout]).toEqual([2, ""]);
    expect(JSON.parse(asJson.stderr)).toEqual({ error: { code: "usage", message: expect.any(String) as string, hint: expect.any(String) as string } });
  });

  it("case F15: flags in the text of a task are no flags, and the text is no task", async () => {
    expect(codeOf(await cli(["run", "quality-loop", "task --max-iterations=3 --promise=A B"]))).toBe("2:usage");
    expect(codeOf(await cli(["run", "quality-loop", "--max-iteration", "3"]))).toBe("2:usage");
  });

  it("LG-CLI-1: nothing is made on the way", async () => {
    const { ledger } = project();
    await cli(["ledger", "intake", ledger, "--artifact", "code", "--findings-json", "[]", "--iteraton", "1"]);
    expect(existsSync(ledger)).toBe(false);
  });
});

describe("help", () => {
  it.each<[readonly string[], string]>([
    [["--help"], "loopwright ledger"],
    [["ledger", "--help"], "close-round"],
    [["ledger", "intake", "--help"], "--findings-file"],
    [["run", "-h"], "--max-rounds"],
  ])("%j stands on standard output", async (args, word) => {
    const { exitCode, stdout, stderr } = await cli(args);
    expect([exitCode, stderr]).toEqual([0, ""]);
    expect(stdout).toContain(word);
  });
});

describe("inputs", () => {
  const intake = (ledger: string, ...rest: readonly string[]) => ["ledger", "intake", ledger, "--artifact", "code", ...rest];

  it("LG-CLI-3, LG-SEC-33: a quote, a dash and a line break in a claim arrive as they are, by file and by standard input", async () => {
    const { ledger, write } = project();
    const claim = `--it's "broken"; $(rm -rf /) \n and so on`;
    const file = write("findings.json", JSON.stringify([finding(1, { claim })]));
    expect((await cli(intake(ledger, "--findings-file", file))).exitCode).toBe(0);
    expect((await cli(intake(ledger, "--findings-file", "-"), JSON.stringify([finding(2, { claim })]))).exitCode).toBe(0);
    const { stdout } = await cli(["ledger", "report", ledger, "--json"]);
    expect((JSON.parse(stdout) as { readonly findings: readonly { readonly claim: string }[] }).findings.map((one) => one.claim)).toEqual([claim, claim]);
  });

  it("LG-CLI-1: exactly one of file and text", async () => {
    const { ledger, write } = project();
    const file = write("findings.json", "[]");
    expect(codeOf(await cli(intake(ledger, "--findings-file", file, "--findings-json", "[]")))).toBe("1:input-twice");
    expect(codeOf(await cli(intake(ledger)))).toBe("1:input-missing");
    expect(codeOf(await cli(["ledger", "verify", ledger, "--cannot-reproduce", "F-001", "--results-json", "[]"]))).toBe("1:input-twice");
  });

  it.each<[string, string, string]>([
    ["no JSON", "{", "payload-invalid"],
    ["a key twice", '{"findings":[],"findings":[]}', "payload-invalid"],
    ["a byte order mark", "\ufeff[]", "payload-invalid"],
    ["no findings", "4", "payload-invalid"],
    ["too deep", `${"[".repeat(100)}${"]".repeat(100)}`, "payload-invalid"],
    ["a wrong finding", JSON.stringify([finding(1, { claim: 5 })]), "finding-bad-field"],
    ["too much", `[${" ".repeat(4_194_305)}]`, "limit-exceeded"],
  ])("LG-SEC-13, LG-SEC-16, LG-SEC-17, LG-SEC-34: %s is refused, and no ledger is made", async (_, stdin, code) => {
    const { ledger } = project();
    expect(codeOf(await cli(intake(ledger, "--findings-file", "-", "--json"), stdin))).toBe(`1:${code}`);
    expect(existsSync(ledger)).toBe(false);
  });

  it("LG-SEC-8, LG-SEC-13: a payload file is there, a file, and within its size", async () => {
    const { ledger, root, write } = project();
    expect(codeOf(await cli(intake(ledger, "--findings-file", `${root}/none.json`)))).toBe("1:input-unreadable");
    expect(codeOf(await cli(intake(ledger, "--findings-file", root)))).toBe("1:io-failed");
    expect(codeOf(await cli(intake(ledger, "--findings-file", write("big.json", " ".repeat(4_194_305)))))).toBe("1:limit-exceeded");
  });

  it("LG-SEC-19: what stands in an error reaches the terminal as one line with its signs visible", async () => {
    const { ledger } = project();
    const { stderr } = await cli(intake(ledger, "--findings-json", JSON.stringify([finding(1, { severity: "\u001b[31m\nforged" })])));
    expect(stderr).not.toContain("\u001b");
    expect(stderr.trim().split("\n")).toHaveLength(2);
  });
});
