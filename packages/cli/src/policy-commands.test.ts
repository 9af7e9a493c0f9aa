import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { cli, codeOf, dataOf, project } from "./command-run.fixture.js";

const WRITER = ["node", "-e", 'process.stdout.write("a draft")'];
const reviewer = (answer: unknown) => ["node", "-e", `process.stdin.resume(); process.stdin.on("end", () => process.stdout.write(${JSON.stringify(JSON.stringify(answer))}))`];
const agent = (role: string, command: readonly string[]) => ["--agent", `${role}=${JSON.stringify(command)}`];
const loop = (answer: unknown, ...rest: readonly string[]) => ["run", "quality-loop", ...agent("writer", WRITER), ...agent("reviewer", reviewer(answer)), "--input", "-", ...rest];
const INPUT = JSON.stringify({ request: "write" });
const NO = { approved: false, feedback: ["shorter"] };

describe("run", () => {
  it("a pass is exit 0, and the whole result is on standard output", async () => {
    const ran = await cli(loop({ approved: true, feedback: [] }, "--json", "--run-id", "r1"), INPUT);
    expect(dataOf(ran)).toMatchObject({ status: "passed", token: "approved", rounds: 1, report: { draft: "a draft" }, error: null });
    expect(ran.stdout.trim().split("\n")).toHaveLength(1);
  });

  it("case F15: what bounds a run is said before it starts, and the bound holds: a stop is exit 3", async () => {
    const ran = await cli(loop(NO, "--max-rounds=2"), INPUT);
    expect(dataOf(ran, 3)).toMatchObject({ status: "stopped", token: "review-cap", rounds: 2 });
    expect(ran.stderr).toContain("loopwright: at most 2 reviews, 1 revisions, ");
    expect((await cli(loop(NO), INPUT)).stderr).toContain("at most 3 reviews");
  });

  it("case F15: no number of rounds means without end", async () => {
    expect(codeOf(await cli(loop(NO, "--max-rounds", "0"), INPUT))).toBe("1:max-reviews-range");
    expect(codeOf(await cli(loop(NO, "--max-rounds", "11"), INPUT))).toBe("1:max-reviews-range");
    expect(codeOf(await cli(loop(NO, "--max-calls", "0"), INPUT))).toMatch(/^1:/);
  });

  it("a limit of the run stops it", async () => {
    expect(dataOf(await cli(loop(NO, "--max-calls", "2"), INPUT), 3)).toMatchObject({ status: "stopped", token: "budget-spent" });
    expect(codeOf(await cli(loop(NO, "--max-cost-usd", "1.5"), INPUT))).toMatch(/^1:/);
  });

  it.each<[string, readonly string[], string]>([
    ["no agent", [], "agent-missing"],
    ["an unknown role", ["--agent", "critic=true"], "role-unknown"],
    ["no equals sign", ["--agent", "writer"], "agent-invalid"],
    ["a role twice", ["--agent", "writer=true", "--agent", "writer=true"], "role-twice"],
    ["a key for one role", ["--agent", "writer/a=true"], "agent-invalid"],
    ["no command", ["--agent", "writer= "], "agent-invalid"],
    ["what needs a shell", ["--agent", "writer=echo 'a b' | cat"], "agent-invalid"],
    ["a list of something else", ["--agent", 'writer=["a",1]'], "agent-invalid"],
    ["an unknown preset", ["--agent", "writer=preset:nobody"], "agent-option-invalid"],
  ])("LG-SEC-33: agents: %s", async (_, agents, code) => {
    expect(codeOf(await cli(["run", "quality-loop", ...agents, "--input", "-"], INPUT))).toBe(`1:${code}`);
  });

  it("a command is split at blanks and nothing else", async () => {
    const ran = await cli(["run", "quality-loop", "--agent", "writer=node  -p 1+1", ...agent("reviewer", reviewer({ approved: true, feedback: [] })), "--input", "-"], INPUT);
    expect(dataOf(ran)).toMatchObject({ report: { draft: "2\n" } });
  });

  it.each<[string, readonly string[], string, string]>([
    ["an unknown policy", ["quality"], INPUT, "policy-unknown"],
    ["a policy that only decides", ["bounded"], INPUT, "policy-not-runnable"],
    ["a module that is not there", ["./none.js"], INPUT, "module-invalid"],
    ["no input", ["quality-loop"], "", "payload-invalid"],
  ])("refuses %s", async (_, [policy = ""], stdin, code) => {
    expect(codeOf(await cli(["run", policy, "--agent", "writer=true", "--agent", "reviewer=true", "--input", "-"], stdin))).toBe(`1:${code}`);
  });
});

describe("run quality-locked", () => {
  const CLEAN = "CRITICAL: None\nMAJOR: None\nMINOR-substantive: None\n";
  const says = (text: string) => ["node", "-e", `process.stdout.write(${JSON.stringify(text)})`];
  const locked = (root: string, reviewer: readonly string[], ...rest: readonly string[]) => [
    "run", "quality-locked", "--manifest", `${root}/manifest.md`, "--decision-log", `${root}/decisions.md`,
    ...agent("reviewer", reviewer), ...agent("fixer", says("better")), ...agent("selfReviewer", says("")), "--input", "-", "--json", ...rest,
  ];
  const start = JSON.stringify({ checkpoint: "spec", artifact: "a spec", mode: { isOn: true, source: "flag" } });

  it("QL-ACT-4, QL-HIST-1: a clean review passes, and its record is on disk", async () => {
    const { root } = project();
    expect(dataOf(await cli(locked(root, says(CLEAN)), start))).toMatchObject({ status: "passed" });
    expect(readFileSync(`${root}/manifest.md`, "utf8")).toContain("result: PASS");
  });

  it("QL-CLS-13, G4: a review that nobody can read never passes: a person is asked", async () => {
    const { root } = project();
    expect(dataOf(await cli(locked(root, says("looks great!")), start), 4)).toMatchObject({ status: "suspended" });
  });

  it("LG-CLI-1: flags of another policy are misplaced, and its own are needed", async () => {
    const { root } = project();
    expect(codeOf(await cli(loop(NO, "--manifest", "m.md"), INPUT))).toBe("2:usage");
    expect(codeOf(await cli(locked(root, says(CLEAN), "--suite", "true"), start))).toBe("2:usage");
    expect(codeOf(await cli(["run", "quality-locked", "--manifest", "m.md", "--input", "-"], start))).toBe("2:usage");
    expect(existsSync(`${root}/manifest.md`)).toBe(false);
  });
});

describe("run ledger-loop", () => {
  it("LG-PKT-2, LG-DEC-3: reviews a real repository; what it found and decided is in its ledger", async () => {
    const { root, ledger, write } = project();
    const git = (...args: readonly string[]) => execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@example.org", "-c", "commit.gpgsign=false", ...args], { cwd: root });
    git("init", "-q");
    git("add", "src");
    git("commit", "-qm", "start");
    const seen = `${root}/.git/seen.txt`;
    const reviewer = write(".git/reviewer.mjs", `import { writeFileSync } from "node:fs"; let all = ""; process.stdin.on("data", (chunk) => (all += chunk)).on("end", () => { writeFileSync(${JSON.stringify(seen)}, all); process.stdout.write("Nothing.\\n\\n\`\`\`json\\n[]\\n\`\`\`\\n"); });`);
    const packet = write(".git/packet.mjs", 'process.stdin.resume().on("end", () => process.stdout.write(JSON.stringify({ kind: "code", changes: "all of src/a.ts", excerpts: "§4.2 Tokens rotate.", blastRadius: null })));');
    const node = (file: string) => JSON.stringify(["node", file]);
    const ran = await cli(
      ["run", "ledger-loop", "--ledger", ledger, "--packet", node(packet), "--witness", "node --test", "--suite", "node -p 1", "--agent", `reviewer/default=${node(reviewer)}`, "--agent", "fixer=false", "--input", "-", "--json"],
      JSON.stringify({ checkpoint: "code" }),
    );
    expect(dataOf(ran)).toMatchObject({ status: "passed", token: "STOP_CLEAN" });
    expect(readFileSync(seen, "utf8")).toContain("all of src/a.ts");
    expect(JSON.parse(readFileSync(ledger, "utf8"))).toMatchObject({ history: [{ instance: "code" }, { iteration: 1, result: "STOP_CLEAN" }] });
  });

  it.each<[string, string, string]>([
    ["no packet", "node -p 1", "packet-invalid"],
    ["one that omits no list", packetText('"omitted":{"a":"src/x"}'), "packet-invalid"],
    ["one that omits a text", packetText('"omitted":"src/x"'), "packet-invalid"],
    ["one that omits numbers", packetText('"omitted":[1]'), "packet-invalid"],
    ["one with an unknown key", packetText('"omited":["src/x"]'), "packet-invalid"],
    ["one with a key of the other kind", packetText('"delta":null'), "packet-invalid"],
    ["a shell", "cat x | jq", "option-invalid"],
  ])("LG-SEC-33: a packet command that prints or is %s stops the loop", async (_, packet, code) => {
    const { root, ledger } = project();
    execFileSync("git", ["init", "-q"], { cwd: root });
    execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@example.org", "commit", "--allow-empty", "-qm", "start"], { cwd: root });
    const ran = await cli(["run", "ledger-loop", "--ledger", ledger, "--packet", packet, "--witness", "node --test", "--suite", "node -p 1", "--agent", "reviewer/default=true", "--agent", "fixer=true", "--input", "-", "--json"], JSON.stringify({ checkpoint: "code" }));
    expect(`${ran.stdout}${ran.stderr}`).toContain(code);
    expect(ran.exitCode).not.toBe(0);
  });
});

/** A command that prints the parts of a packet with one more. */
function packetText(more: string): string {
  return JSON.stringify(["node", "-p", `JSON.stringify({"kind":"code","changes":"x","excerpts":"x","blastRadius":null,${more}})`]);
}

describe("a policy of one's own, as a module", () => {
  const module = fileURLToPath(new URL("asker.fixture.ts", import.meta.url));
  const agents = agent("writers/a", WRITER);

  it("G16: waits for a person with exit 4, and goes on from its snapshot with an answer and a name", async () => {
    const { write } = project();
    const asked = await cli(["run", module, ...agents, "--input", "-", "--json"], "null");
    const { snapshot, question } = dataOf(asked, 4) as { readonly snapshot: unknown; readonly question: { readonly text: string } };
    expect([question.text, asked.stderr]).toEqual(["Shall we?", expect.stringContaining("waiting for a person: Shall we?")]);
    const resume = ["run", module, ...agents, "--resume", write("snapshot.json", JSON.stringify(snapshot)), "--by", "Ada"];
    expect(dataOf(await cli([...resume, "--answer-json", '"yes"']))).toMatchObject({ status: "passed", token: "agreed", report: { drafts: ["a draft"] }, answers: [{ token: "shall-we", by: "Ada" }] });
    expect(codeOf(await cli([...resume, "--answer-json", '"no"']))).toMatch(/^1:/);
    expect(codeOf(await cli([...resume]))).toBe("1:input-missing");
    expect(codeOf(await cli(["run", module, ...agents, "--resume", "-", "--by", "Ada", "--answer-json", "1"], "{}"))).toMatch(/^1:/);
  });

  it("G21: is explained too; a family wants a key for each of its agents", async () => {
    expect((await cli(["explain", "-", "--policy", module], '{"isAgreed":false}')).stdout).toContain("shall-we");
    expect(codeOf(await cli(["run", module, "--agent", "writers=true", "--input", "-"], "null"))).toBe("1:agent-invalid");
  });
});

describe("a run in a journal", () => {
  it("G11: given again, it gives its result without asking anybody again; replay computes its decisions", async () => {
    const { root } = project();
    const journal = `${root}/run.jsonl`;
    const first = dataOf(await cli(loop(NO, "--max-rounds", "2", "--journal", journal, "--json"), INPUT), 3);
    const nobody = ["run", "quality-loop", ...agent("writer", ["false"]), ...agent("reviewer", ["false"]), "--input", "-", "--json", "--max-rounds", "2", "--journal", journal];
    expect(dataOf(await cli(nobody, INPUT), 3)).toEqual(first);
    const replayed = await cli(["replay", journal, "--policy", "quality-loop"]);
    expect(replayed.stdout).toContain("1. round 1, after review: revise → revise\n2. round 2, after review: review-cap\nevery decision holds");
    expect(dataOf(await cli(["replay", journal, "--policy", "quality-loop", "--json"]))).toMatchObject({ policy: "quality-loop", isEnded: true, faults: [] });
  });

  it("G16: a question in a journal is answered with its token and a name", async () => {
    const { root } = project();
    const module = fileURLToPath(new URL("asker.fixture.ts", import.meta.url));
    const common = ["run", module, ...agent("writers/a", WRITER), "--journal", `${root}/run.jsonl`];
    expect(dataOf(await cli([...common, "--input", "-"], "null"), 4)).toMatchObject({ token: "shall-we" });
    expect(dataOf(await cli([...common, "--token", "shall-we", "--answer-json", '"yes"', "--by", "Ada"]))).toMatchObject({ status: "passed", report: { drafts: ["a draft"] } });
  });

  it("G21: a recorded decision that the table does not make is found, with exit 1 and the result", async () => {
    const { root } = project();
    const journal = `${root}/run.jsonl`;
    dataOf(await cli(loop({ approved: true, feedback: [] }, "--journal", journal), INPUT));
    const other = fileURLToPath(new URL("other-quality-loop.fixture.ts", import.meta.url));
    const replayed = await cli(["replay", journal, "--policy", other, "--json"]);
    expect(dataOf(replayed, 1)).toMatchObject({ faults: [{ index: 0, recorded: { token: "approved" } }] });
    expect((await cli(["replay", journal, "--policy", other])).stdout).toContain("DIFFERS");
  });

  it("what is no journal, or none of this policy, is refused; nothing is made", async () => {
    const { root, write } = project();
    expect(codeOf(await cli(["replay", `${root}/none.jsonl`, "--policy", "quality-loop"]))).toBe("1:input-unreadable");
    expect(existsSync(`${root}/none.jsonl`)).toBe(false);
    expect(codeOf(await cli(["replay", write("x.jsonl", "no journal\n"), "--policy", "quality-loop"]))).toMatch(/^1:journal-/);
    expect(codeOf(await cli(["run", "quality-loop", "--token", "x", "--answer-json", "1", "--by", "Ada"]))).toBe("2:usage");
  });
});

describe("explain", () => {
  const facts = { draftFailed: false };

  it("says which row decides, for people and for programs", async () => {
    const { write } = project();
    const decided = dataOf(await cli(loop(NO, "--max-rounds", "1", "--json"), INPUT), 3);
    const file = write("result.json", JSON.stringify(decided));
    const explained = await cli(["explain", file, "--policy", "quality-loop"]);
    expect(explained.stdout).toContain("review-cap");
    expect(dataOf(await cli(["explain", file, "--policy", "quality-loop", "--json"]))).toMatchObject({ decision: { token: "review-cap", kind: "stop" } });
  });

  it.each(["quality-loop", "quality-locked", "quality-locked-checker", "ledger", "ledger-loop", "bounded", "review-loop"])("knows %s, and refuses facts that are none of it", async (policy) => {
    expect(codeOf(await cli(["explain", "-", "--policy", policy], JSON.stringify(facts)))).toBe("1:facts-invalid");
  });
});

describe("check and classify", () => {
  const REVIEW = "CRITICAL:\n- a\nMAJOR: None\n";

  it("QL-JSON-1, QL-JSON-3: the checker's JSON, whatever the action, with exit 0", async () => {
    expect(dataOf(await cli(["classify", "--review-output-file", "-"], REVIEW))).toEqual({ counts: { critical: 1, major: 0, substantive: 0, cosmetic: 0 } });
    expect(dataOf(await cli(["check", "--review-output-file", "-", "--iteration", "2"], REVIEW))).toMatchObject({ is_clean: false, action: "REVISE", iteration_record: { iteration: 2, result: "REVISE" } });
    expect(dataOf(await cli(["check", "--review-output", "looks great!", "--iteration", "10", "--checkpoint", "spec"]))).toMatchObject({ action: "CAP_REACHED", unparseable: true, iteration_record: { checkpoint: "spec" } });
    expect(dataOf(await cli(["check", "--review-output=-1 is wrong", "--iteration", "1", "--machine-counts-json", '{"critical":1}']))).toMatchObject({ counts: { critical: 1 } });
  });

  it("QL-JSON-1, QL-FM-2: one document on one line, the same bytes for the same input", async () => {
    const twice = [await cli(["check", "--review-output", REVIEW, "--iteration", "1"]), await cli(["check", "--review-output", REVIEW, "--iteration", "1"])];
    expect(twice[0]).toEqual(twice[1]);
    expect(twice[0]?.stdout.trim().split("\n")).toHaveLength(1);
  });

  it("QL-HIST-2, QL-STK-2: prior records come from a file or in place", async () => {
    const { write } = project();
    const record = (iteration: number) => ({ checkpoint: "spec", iteration, counts: { critical: 1, major: 0, substantive: 0, cosmetic: 0 }, result: "REVISE" });
    const history = JSON.stringify([record(1), record(2), record(3)]);
    const check = (...rest: readonly string[]) => cli(["check", "--review-output", REVIEW, "--iteration", "4", ...rest]);
    expect(dataOf(await check("--history-file", write("history.json", history)))).toMatchObject({ action: "ESCALATE", stuck: true });
    expect(dataOf(await check("--history-json", history, "--checkpoint", "plan"))).toMatchObject({ action: "REVISE" });
  });

  it.each([["{}", "history-invalid"], ["[1]", "history-invalid"], ["[", "payload-invalid"]])("QL-JSON-2: history %s gives the error alone, and exit 1", async (history, code) => {
    const ran = await cli(["check", "--review-output", REVIEW, "--iteration", "1", "--history-json", history]);
    expect(Object.keys(dataOf(ran, 1) as object)).toEqual(["error"]);
    expect(JSON.parse(ran.stderr)).toMatchObject({ error: { code } });
  });

  it("QL-DEC-3: iteration 0 is an error", async () => {
    expect(dataOf(await cli(["check", "--review-output", REVIEW, "--iteration", "0"]), 1)).toEqual({ error: expect.any(String) as string });
  });

  it("LG-SEC-16: text that is no UTF-8 is refused", async () => {
    const { root } = project();
    writeFileSync(`${root}/bad.txt`, new Uint8Array([0xff, 0x41]));
    expect(codeOf(await cli(["classify", "--review-output-file", `${root}/bad.txt`]))).toBe("1:input-unreadable");
  });
});
