/** A ledger that takes no more: what `check-diff` finds is told all the same, and told not to be recorded. */
import { readFileSync, writeFileSync } from "node:fs";
import { expect, it } from "vitest";
import { cli, dataOf, finding, gitIn, project } from "./command-run.fixture.js";

const CAP = 10_000;

/** A project whose ledger has so many findings, the first one under repair, and a commit that leaves its anchor in three places. */
async function fullProject(findings: number) {
  const { root, ledger, write } = project();
  const git = gitIn(root);
  git("init", "-q");
  git("add", "src");
  git("commit", "-qm", "start");
  dataOf(await cli(["ledger", "intake", ledger, "--artifact", "code", "--findings-json", JSON.stringify([finding(1)])]));
  const made = JSON.parse(readFileSync(ledger, "utf8")) as { readonly findings: readonly object[] };
  const others = Array.from({ length: findings - 1 }, (_, index) => ({ ...made.findings[0], id: `F-${String(index + 2).padStart(3, "0")}`, claim: `claim ${index}`, status: "fixed" }));
  writeFileSync(ledger, JSON.stringify({ ...made, next_id: findings + 1, findings: [...made.findings, ...others] }));
  for (const name of ["b", "c", "d"]) write(`src/${name}.ts`, "new\n");
  git("add", "src");
  git("commit", "-qm", "Fix\n\nReview-Fix: F-001\nReview-Cause: c\nReview-Change: c\nReview-Risk: none");
  return { ledger, text: () => readFileSync(ledger, "utf8"), check: () => cli(["ledger", "check-diff", ledger, "--finding", "F-001", "--commit", "HEAD", "--json"]) };
}

it("LG-CD-19, LG-SEC-14, LG-CLI-2: at 10,000 findings the violations are on standard output, the limit on standard error, exit 1, and nothing is cut or overwritten", async () => {
  const { check, text } = await fullProject(CAP);
  const before = text();
  const ran = await check();
  const result = dataOf(ran, 1) as object;
  expect(result).toMatchObject({ in_scope: false, violations: [{ file: "src/b.ts" }, { file: "src/c.ts" }, { file: "src/d.ts" }] });
  expect(result).not.toHaveProperty("machine_ids");
  expect(JSON.parse(ran.stderr)).toMatchObject({ error: { code: "limit-exceeded", message: expect.stringContaining("10000") as string, hint: "Start a new cycle." } });
  expect(text()).toBe(before);
});

it("LG-CD-18, LG-CD-19, LG-SEC-14: an intake that does not fit whole records nothing, and a second look tells the same", async () => {
  const { check, text } = await fullProject(CAP - 1);
  const before = text();
  const [once, twice] = [await check(), await check()];
  expect(dataOf(once, 1)).toMatchObject({ in_scope: false, violations: [{}, {}, {}] });
  expect(JSON.parse(once.stderr)).toMatchObject({ error: { code: "limit-exceeded" } });
  expect([twice.stdout, text()]).toEqual([once.stdout, before]);
});
