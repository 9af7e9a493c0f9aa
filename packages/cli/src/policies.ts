/**
 * Policies and tables by name, loaded when they are asked for, or from a module.
 *
 * Invariant: a name is one of the list, or looks like a path; what looks like neither is refused, never searched for.
 */
import { isPlainObject, LoopwrightError, messageOf, type Explanation, type ExplainOptions, type Policy } from "@loopwright/core";

/** What explaining needs of a table. */
export interface ExplainingTable {
  readonly explain: (facts: unknown, options?: ExplainOptions) => Explanation;
}

/** What `run` may set on a policy by name. */
export interface PolicySettings {
  readonly maxRounds?: number | undefined;
  readonly callTimeoutMs?: number | undefined;
}

interface Named {
  readonly table: () => Promise<unknown>;
  /** Left out for those that only decide. */
  readonly policy?: (settings: PolicySettings) => Promise<unknown>;
}

/** The built-in ones. */
export const POLICIES: { readonly [name: string]: Named } = {
  "quality-loop": {
    table: async () => (await import("@loopwright/policies/quality-loop")).qualityTable,
    policy: async ({ maxRounds, callTimeoutMs }) =>
      (await import("@loopwright/policies/quality-loop")).qualityLoop({ maxReviews: maxRounds, callTimeoutMs }),
  },
  "quality-locked": { table: async () => (await import("@loopwright/policies/quality-locked")).lockedTable },
  ledger: { table: async () => (await import("@loopwright/policies/ledger")).ledgerTable },
  bounded: { table: async () => (await import("@loopwright/policies/bounded")).boundedTable },
  "review-loop": { table: async () => (await import("@loopwright/policies/review-loop")).reviewTable },
};

/**
 * The table of a policy.
 * @throws LoopwrightError `policy-unknown`, `module-invalid`.
 */
export async function loadTable(name: string): Promise<ExplainingTable> {
  const found = namedOrModule(name);
  const value: unknown = typeof found === "string" ? await loadModule(found) : await found.table();
  const table = isTable(value) ? value : hasTable(value) ? value.table : null;
  return table ?? refuseModule(name, "its default export is neither a policy nor a table");
}

/**
 * A policy that runs.
 * @throws LoopwrightError `policy-unknown`, `policy-not-runnable`, `module-invalid`, and what the policy says of its options.
 */
export async function loadPolicy(name: string, settings: PolicySettings): Promise<Policy> {
  const found = namedOrModule(name);
  if (typeof found === "string") {
    const value = await loadModule(found);
    return isPolicy(value) ? value : refuseModule(name, "its default export is no policy");
  }
  if (found.policy === undefined) {
    const runnable = Object.keys(POLICIES).filter((one) => POLICIES[one]?.policy !== undefined);
    throw new LoopwrightError("policy-not-runnable", `${name} only decides`, { path: name, hint: `Run ${runnable.join(", ")}, or a module of your own.` });
  }
  return (await found.policy(settings)) as Policy; // each of the list is one
}

function namedOrModule(name: string): Named | string {
  const named = Object.hasOwn(POLICIES, name) ? POLICIES[name] : undefined;
  if (named !== undefined) return named;
  if (/^(\.{1,2}\/|\/|file:)/.test(name)) return name;
  throw new LoopwrightError("policy-unknown", `there is no policy ${JSON.stringify(name)}`, {
    path: name,
    hint: `Use ${Object.keys(POLICIES).join(", ")}, or a path such as ./my-policy.js.`,
  });
}

async function loadModule(name: string): Promise<unknown> {
  const { pathToFileURL } = process.getBuiltinModule("node:url");
  const path = process.getBuiltinModule("node:path");
  const url = name.startsWith("file:") ? name : pathToFileURL(path.resolve(name)).href;
  try {
    const loaded: unknown = await import(url);
    return (loaded as { readonly default?: unknown }).default; // a module's namespace
  } catch (thrown) {
    return refuseModule(name, messageOf(thrown));
  }
}

function refuseModule(name: string, why: string): never {
  throw new LoopwrightError("module-invalid", `${name} cannot be used: ${why}`, { path: name, hint: "Export the policy of definePolicy(), or a table, as default." });
}

function isTable(value: unknown): value is ExplainingTable {
  return typeof value === "object" && value !== null && typeof Reflect.get(value, "explain") === "function";
}

function hasTable(value: unknown): value is { readonly table: ExplainingTable } {
  return typeof value === "object" && value !== null && "table" in value && isTable(value.table);
}

function isPolicy(value: unknown): value is Policy {
  return hasTable(value) && "body" in value && "roles" in value && isPlainObject(value.roles);
}
