/** What is mutated, by the name that `npm run mutation -- NAME` takes, and the tests that are to catch it. */
export interface Target {
  /** Folder of the package, below `packages/`. */
  readonly package: string;
  /** Globs of the sources, from the repository's root. */
  readonly mutate: readonly string[];
  /** Globs of the tests, from the package's folder. */
  readonly tests: readonly string[];
}

const notTests = ["!packages/**/*.test.ts", "!packages/**/*.test-d.ts", "!packages/**/*.fixture.ts", "!packages/**/index.ts", "!packages/policies/src/ledger/scope/check-commit.ts"];

function policy(folder: string): Target {
  return { package: "policies", mutate: [`packages/policies/src/${folder}/**/*.ts`, ...notTests], tests: [`src/${folder}/**/*.test.ts`] };
}

function reviewLoop(sources: readonly string[], testFolders: readonly string[], testFiles: readonly string[]): Target {
  const of = "src/review-loop";
  return {
    package: "policies",
    mutate: [...sources.map((folder) => `packages/policies/${of}/${folder}/**/*.ts`), ...notTests],
    tests: [...testFolders.map((folder) => `${of}/${folder}/**/*.test.ts`), ...testFiles.map((file) => `${of}/${file}.test.ts`)],
  };
}

export const targets: Readonly<Record<string, Target>> = {
  "quality-locked": policy("quality-locked"),
  ledger: policy("ledger"),
  bounded: policy("bounded"),
  // In parts: its tests are many, and each part has its own.
  "review-loop-decide": reviewLoop(["decide", "triage", "root-cause"], ["decide", "triage", "root-cause"], ["same-*", "field-cases", "vectors"]),
  "review-loop-texts": reviewLoop(["token", "status"], ["token", "status", "decide"], ["field-cases"]),
  "review-loop-facts": reviewLoop(["facts"], ["facts", "triage"], []),
  "review-loop-audit": reviewLoop(["audit"], ["audit"], ["same-*", "agreement.prop", "field-cases"]),
  // The text half: what touches git, files or processes has tests of its own kind.
  evidence: {
    package: "evidence",
    mutate: ["packages/evidence/src/*.ts", "packages/evidence/src/{diff,text}/**/*.ts", "!packages/evidence/src/command-check.ts", "!packages/evidence/src/text/duplicate-key.ts", ...notTests],
    tests: ["src/{citation,evidence.prop,fingerprint,refusals,trailers}.test.ts", "src/{diff,text}/**/*.test.ts"],
  },
  // Without what a check prints, whose tests start processes.
  sarif: {
    package: "evidence",
    mutate: ["packages/evidence/src/sarif/*.ts", "packages/evidence/src/text/duplicate-key.ts", "!packages/evidence/src/sarif/sarif-of-check.ts", ...notTests],
    tests: ["src/sarif/{facts,places,producers,read-sarif,results,sarif.prop}.test.ts"],
  },
};

/** @throws Error for a name that is no target. */
export function targetOf(name: string | undefined): Target {
  const target = name === undefined ? undefined : targets[name];
  if (target === undefined) throw new Error(`"${name}" is no target: ${Object.keys(targets).join(", ")}`);
  return target;
}
