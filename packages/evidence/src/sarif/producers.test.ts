import { describe, expect, it } from "vitest";
import { sarifFacts, sarifVerdict } from "./facts.js";
import { clangLike, codeqlLike, eslintLike, semgrepLike } from "./producers.fixture.js";
import { readSarif, type SarifLog } from "./read-sarif.js";

const ROOT = "/home/ci/work/repo";
const read = (log: unknown, root: string | null = ROOT) => readSarif(JSON.stringify(log, null, 2), { root });
const brief = (log: SarifLog) => log.findings.map(({ ruleId, level, places: [place] }) => [ruleId, level, place?.location ?? (place?.location === null ? place.problem : null)]);

describe("logs in the manner of producers", () => {
  it("of ESLint", () => {
    const log = read(eslintLike(ROOT));
    expect(brief(log)).toEqual([["no-unused-vars", "error", { file: "src/a.js", line: 3 }], ["no-console", "warning", { file: "src/deep/b c.js", line: 10 }]]);
    expect(log.others).toMatchObject([{ ruleId: "no-undef", level: "error", why: "suppressed", justification: "a global of the host", places: [{ location: { file: "src/a.js" } }] }]);
    expect(log.runs).toEqual([{ tool: { name: "ESLint", version: "10.1.0" }, isComplete: true, problems: [], resultCount: 3 }]);
    expect(sarifVerdict(log)).toBe("rejected");
  });

  it("G4: of an ESLint that could not read a file", () => {
    const log = read({ ...eslintLike(ROOT, { hasFailed: true }) });
    expect(log.problems).toEqual(["run 0: invocation 0 failed", "run 0: invocation 0 reports an error of the tool: Parsing error: Unexpected token"]);
  });

  it("of CodeQL", () => {
    const log = read(codeqlLike());
    expect(brief(log)).toEqual([["js/sql-injection", "error", { file: "server/db.js", line: 12 }], ["js/unused-local-variable", "note", { file: "server/db.js", line: 1 }]]);
    expect(log.findings[0]).toMatchObject({ message: "This query string depends on a [user-provided value](1).", partialFingerprints: { primaryLocationLineHash: "39fa2ee980eb94b0:1" }, levelAsReported: null, remarks: [] });
    expect(log.isComplete).toBe(true);
    expect(read(codeqlLike(), null)).toEqual(log);
  });

  it("of Semgrep", () => {
    const log = read(semgrepLike());
    expect(brief(log)).toEqual([["python.lang.security.audit.exec-detected", "error", { file: "app/views.py", line: 4, endLine: 6 }]]);
    expect(log.findings[0]).toMatchObject({ message: "Detected the use of exec(). { x }", fingerprints: { "matchBasedId/v1": "0a1b_0" } });
    expect(sarifFacts(log)).toMatchObject({ isComplete: true, counts: { error: 1, suppressed: 1, undecided: 0 } });
  });

  it("of Clang: a place outside of the root has no path, and the finding stands", () => {
    const log = read(clangLike(ROOT));
    expect(brief(log)).toEqual([["4581", "error", { file: "main.c", line: 3 }], ["core.NonNullParamChecker", "warning", "it lies outside of the root"]]);
    expect(log.findings[1]?.places).toEqual([{ location: null, uri: "file:///usr/include/stdio.h", problem: "it lies outside of the root" }]);
  });
});
