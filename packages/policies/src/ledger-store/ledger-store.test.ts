import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { parseLedger } from "../ledger/value/parse-ledger.js";
import { CYCLE, diskCycle, finding, refusalOf, TODAY, type DiskCycle } from "./cycle-on-disk.fixture.js";
import { ledgerStore } from "./ledger-store.js";
import { ledgerPlace } from "./place.js";

const artifact = "code";

async function withFinding(over: { readonly [key: string]: unknown } = {}): Promise<DiskCycle> {
  const cycle = diskCycle();
  await cycle.store().intake({ findings: [finding(1, over)], artifact });
  return cycle;
}

describe("a ledger on disk", () => {
  it("LG-LOAD-1, LG-LOAD-5: the first intake makes it, named after its directory; a refused one leaves no file and no directory", async () => {
    const cycle = diskCycle();
    rmSync(path.join(cycle.root, CYCLE), { recursive: true });
    expect(await refusalOf(() => cycle.store().intake({ findings: [finding(99)], artifact }))).toBe("anchor-region-out-of-range");
    expect(existsSync(path.join(cycle.root, CYCLE))).toBe(false);
    await cycle.store().intake({ findings: [finding(1)], artifact });
    expect(cycle.store().read()).toMatchObject({ slug: "auth", next_id: 2, findings: [{ id: "F-001", first_seen: 1 }] });
    expect(cycle.names()).toEqual(["review-ledger.json"]);
    expect(cycle.text(`${CYCLE}/review-ledger.json`)).toMatch(/^\{\n {2}"version": 1,[^]*\n\}\n$/);
  });

  it("LG-LOAD-1: everything but intake and opening needs one", async () => {
    const { store, names } = diskCycle();
    const refused = [
      () => store().read(),
      () => store().reportText(),
      () => store().verify({ results: [] }),
      () => store().cannotReproduce({ id: "F-001", evidence: "x" }),
      () => store().attachWitness({ id: "F-001", ref: "t.test.ts" }),
      () => store().disposition({ id: "F-001", action: "fix-now" }),
      () => store().dispositionBatch({ ids: ["F-001"], action: "fix-now" }),
      () => store().closeRound(),
      () => store().resync(),
      () => store().checkDiff({ finding: "F-001", commit: () => { throw new Error("asked for the commit"); } }),
    ];
    for (const run of refused) expect(await refusalOf(run)).toBe("no-ledger");
    expect(names()).toEqual(["spec.md"]);
  });

  it.each([["cut JSON", "{"], ["no history", '{"findings":[]}'], ["depth", "[".repeat(100_000)], ["a byte order mark", "\ufeff{}"]])(
    "LG-LOAD-1, LG-LOAD-2, LG-LOAD-4: a file with %s is refused by every command and left as it is",
    async (_, content) => {
      const cycle = diskCycle();
      cycle.write(`${CYCLE}/review-ledger.json`, content);
      expect(await refusalOf(() => cycle.store().intake({ findings: [], artifact }))).toBe("malformed-ledger");
      expect(await refusalOf(() => cycle.store().reportText())).toBe("malformed-ledger");
      expect(cycle.text(`${CYCLE}/review-ledger.json`)).toBe(content);
    },
  );

  it("LG-SEC-13: a ledger over its limit is refused before it is read, and none is written over it", async () => {
    const cycle = await withFinding();
    const before = cycle.text(`${CYCLE}/review-ledger.json`);
    const limits = { ledgerBytes: before?.length ?? 0 };
    expect(await refusalOf(() => cycle.store({ limits }).intake({ findings: [finding(2)], artifact }))).toBe("limit-exceeded");
    expect(cycle.text(`${CYCLE}/review-ledger.json`)).toBe(before);
    truncateSync(cycle.ledger, 3_000_000_000);
    expect(await refusalOf(() => cycle.store().read())).toBe("limit-exceeded");
    rmSync(cycle.ledger);
    mkdirSync(cycle.ledger);
    expect(await refusalOf(() => cycle.store().read())).toBe("io-failed");
  });

  it("LG-FILE-1: keys that nobody here knows, and an absent slug, come through a change as they were", async () => {
    const cycle = await withFinding();
    const { slug: _, ...ledger } = JSON.parse(cycle.text(`${CYCLE}/review-ledger.json`) ?? "") as { readonly [key: string]: unknown };
    cycle.write(`${CYCLE}/review-ledger.json`, JSON.stringify({ x_tool: { a: [1] }, ...ledger }));
    await cycle.store().disposition({ id: "F-001", action: "defer", ticket: "T-1" });
    await cycle.store().closeRound();
    const after = JSON.parse(cycle.text(`${CYCLE}/review-ledger.json`) ?? "") as object;
    expect(Object.keys(after)).toEqual(["x_tool", ...Object.keys(ledger)]);
    expect(cycle.text(`${CYCLE}/decisions.md`)).toContain(": auth iter=1 ");
  });

  it("LG-INT-3: a batch with one bad finding stores none", async () => {
    const cycle = await withFinding();
    const before = cycle.text(`${CYCLE}/review-ledger.json`);
    expect(await refusalOf(() => cycle.store().intake({ findings: [finding(2), finding(3, { anchor: { file: "src/none.ts", region: [1, 1] } })], artifact }))).toBe("anchor-file-missing");
    expect(cycle.text(`${CYCLE}/review-ledger.json`)).toBe(before);
  });

  it("LG-SEC-12: a hand that saved meanwhile is not overwritten", async () => {
    const cycle = await withFinding();
    const other = `${cycle.text(`${CYCLE}/review-ledger.json`) ?? ""} `;
    // The edit comes when the operation reads its input, which is after it has read the ledger.
    const input = { artifact, get findings(): unknown { writeFileSync(cycle.ledger, other); return [finding(2)]; } };
    expect(await refusalOf(() => cycle.store().intake(input))).toBe("changed-underneath");
    expect(readFileSync(cycle.ledger, "utf8")).toBe(other);
    expect(cycle.names()).toEqual(["review-ledger.json", "spec.md"]);
  });

  it("LG-LOAD-6, LG-SEC-11: twenty intakes at once in one process are twenty entries", async () => {
    const cycle = diskCycle();
    await Promise.all(Array.from({ length: 20 }, (_, index) => cycle.store({ lockWaitMs: 60_000 }).intake({ findings: [finding((index % 12) + 1, { claim: `claim ${index}` })], artifact })));
    const ledger = cycle.store().read();
    expect(new Set(ledger.findings.map(({ claim }) => claim)).size).toBe(20);
    expect(ledger.next_id).toBe(21);
  });
});

describe("the place of a ledger", () => {
  const place = (ledger: string, root?: string) => ledgerPlace(ledger, { root, stateDirectory: ".review" });

  it("LG-LOAD-5: the root is the nearest directory above with the state directory, the slug the ledger's directory", () => {
    const { root, ledger } = diskCycle();
    expect(place(ledger)).toEqual({ ledger, directory: path.join(root, CYCLE), slug: "auth", root, cycleDirectory: CYCLE });
  });

  it("LG-LOAD-5: a state directory that the ledger will make counts", () => {
    const { root } = diskCycle();
    rmSync(path.join(root, ".review"), { recursive: true });
    expect(place(path.join(root, CYCLE, "l.json"))).toMatchObject({ root, cycleDirectory: CYCLE });
  });

  it("LG-LOAD-5: a ledger beside any state directory and outside of here needs its root given", async () => {
    const folder = mkdtempSync(path.join(tmpdir(), "loopwright-place-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    expect(await refusalOf(() => place(path.join(folder, "l.json")))).toBe("root-unknown");
    expect(place(path.join(folder, "cycle", "l.json"), folder)).toMatchObject({ slug: "cycle", cycleDirectory: "cycle" });
    expect(place(path.join("no-such-directory", "l.json"))).toMatchObject({ root: process.cwd() });
  });

  it("LG-SEC-36: a ledger that is a link out of its directory is refused; one within, or a linked directory, is one ledger", async () => {
    const { root, ledger, write } = diskCycle();
    write("elsewhere.json", "{}");
    symlinkSync(path.join(root, "elsewhere.json"), ledger);
    expect(await refusalOf(() => place(ledger))).toBe("path-unsafe");
    rmSync(ledger);
    symlinkSync(path.join(root, "nowhere.json"), ledger);
    expect(await refusalOf(() => place(ledger))).toBe("path-unsafe");
    rmSync(ledger);
    write(`${CYCLE}/real.json`, "{}");
    symlinkSync("real.json", ledger);
    symlinkSync(path.join(root, CYCLE), path.join(root, "cycle"));
    expect(place(ledger).ledger).toBe(path.join(root, CYCLE, "real.json"));
    expect(place(path.join(root, "cycle", "real.json"))).toEqual(place(ledger));
  });
});

describe("what an intake reads", () => {
  const intake = (cycle: DiskCycle, over: { readonly [key: string]: unknown }) => cycle.store().intake({ findings: [finding(1, over)], artifact });
  const at = (file: string) => ({ anchor: { file, region: [1, 1] } });

  it("LG-SEC-7, LG-FP-5: no anchor leads out of the repository, through a link, into version control, or to what is no file", async () => {
    const cycle = diskCycle();
    cycle.write(".git/config", "x\n");
    symlinkSync("/etc", path.join(cycle.root, "out"));
    symlinkSync(path.join(cycle.root, ".git"), path.join(cycle.root, "vcs"));
    symlinkSync("a.ts", path.join(cycle.root, "src/link.ts"));
    for (const file of ["../x", "/etc/passwd", "out/passwd", ".git/config", "vcs/config"]) expect([file, await refusalOf(() => intake(cycle, at(file)))]).toEqual([file, "anchor-path-unsafe"]);
    for (const file of ["src", "src/none.ts", "src/a.ts/x"]) expect([file, await refusalOf(() => intake(cycle, at(file)))]).toEqual([file, "anchor-file-missing"]);
    expect(await refusalOf(() => intake(cycle, at("src/link.ts")))).toBe("done");
  });

  it("LG-SEC-13: an anchor in a file over the limit is refused at once", async () => {
    const cycle = diskCycle();
    truncateSync(path.join(cycle.root, "src/a.ts"), 2_147_483_648);
    expect(await refusalOf(() => intake(cycle, {}))).toBe("limit-exceeded");
  });

  it("LG-CITE-2, LG-CITE-7: citations resolve in the cycle's documents and the constitution", async () => {
    const cycle = diskCycle();
    cycle.write(".review/constitution/deep/er/api.md", "api.3: queries are bounded\n");
    const cited = async (rule: string) => (await intake(cycle, { cited_rule: rule, claim: `cites ${rule}`, witness: null })).report.capped.length;
    expect([await cited("spec §4.2"), await cited("spec §77.7"), await cited("constitution: api.3")]).toEqual([0, 1, 0]);
  });

  it("LG-CITE-3: without any document the check is skipped, loudly", async () => {
    const cycle = diskCycle();
    rmSync(path.join(cycle.root, CYCLE, "spec.md"));
    expect((await intake(cycle, { cited_rule: "spec §77.7", witness: null })).report).toMatchObject({ capped: [], citation_skipped: ["F-001"] });
  });

  it("LG-SEC-8: a linked constitution is skipped with a warning; too many files and too large ones are refused", async () => {
    const cycle = diskCycle();
    symlinkSync("/", path.join(cycle.root, ".review/constitution"));
    const cited = { cited_rule: "constitution x1", witness: null };
    const { report, warnings } = await intake(cycle, cited);
    expect([report.citation_skipped.length, warnings]).toEqual([1, ["document-skipped: .review/constitution is a link"]]);
    rmSync(path.join(cycle.root, ".review/constitution"));
    cycle.write(".review/constitution.md", "x");
    truncateSync(path.join(cycle.root, ".review/constitution.md"), 5_000_000);
    expect(await refusalOf(() => intake(cycle, { ...cited, claim: "too large" }))).toBe("limit-exceeded");
    rmSync(path.join(cycle.root, ".review/constitution.md"));
    for (let index = 0; index < 501; index++) cycle.write(`.review/constitution/${index}.md`, "");
    expect(await refusalOf(() => intake(cycle, { ...cited, claim: "too many" }))).toBe("limit-exceeded");
  });

  it("LG-SEC-8: documents below the eighth level are not read, loudly", async () => {
    const cycle = diskCycle();
    const levels = (count: number) => Array.from({ length: count }, (_, index) => `d${index}`).join("/");
    cycle.write(`.review/constitution/${levels(8)}/in.md`, "rule in.1\n");
    cycle.write(`.review/constitution/${levels(9)}/out.md`, "rule out.1\n");
    const cited = (rule: string) => intake(cycle, { cited_rule: rule, claim: rule, witness: null });
    expect((await cited("constitution in.1")).report.citation_unresolved).toEqual([]);
    const { report, warnings } = await cited("constitution out.1");
    expect([report.citation_unresolved, warnings]).toEqual([["F-002"], [`document-skipped: .review/constitution/${levels(9)} lies too deep`]]);
  });
});

describe("the configuration of a project", () => {
  const uncited = { witness: null };

  it("LG-CFG-6: is read anew by each command and is nowhere in the ledger; another path overrides it", async () => {
    const cycle = diskCycle();
    cycle.write(".review/config.yaml", "review_loop:\n  witness_capping: false\n");
    expect((await cycle.store().intake({ findings: [finding(1, uncited)], artifact })).report.capped).toEqual([]);
    cycle.write(".review/config.yaml", "");
    expect((await cycle.store().intake({ findings: [finding(2, uncited)], artifact })).report.capped).toEqual(["F-002"]);
    cycle.write("other.yaml", "review_loop:\n  witness_capping: false\n");
    const other = cycle.store({ config: path.join(cycle.root, "other.yaml") });
    expect((await other.intake({ findings: [finding(3, uncited)], artifact })).report.capped).toEqual([]);
    expect(cycle.text(`${CYCLE}/review-ledger.json`)).not.toContain("capping");
  });

  it("LG-CFG-3, LG-SEC-31: what is wrong with it falls back to defaults with a warning; having none is no fault", async () => {
    const cycle = diskCycle();
    expect(cycle.store().config().warnings).toEqual([]);
    cycle.write(".review/config.yaml", "review_loop:\n  iteration_cap: ten\n");
    const { configWarnings } = await cycle.store().openInstance({ checkpoint: "code" });
    expect(configWarnings).toEqual([expect.stringContaining("iteration_cap must be") as string]);
    const unreadable = (config: string) => cycle.store({ config }).config();
    for (const config of [path.join(cycle.root, "src"), path.join(cycle.root, "none.yaml")]) {
      expect(unreadable(config)).toMatchObject({ config: { iterationCap: 5 }, warnings: ["config-unreadable: defaults apply"] });
    }
    writeFileSync(path.join(cycle.root, "large.yaml"), `review_loop:\n  iteration_cap: 9\n${"#".repeat(262_144)}`);
    expect(unreadable(path.join(cycle.root, "large.yaml"))).toMatchObject({ config: { iterationCap: 5 }, warnings: [expect.any(String)] });
  });

  it("LG-DIS-6: without people, blocking entries need one", async () => {
    const cycle = await withFinding();
    const reject = { id: "F-001", action: "reject", reason: "no" };
    expect(await refusalOf(() => cycle.store({ autonomy: true }).disposition({ ...reject, by: "agent" }))).toBe("disposition-needs-human");
    await cycle.store({ autonomy: true }).disposition({ ...reject, by: "human" });
    expect(cycle.store().read().findings[0]?.disposition).toEqual({ action: "reject", reason: "no", by: "human", at: TODAY });
  });
});

describe("closing a round on disk", () => {
  const EXIT = `- [${TODAY}] review-loop STOP_ADVISORY: auth iter=1 open=0/1/0/0 disputed=0 dispositions=F-001:defer [auto-logged by loopwright]\n`;

  async function deferred(): Promise<DiskCycle> {
    const cycle = await withFinding();
    await cycle.store().disposition({ id: "F-001", action: "defer", ticket: "cleanup.md" });
    return cycle;
  }

  it("LG-CLOSE-6, LG-EXIT-1, LG-TKT-1: ledger first, then ticket and exit record", async () => {
    const cycle = await deferred();
    cycle.write(`${CYCLE}/decisions.md`, "a line left open");
    const { report, warnings } = await cycle.store().closeRound();
    expect([report.decision.action, warnings]).toEqual(["STOP_ADVISORY", []]);
    expect(cycle.text(`${CYCLE}/decisions.md`)).toBe(`a line left open\n${EXIT}`);
    expect(cycle.text(`${CYCLE}/cleanup.md`)).toContain(`## sealed at round 1 — ${TODAY}\n- F-001 [major] claim about line 1 (src/a.ts:1-1)`);
    expect(cycle.store().read().findings[0]?.status).toBe("deferred");
  });

  it("LG-CLOSE-4: a stop with undecided entries is refused, and the bytes stay", async () => {
    const cycle = await withFinding({ severity: "substantive" });
    const before = cycle.text(`${CYCLE}/review-ledger.json`);
    expect(await refusalOf(() => cycle.store().closeRound())).toBe("dispositions-required");
    expect(cycle.text(`${CYCLE}/review-ledger.json`)).toBe(before);
    expect(cycle.names()).toEqual(["review-ledger.json", "spec.md"]);
  });

  it("LG-DIS-7: a refused close keeps that a bought round was used up", async () => {
    const cycle = await withFinding();
    cycle.write(".review/config.yaml", "review_loop:\n  major_budget: 1\n");
    await cycle.store().disposition({ id: "F-001", action: "fix-now" });
    expect((await cycle.store().closeRound()).report.decision.action).toBe("CONTINUE");
    expect(await refusalOf(() => cycle.store().closeRound())).toBe("dispositions-required");
    expect(cycle.store().read().findings[0]?.disposition).toBeNull();
  });

  it("LG-CLOSE-6: what cannot be appended is a warning, the verdict stands, and resync makes it good once", async () => {
    const cycle = await deferred();
    mkdirSync(path.join(cycle.root, CYCLE, "decisions.md"));
    mkdirSync(path.join(cycle.root, CYCLE, "cleanup.md"));
    const { report, warnings } = await cycle.store().closeRound();
    expect(report.decision.action).toBe("STOP_ADVISORY");
    expect(warnings).toEqual([expect.stringContaining("cleanup.md was not written") as string, expect.stringContaining("decisions.md was not written") as string]);
    rmSync(path.join(cycle.root, CYCLE, "decisions.md"), { recursive: true });
    rmSync(path.join(cycle.root, CYCLE, "cleanup.md"), { recursive: true });
    const bytes = cycle.text(`${CYCLE}/review-ledger.json`);
    expect((await cycle.store().resync()).report).toEqual(["cleanup.md", "decisions.md"]);
    expect((await cycle.store().resync()).report).toEqual([]);
    expect(cycle.text(`${CYCLE}/decisions.md`)).toBe(EXIT);
    expect(cycle.text(`${CYCLE}/cleanup.md`)?.match(/F-001/g)).toHaveLength(1);
    expect(cycle.text(`${CYCLE}/review-ledger.json`)).toBe(bytes);
  });

  it("LG-SEC-36: a side file that is a link out of the cycle is not written through; the verdict stands", async () => {
    const cycle = await deferred();
    cycle.write("profile", "mine\n");
    symlinkSync(path.join(cycle.root, "profile"), path.join(cycle.root, CYCLE, "cleanup.md"));
    const { report, warnings } = await cycle.store().closeRound();
    expect([report.decision.action, warnings.length, cycle.text("profile")]).toEqual(["STOP_ADVISORY", 1, "mine\n"]);
  });
});

describe("checking a fix commit", () => {
  const commit = { id: "a".repeat(40), message: "x", changes: [{ path: "src/b.ts", hunk: null }], before: () => null, after: () => "b\n" };

  it("LG-CD-2: the commit is not asked for while the finding is settled or unknown", async () => {
    const cycle = await withFinding();
    const asked = { commit: () => { throw new Error("asked"); } };
    expect(await refusalOf(() => cycle.store().checkDiff({ finding: "F-009", ...asked }))).toBe("unknown-finding");
    await cycle.store().verify({ results: [{ id: "F-001", verdict: "FIXED", evidence: "green" }] });
    expect(await refusalOf(() => cycle.store().checkDiff({ finding: "F-001", ...asked }))).toBe("check-diff-settled");
  });

  it("LG-CD-1: with scope_check off nothing is read", async () => {
    const cycle = diskCycle();
    cycle.write(".review/config.yaml", "review_loop:\n  scope_check: false\n");
    const { report } = await cycle.store().checkDiff({ finding: "F-001", commit: () => { throw new Error("asked"); } });
    expect(report.result).toMatchObject({ in_scope: true, skipped: expect.any(String) as string });
  });

  it("LG-CFG-1, LG-CD-4, LG-CD-14: the file's prefix and witness directory hold for commits; what code gives counts before them", async () => {
    const cycle = await withFinding();
    cycle.write(".review/config.yaml", "review_loop:\n  trailer_prefix: Sage\n  witness_dir: spec/review\n");
    const change = { ...commit, message: "x\n\nSage-Fix: F-001\nSage-Cause: c\nSage-Change: d\nSage-Risk: r\n", changes: [{ path: "spec/review/F-001.ts", hunk: null }] };
    const check = async (names = {}) => (await cycle.store({ names }).checkDiff({ finding: "F-001", commit: () => change })).report.result;
    expect(await check()).toMatchObject({ in_scope: true, trailer_findings: [] });
    const missing = [expect.stringContaining("missing trailer(s): Review-Fix")];
    expect(await check({ trailerPrefix: "Review" })).toMatchObject({ in_scope: true, trailer_findings: missing });
    expect(await check({ witnessDirectory: "tests/review" })).toMatchObject({ in_scope: false, trailer_findings: [] });
  });

  it("LG-CD-18, LG-CD-19: what is found is recorded, and shown even when it cannot be", async () => {
    const cycle = await withFinding();
    const check = () => cycle.store({ lockWaitMs: 0 }).checkDiff({ finding: "F-001", commit: () => commit });
    expect((await check()).report).toMatchObject({ problem: null, result: { in_scope: false, machine_ids: ["F-002", "F-003"] } });
    writeFileSync(`${cycle.ledger}.lock`, "somebody");
    expect((await check()).report).toMatchObject({ problem: { code: "ledger-locked" }, result: { in_scope: false, violations: [{ file: "src/b.ts" }] } });
    expect(parseLedger(readFileSync(cycle.ledger)).findings).toHaveLength(3);
  });
});

it("the limits, names and root of a store are checked before anything is touched", async () => {
  const { ledger, root } = diskCycle();
  expect(await refusalOf(() => ledgerStore(ledger, { names: { trailerPrefix: "1" } }))).toBe("config-invalid");
  expect(await refusalOf(() => ledgerStore(""))).toBe("path-unsafe");
  expect(readdirSync(root).sort()).toEqual([".review", "src"]);
});
