/** What the fixer does: a witness test, then one commit, finding by finding. It plays a script; the files, commits and tests are real. */
import type { Project } from "./project.ts";

type Step = () => { readonly structured: { readonly outcome: "done"; readonly evidence: string; readonly witness: string | null; readonly finding: null } };

export function fixerSteps({ write, replace, commit }: Project): readonly Step[] {
  const done = (evidence: string, witness: string | null = null) => ({ structured: { outcome: "done", evidence, witness, finding: null } }) as const;
  const witness = (id: string, test: string): Step => () => {
    const file = `tests/review/${id}.test.mjs`;
    write(file, `import assert from "node:assert/strict";\nimport { readFileSync } from "node:fs";\nimport test from "node:test";\nimport { shown, total } from "../../src/price.mjs";\n${test}\n`);
    return done("written and run", file);
  };
  const fix = (id: string, cause: string, change: () => void): Step => () => {
    change();
    commit(`Fix ${id}\n\nReview-Fix: ${id}\nReview-Cause: ${cause}\nReview-Change: what the finding asks for\nReview-Risk: none seen`);
    return done("one commit");
  };
  const source = "src/price.mjs";
  return [
    witness("F-001", 'test("the first price counts", () => assert.equal(total([5]), 5));'),
    fix("F-001", "the loop began at 1", () => {
      replace(source, "let i = 1", "let i = 0");
      replace(source, "Cents as euros.", "Cents as euros, quickly."); // Outside the finding's anchor.
    }),
    witness("F-002", 'test("cents have two digits", () => assert.equal(shown(150), "1.50 EUR"));'),
    fix("F-002", "numbers drop zeros", () => replace(source, "${cents / 100}", "${(cents / 100).toFixed(2)}")),
    // The check of the first commit raised F-005: nobody had to notice it.
    witness("F-005", 'test("the comment says what it said", () => assert.doesNotMatch(readFileSync(new URL("../../src/price.mjs", import.meta.url), "utf8") + shown(total([])), /quickly/));'),
    fix("F-005", "an edit on the way", () => replace(source, "Cents as euros, quickly.", "Cents as euros.")),
  ];
}
