import { resumeRun, runLoop } from "@loopwright/core";
import { memoryWorkspace } from "@loopwright/evidence/workspace";
import { gitWorkspaceOf, temporaryFolder } from "../ledger-loop/real-cycle.fixture.js";
import { scriptedAgent } from "@loopwright/testing";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { qualityLocked, type LockedWorkspace } from "../quality-locked/index.js";
import { CLEAN, found, ON, playLocked, type LockedRunEvent } from "../quality-locked/locked-run.fixture.js";
import { manifestRecorder, readManifest } from "./index.js";

function files() {
  const folder = temporaryFolder();
  const manifest = path.join(folder, "manifest.md");
  const decisionLog = path.join(folder, "decisions.md");
  const recorder = () => manifestRecorder({ manifest, decisionLog, today: () => "2026-01-02" });
  return { folder, manifest, decisionLog, recorder, text: (file: string) => readFileSync(file, "utf8") };
}

describe("records in files", () => {
  test("QL-HIST-1, QL-HIST-4, QL-ACT-4: each record is on disk before the fix and before the next reviewer is called; what stands around stays", async () => {
    const { manifest, recorder, text, folder } = files();
    writeFileSync(manifest, "# Workflow\n\nnotes: kept\n");
    const seen: number[] = [];
    const look = (reply: string) => () => (seen.push(readManifest(manifest).length), reply);
    await playLocked({ recorder: recorder(), reviewer: [look(found(1)), look(CLEAN)], fixer: [look("v1")] });
    expect(seen).toEqual([0, 1, 1]);
    expect(text(manifest)).toBe(
      "# Workflow\n\nnotes: kept\nquality_locked_history:\n  - checkpoint: spec\n    iteration: 1\n    counts: { critical: 0, major: 1, substantive: 0, cosmetic: 0 }\n    result: REVISE\n  - checkpoint: spec\n    iteration: 2\n    counts: { critical: 0, major: 0, substantive: 0, cosmetic: 0 }\n    result: PASS\n",
    );
    expect(readdirSync(folder)).toEqual(["manifest.md"]);
  });

  test("QL-HIST-3, QL-CAP-2: an answer goes onto its record, leaving the lock into the decision log, once each", async () => {
    const { manifest, decisionLog, recorder, text } = files();
    const { report } = await playLocked({ recorder: recorder(), reviewer: Array.from({ length: 4 }, () => found(2)), fixer: ["a", "b", "c"], answers: ["r"] });
    expect(readManifest(manifest).map(({ result, user_choice: choice }) => [result, choice])).toEqual([["REVISE", undefined], ["REVISE", undefined], ["REVISE", undefined], ["ESCALATE", "R"]]);
    expect(text(decisionLog)).toBe("- [2026-01-02] quality-locked mode: off source=user\n");
    expect(report.records).toEqual(readManifest(manifest));
    const item = readManifest(manifest).at(-1);
    if (item === undefined) throw new Error("no item");
    await recorder().answer(item);
    await recorder().mode({ isOn: false, source: "user" });
    expect([readManifest(manifest).length, text(decisionLog).split("\n").length]).toEqual([4, 2]);
  });

  test("QL-AUTO-1: the pick stands in the manifest and in the decision log before anybody is asked", async () => {
    const { manifest, decisionLog, recorder, text } = files();
    const seen: string[] = [];
    await playLocked({ recorder: recorder(), input: { autonomy: { source: "config" } }, reviewer: [() => (seen.push(text(manifest), text(decisionLog)), CLEAN)] });
    expect(seen[0]).toMatch(/^<!-- autonomy spec: A sources=quality_locked:flag,autonomy:config reason=/);
    expect(seen[1]).toMatch(/^- \[2026-01-02\] autonomy spec: A sources=/);
    expect(readManifest(manifest)).toHaveLength(1);
  });

  test("QL-HIST-1: the same record written again writes nothing; another one in its place is refused", async () => {
    const { manifest, recorder } = files();
    const first = { checkpoint: "spec", iteration: 1, counts: { critical: 0, major: 2, substantive: 0, cosmetic: 0 }, result: "REVISE" } as const;
    const second = { ...first, iteration: 2 };
    const one = recorder();
    await one.append(first);
    await one.append(first);
    await one.append(second);
    await recorder().append(second);
    expect(readManifest(manifest)).toEqual([first, second]);
    expect(() => recorder().append({ ...second, counts: { ...second.counts, major: 1 } })).toThrow(expect.objectContaining({ code: "manifest-mismatch" }) as Error);
    expect(() => recorder().answer({ ...first, user_choice: "F" })).toThrow(expect.objectContaining({ code: "manifest-mismatch" }) as Error);
    await recorder().append(first); // A new loop at the same checkpoint.
    expect(readManifest(manifest)).toEqual([first, second, first]);
  });

  test("QL-ACT-4: a manifest that cannot be read or written stops the loop, and stays as it was", async () => {
    const { manifest, recorder, text, folder } = files();
    writeFileSync(manifest, "quality_locked_history:\n  - anything: else\n");
    const { result, report } = await playLocked({ recorder: recorder(), reviewer: [CLEAN] });
    expect(result).toMatchObject({ status: "stopped", token: "RECORD_FAILED" });
    expect(report.problem).toContain("manifest line 2");
    expect(text(manifest)).toBe("quality_locked_history:\n  - anything: else\n");
    mkdirSync(path.join(folder, "d"));
    expect(() => manifestRecorder({ manifest: path.join(folder, "d"), decisionLog: "x" }).append({ checkpoint: "spec", iteration: 1, counts: { critical: 0, major: 0, substantive: 0, cosmetic: 0 }, result: "PASS" })).toThrow(expect.objectContaining({ code: "manifest-unwritable" }) as Error);
  });
});

describe("files under review", { timeout: 120_000 }, () => {
  test("QL-ACT-3, G15, case F19: a reviewer that wrote is discarded, the tree put back, and asked once more", async () => {
    const { workspace, repository } = await gitWorkspaceOf({ "src/a.ts": "one\n" });
    const restoring: LockedWorkspace = { snapshot: (options) => workspace.snapshot(options), restore: async () => void (repository.git("checkout", "-q", "--", "."), repository.git("clean", "-fdq")) };
    const { tokens, events, recorder } = await playLocked({
      workspace: restoring,
      reviewer: [() => (repository.write("src/a.ts", "mine\n"), repository.write("new.ts", "x\n"), CLEAN), CLEAN],
    });
    expect(tokens).toEqual(["PASS"]);
    expect(events.find((event) => event.type === "review.discarded")).toMatchObject({ paths: 2, attempt: 1 });
    expect(repository.git("status", "--porcelain")).toBe("");
    expect(recorder.items).toHaveLength(1);
    const twice = await playLocked({ workspace: restoring, reviewer: [() => (repository.write("src/a.ts", "mine\n"), CLEAN), () => (repository.write("src/a.ts", "mine\n"), CLEAN)] });
    expect(twice.result).toMatchObject({ status: "stopped", token: "REVIEWER_WROTE" });
    expect(twice.recorder.items).toEqual([]);
  });

  test("G15, case F19: where nothing can be put back, a reviewer that checked out and back ends the loop at once", async () => {
    const { workspace, repository } = await gitWorkspaceOf({ "src/a.ts": "one\n" });
    repository.write("src/a.ts", "two\n");
    repository.commit("second\n");
    const { result } = await playLocked({ workspace, reviewer: [() => (repository.git("checkout", "-q", "HEAD~1"), repository.git("checkout", "-q", "main"), CLEAN)] });
    expect(result).toMatchObject({ status: "stopped", token: "REVIEWER_WROTE", reviewedVersion: null });
  });

  test("QL-ACTN-2: a fix outside the writable scope is critical in the next iteration, beside the reviewer's own text", async () => {
    const workspace = memoryWorkspace({ "src/a.ts": "one\n", "secret.txt": "s\n" });
    const { report, tokens, agents, events } = await playLocked({
      workspace,
      isWritable: (file) => file.startsWith("src/"),
      reviewer: [found(1), CLEAN, CLEAN],
      fixer: [() => (workspace.write("src/a.ts", "two\n"), workspace.write("secret.txt", "t\n"), "done"), "done"],
      input: { artifact: "the files of src" },
    });
    expect(tokens).toEqual(["REVISE", "REVISE", "PASS"]);
    expect(report.records[1]).toMatchObject({ counts: { critical: 1, major: 0 } });
    expect(report.reviews[1]?.text).toBe(CLEAN);
    expect(agents.fixer.calls[1]?.input).toMatchObject({ machineFindings: [{ severity: "critical", claim: expect.stringContaining("secret.txt") as string }] });
    expect(events.find((event) => event.type === "fix.out-of-scope")).toMatchObject({ paths: 1 });
  });

  test("QL-ACT-4, QL-ACTN-2: records that lie among the files are no fix outside the writable scope", async () => {
    const { workspace, repository } = await gitWorkspaceOf({ "src/a.ts": "one\n" });
    const recorder = manifestRecorder({ manifest: path.join(repository.root, "manifest.md"), decisionLog: path.join(repository.root, "decisions.md") });
    const { tokens, report } = await playLocked({ workspace, recorder, isWritable: (file) => file.startsWith("src/"), reviewer: [found(1), CLEAN], fixer: [() => (repository.write("src/a.ts", "two\n"), "done")] });
    expect([tokens, report.machineFindings]).toEqual([["REVISE", "PASS"], []]);
  });

  test("G5, G15: what a person changed while they were asked is no reviewer's doing, and is what is reviewed again", async () => {
    const workspace = memoryWorkspace({ "src/a.ts": "one\n" });
    const edited = (event: LockedRunEvent): void => void (event.type === "choice.stored" && workspace.write("src/a.ts", "by hand\n"));
    const { result, report, agents } = await playLocked({ workspace, reviewer: ["looks great!", CLEAN], answers: ["V"], watch: edited });
    expect(result).toMatchObject({ status: "passed", token: "PASS", unreviewedChange: null });
    expect([report.iterations, agents.reviewer.calls.length]).toEqual([2, 2]);
  });

  test("QL-ACT-3: a workspace that cannot be read ends the loop before anybody is asked", async () => {
    const { recorder } = files();
    const workspace: LockedWorkspace = { snapshot: () => Promise.reject(new Error("gone")) };
    const { result } = await playLocked({ recorder: recorder(), workspace, reviewer: [] });
    expect(result).toMatchObject({ status: "stopped", token: "WORKSPACE_FAILED", rounds: 0 });
  });

  test("a recorder from a file answers a run that was resumed from a snapshot by another process", async () => {
    const { manifest, recorder } = files();
    const agents = { reviewer: scriptedAgent(["no idea"]), fixer: scriptedAgent([]), selfReviewer: scriptedAgent([]) };
    const asked = await runLoop(qualityLocked({ recorder: recorder() }), { agents, input: { checkpoint: "spec", artifact: "v0", mode: ON } }).result;
    if (asked.status !== "suspended") throw new Error("not suspended");
    const from = JSON.parse(JSON.stringify(asked.snapshot)) as typeof asked.snapshot;
    await resumeRun(qualityLocked({ recorder: recorder() }), { agents, from, token: "UNPARSEABLE", answer: "A", by: "ann" }).result;
    expect(readManifest(manifest)).toMatchObject([{ result: "REVISE", user_choice: "A" }]);
  });
});
