/**
 * The arrows between packages, and no cycle of any kind (type-only imports count).
 * Imports of `@loopwright/*` are followed into the sources through the paths of tsconfig.base.json.
 */

/** Each package and the packages it may import. A package that is missing here may not exist. */
const arrows = {
  core: [],
  agents: ["core"],
  evidence: ["core"],
  policies: ["core", "evidence"],
  testing: ["core", "agents"],
  cli: ["core", "agents", "evidence", "policies", "testing"],
};

/** Tests and what they share (`x.fixture.ts`) are not published. */
const test = "\\.(test|test-d|fixture)\\.ts$";

/** Tests run against sources, so they may also borrow from these, wherever they stand. */
const borrowedByTests = ["testing", "agents"];

const arrowRules = Object.entries(arrows).flatMap(([folder, allowed]) => [
  {
    name: `arrow-${folder}`,
    comment: `${folder} may import ${allowed.join(", ") || "no other package"}`,
    severity: "error",
    from: { path: `^packages/${folder}/`, pathNot: test },
    to: { path: "^packages/", pathNot: `^packages/(${[folder, ...allowed].join("|")})/` },
  },
  {
    name: `arrow-${folder}-tests`,
    severity: "error",
    from: { path: `^packages/${folder}/.*${test}` },
    to: {
      path: "^packages/",
      pathNot: `^packages/(${[folder, ...allowed, ...borrowedByTests].join("|")})/`,
    },
  },
]);

/** @type {import("dependency-cruiser").IConfiguration} */
export default {
  forbidden: [
    ...arrowRules,
    {
      name: "no-cycles",
      severity: "error",
      from: {},
      to: { circular: true },
    },
    {
      name: "package-without-arrows",
      comment: "Name the package and what it may import in .dependency-cruiser.js",
      severity: "error",
      from: { path: `^packages/(?!(${Object.keys(arrows).join("|")})/)` },
      to: {},
    },
    {
      name: "packages-meet-at-their-entries",
      comment: "import another package by its name, not by a path into its sources",
      severity: "error",
      from: { path: "^packages/([^/]+)/" },
      to: { path: "^packages/", pathNot: "^packages/$1/", dependencyTypesNot: ["aliased"] },
    },
    {
      name: "core-runs-everywhere",
      comment: "core has no Node-only import",
      severity: "error",
      from: { path: "^packages/core/src/", pathNot: ["^packages/core/src/(jsonl-journal|process)/", test] },
      to: { dependencyTypes: ["core"] },
    },
    {
      name: "core-entry-without-node",
      comment: "the journal in a file and what is shared about processes have entries of their own, and alone in core know the types of Node",
      severity: "error",
      from: { path: "^packages/core/src/(?!jsonl-journal/|process/)", pathNot: test },
      to: { path: "^packages/core/src/(jsonl-journal|process)/" },
    },
    {
      name: "core-entry-without-schema-library",
      comment: "only @loopwright/core/schemas loads zod",
      severity: "error",
      from: { path: "^packages/core/src/index\\.ts$" },
      to: { path: "(node_modules/zod/|^packages/core/src/schemas/)", reachable: true },
    },
    {
      name: "zod-only-in-schemas",
      severity: "error",
      from: { path: "^packages/", pathNot: ["^packages/core/src/schemas/", test] },
      to: { path: "node_modules/zod/" },
    },
    {
      name: "sources-do-not-import-tests",
      severity: "error",
      from: { path: "^packages/", pathNot: test },
      to: { path: test },
    },
    {
      name: "declared-dependencies-only",
      comment: "sources import what their own package.json lists under dependencies, or what core and cli bundle (their devDependencies; see THIRD-PARTY-LICENSES)",
      severity: "error",
      from: { path: "^packages/", pathNot: test },
      to: {
        pathNot: "node_modules/(eventemitter3|p-limit|@stricli/core|@types/node)/",
        dependencyTypes: ["npm-dev", "npm-no-pkg", "npm-unknown"],
        dependencyTypesNot: ["npm", "npm-peer", "npm-optional"],
      },
    },
    {
      name: "examples-declare-dependencies",
      severity: "error",
      from: { path: "^examples/", pathNot: test },
      to: { dependencyTypes: ["npm-no-pkg", "npm-unknown"] },
    },
    {
      name: "review-loop-auditor-is-independent",
      comment: "the auditor of the review loop shares the facts with the decider, and nothing else (RL-PR-22)",
      severity: "error",
      from: { path: "^packages/policies/src/review-loop/audit/", pathNot: test },
      to: { path: "^packages/policies/", pathNot: "^packages/policies/src/review-loop/(audit|facts)/" },
    },
    {
      name: "resolvable",
      severity: "error",
      from: {},
      to: { couldNotResolve: true },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    exclude: { path: "(^|/)dist/" },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.base.json" },
    enhancedResolveOptions: { exportsFields: ["exports"], conditionNames: ["types", "import", "default"] },
  },
};
