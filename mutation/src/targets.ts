/** What is mutated, by the name that `npm run mutation -- NAME` takes, and the tests that are to catch it. */
export interface Target {
  /** Folder of the package, below `packages/`. */
  readonly package: string;
  /** Globs of the sources, from the repository's root. */
  readonly mutate: readonly string[];
  /** Globs of the tests, from the package's folder. */
  readonly tests: readonly string[];
}

const notTests = ["!packages/**/*.test.ts", "!packages/**/*.test-d.ts", "!packages/**/*.fixture.ts", "!packages/**/index.ts"];

function policy(folder: string): Target {
  return { package: "policies", mutate: [`packages/policies/src/${folder}/**/*.ts`, ...notTests], tests: [`src/${folder}/**/*.test.ts`] };
}

export const targets: Readonly<Record<string, Target>> = {
  "quality-locked": policy("quality-locked"),
  ledger: policy("ledger"),
  bounded: policy("bounded"),
  "review-loop": policy("review-loop"),
  evidence: { package: "evidence", mutate: ["packages/evidence/src/**/*.ts", ...notTests], tests: ["src/**/*.test.ts"] },
};

/** @throws Error for a name that is no target. */
export function targetOf(name: string | undefined): Target {
  const target = name === undefined ? undefined : targets[name];
  if (target === undefined) throw new Error(`"${name}" is no target: ${Object.keys(targets).join(", ")}`);
  return target;
}
