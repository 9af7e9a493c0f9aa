import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { cli, codeOf, dataOf, finding, project, TODAY, type Project } from "./command-run.fixture.js";

const ledgerCommand = (command: string, { ledger }: Project, ...rest: readonly string[]) => cli(["ledger", command, ledger, ...rest]);

async function withFindings(...findings: readonly unknown[]): Promise<Project> {
  const made = project();
  dataOf(await ledgerCommand("intake", made, "--artifact", "code", "--findings-json", JSON.stringify(findings)));
  return made;
}

describe("ledger", () => {
  it("LG-CLI-1, LG-INT-9: intake prints its report, all lists there", async () => {
    const made = project();
    const printed = await ledgerCommand("intake", made, "--artifact", "code", "--findings-json", JSON.stringify([finding(1), finding(2, { witness: null })]), "--json");
    expect(dataOf(printed)).toEqual({ new: ["F-001", "F-002"], merged: [], capped: ["F-002"], disputed: [], citation_unresolved: [], citation_skipped: [], auto_deferred: [] });
    expect(printed.stdout.trim().split("\n")).toHaveLength(1);
    expect(printed.stderr).toBe("");
  });

  it("LG-CLI-1: open-instance takes its checkpoint as an argument or as a flag", async () => {
    const made = project();
    expect(dataOf(await ledgerCommand("open-instance", made, "spec"))).toEqual({ instance: "spec" });
    expect(dataOf(await ledgerCommand("open-instance", made, "--checkpoint", "plan"))).toEqual({ instance: "plan" });
    expect(codeOf(await ledgerCommand("open-instance", made, "plan"))).toBe("1:instance-repeated");
    expect(codeOf(await ledgerCommand("open-instance", made, "x\n[y]"))).toBe("1:instance-unknown-checkpoint");
  });

  it("LG-CLI-1, F15: a root that is not there, or no directory, is refused by every command, and nothing is written", async () => {
    const made = project();
    const findings = JSON.stringify([finding(1)]);
    for (const root of [path.join(made.root, "nowhere"), made.write("file", "x")]) {
      expect(codeOf(await ledgerCommand("open-instance", made, "spec", "--root", root))).toBe("1:root-missing");
      expect(codeOf(await ledgerCommand("intake", made, "--artifact", "code", "--findings-json", findings, "--root", root))).toBe("1:root-missing");
      expect(codeOf(await ledgerCommand("report", made, "--root", root))).toBe("1:root-missing");
    }
    expect(existsSync(made.ledger)).toBe(false);
  });

  it("LG-INST-4: an instance that goes on is opened over only with a reason", async () => {
    const made = await withFindings(finding(1));
    dataOf(await ledgerCommand("close-round", made));
    expect(codeOf(await ledgerCommand("open-instance", made, "code"))).toBe("1:instance-not-over");
    dataOf(await ledgerCommand("open-instance", made, "code", "--force-reason", "the branch was rebased"));
    expect(readFileSync(made.ledger, "utf8")).toContain('"reason": "the branch was rebased"');
  });

  it("LG-VER-2, LG-CNR-1: verify prints what it touched", async () => {
    const made = await withFindings(finding(1), finding(2));
    const results = JSON.stringify([{ id: "F-001", verdict: "FIXED", evidence: "green" }]);
    expect(dataOf(await ledgerCommand("verify", made, "--results-json", results))).toEqual({ touched: ["F-001"] });
    expect(dataOf(await ledgerCommand("verify", made, "--cannot-reproduce", "F-002", "--evidence", "40 runs"))).toEqual({ touched: ["F-002"] });
    expect(codeOf(await ledgerCommand("verify", made, "--results-json", results))).toBe("1:verify-settled");
    expect(codeOf(await ledgerCommand("verify", made, "--cannot-reproduce", "F-002"))).toBe("1:cannot-reproduce-no-evidence");
  });

  it("LG-INST-5, LG-CLOSE-1: a round that is not the next one is told by every command that takes it", async () => {
    const made = await withFindings(finding(1), finding(2));
    const warnings = ["round-number: 4 was given, 1 would be next"];
    const results = JSON.stringify([{ id: "F-001", verdict: "NOT-FIXED", evidence: "red" }]);
    expect(dataOf(await ledgerCommand("verify", made, "--results-json", results, "--iteration", "4"))).toEqual({ touched: ["F-001"], warnings });
    expect(dataOf(await ledgerCommand("verify", made, "--cannot-reproduce", "F-002", "--evidence", "40 runs", "--iteration", "4"))).toEqual({ touched: ["F-002"], warnings });
  });

  it("LG-WIT-1: attach-witness", async () => {
    const made = await withFindings(finding(1, { witness: null }));
    expect(dataOf(await ledgerCommand("attach-witness", made, "F-001", "--ref", "tests/review/F-001.test.ts", "--status", "green"))).toEqual({ touched: ["F-001"] });
    expect((await ledgerCommand("report", made)).stdout).toContain("witness test (tests/review/F-001.test.ts)");
    expect(codeOf(await ledgerCommand("attach-witness", made, "F-001", "--ref", "../x"))).toBe("1:witness-invalid");
  });

  it("LG-DIS-1, LG-BAT-1, LG-BAT-2: dispositions, one or many", async () => {
    const made = await withFindings(finding(1), finding(2, { severity: "cosmetic" }), finding(3, { severity: "cosmetic" }));
    expect(dataOf(await ledgerCommand("disposition", made, "F-001", "--action", "reject", "--reason", "no defect", "--by", "human"))).toEqual({ touched: ["F-001"] });
    expect(dataOf(await ledgerCommand("disposition-batch", made, "F-003", "F-003", "--severity", "cosmetic", "--action", "defer", "--ticket", "T-9"))).toEqual({ touched: ["F-003", "F-002"] });
    const before = readFileSync(made.ledger, "utf8");
    expect(JSON.parse(before)).toMatchObject({ findings: [{ disposition: { action: "reject", reason: "no defect", by: "human", at: TODAY } }, { disposition: { ticket: "T-9" } }, {}] });
    expect(codeOf(await ledgerCommand("disposition-batch", made, "F-001", "F-999", "--action", "reject", "--reason", "x"))).toBe("1:unknown-finding");
    expect(codeOf(await ledgerCommand("disposition-batch", made, "--severity", "huge", "--action", "fix-now"))).toBe("1:batch-unknown-severity");
    expect(codeOf(await ledgerCommand("disposition", made, "F-001", "--action", "defer"))).toBe("1:defer-no-ticket");
    expect(readFileSync(made.ledger, "utf8")).toBe(before);
  });

  it("LG-DIS-6: a loop without people cannot reject what blocks", async () => {
    const made = await withFindings(finding(1));
    const reject = ["F-001", "--action", "reject", "--reason", "x", "--autonomous"];
    expect(codeOf(await ledgerCommand("disposition", made, ...reject, "--by", "agent"))).toBe("1:disposition-needs-human");
    dataOf(await ledgerCommand("disposition", made, ...reject, "--by", "human"));
  });

  it("LG-CLOSE-3, LG-CLOSE-4, LG-CLOSE-8, LG-PH-3: close-round decides, warns, or refuses with the ids", async () => {
    const made = await withFindings(finding(1));
    expect(dataOf(await ledgerCommand("close-round", made))).toMatchObject({ action: "CONTINUE", iteration: 1, open_ids: ["F-001"] });
    const second = await ledgerCommand("close-round", made, "--gates-evidence", "lint ok");
    expect(dataOf(second)).toMatchObject({ action: "CONTINUE", warnings: ["no-suite-evidence"], unverified: ["F-001"] });
    expect(second.stderr).toContain("no-suite-evidence");
    const undecided = await withFindings(finding(1, { severity: "substantive" }), finding(2, { severity: "substantive" }));
    const refused = await ledgerCommand("close-round", undecided);
    expect(codeOf(refused)).toBe("1:dispositions-required");
    expect(refused.stderr).toContain("F-001, F-002");
  });

  it("LG-CLOSE-1: a number that is not the next one is refused, both named", async () => {
    const made = project();
    dataOf(await ledgerCommand("open-instance", made, "code"));
    const refused = await ledgerCommand("close-round", made, "--iteration", "5");
    expect(codeOf(refused)).toBe("1:iteration-mismatch");
    expect(refused.stderr).toMatch(/5[^]*1/);
    expect(codeOf(await ledgerCommand("close-round", made, "--iteration", "0"))).toBe("1:iteration-mismatch");
  });

  it("LG-RPT-1, LG-RPT-2: report is text for people and data for programs", async () => {
    const made = await withFindings(finding(1, { claim: "red \u001b[31m" }));
    const { stdout } = await ledgerCommand("report", made);
    expect(stdout).toContain("F-001  major       open       red \\u{1b}[31m");
    expect(dataOf(await ledgerCommand("report", made, "--json"))).toMatchObject({ slug: "auth", findings: [{ id: "F-001", status: "open" }], trail: [], warnings: [] });
  });

  it("LG-CLOSE-6: a side file that fails is a warning with exit 0; resync appends what it lacks", async () => {
    const made = project();
    mkdirSync(path.join(path.dirname(made.ledger), "decisions.md"));
    dataOf(await ledgerCommand("open-instance", made, "code"));
    const closed = await ledgerCommand("close-round", made);
    expect(dataOf(closed)).toMatchObject({ action: "STOP_CLEAN", warnings: [expect.stringContaining("decisions.md")] });
    expect(closed.stderr).toContain("decisions.md was not written");
    expect(codeOf(await ledgerCommand("resync", made))).toBe("1:io-failed");
    rmSync(path.join(path.dirname(made.ledger), "decisions.md"), { recursive: true });
    expect(dataOf(await ledgerCommand("resync", made))).toEqual({ appended: ["decisions.md"] });
    expect(dataOf(await ledgerCommand("resync", made))).toEqual({ appended: [] });
  });

  it("LG-CFG-3, LG-CFG-6: configuration faults stand beside the result and on standard error", async () => {
    const made = project();
    const config = made.write("knobs.yaml", "review_loop:\n  iteration_cap: ten\n");
    const opened = await ledgerCommand("open-instance", made, "code", "--config", config);
    expect(dataOf(opened)).toEqual({ instance: "code", config_warnings: [expect.stringContaining("iteration_cap")] });
    expect(opened.stderr).toContain("configuration: line 2");
    const reported = await ledgerCommand("report", made, "--config", config, "--json");
    expect(dataOf(reported)).toMatchObject({ trail: ["[code]"], config_warnings: [expect.stringContaining("iteration_cap")] });
    expect(reported.stderr).toContain("configuration: line 2");
  });

  it("LG-LOAD-1, LG-CLI-2: a broken ledger stops every command with 1 and nothing on standard output", async () => {
    const made = await withFindings(finding(1));
    writeFileSync(made.ledger, "{");
    for (const command of [["report"], ["close-round"], ["resync"], ["open-instance", "code"]]) {
      const [name = "", ...rest] = command;
      expect(codeOf(await ledgerCommand(name, made, ...rest))).toBe("1:malformed-ledger");
    }
    expect(readFileSync(made.ledger, "utf8")).toBe("{");
  });
});
