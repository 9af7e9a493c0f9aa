/**
 * Policies and tables by name, loaded when they are asked for, or from a module.
 *
 * Invariant: a name is one of the list, or looks like a path; what looks like neither is refused, never searched for.
 */
import { isPlainObject, LoopwrightError, messageOf, type Explanation, type ExplainOptions, type Policy } from "@loopwright/core";
import type { CommandWorld } from "./command-world.js";
import { UsageError } from "./outcome.js";
import { OWN_FLAGS, type OwnFlag } from "./own-flags.js";
import type { RunFlags } from "./policy-flags.js";

/** What explaining needs of a table. */
export interface ExplainingTable {
  readonly explain: (facts: unknown, options?: ExplainOptions) => Explanation;
}

interface Named {
  readonly table: () => Promise<unknown>;
  /** Left out for those that only decide. */
  readonly policy?: (flags: RunFlags, world: CommandWorld) => Promise<unknown>;
  /** Flags of this policy alone. */
  readonly flags?: readonly OwnFlag[];
}

/** The built-in ones. */
export const POLICIES: { readonly [name: string]: Named } = {
  "quality-loop": {
    table: async () => (await import("@loopwright/policies/quality-loop")).qualityTable,
    policy: async (flags, world) => (await import("./quality-policy.js")).qualityPolicy(flags, world),
    flags: ["max-repairs", "max-changes", "draft-instructions", "review-instructions", "fix-instructions"],
  },
  "quality-locked": {
    table: async () => (await import("@loopwright/policies/quality-locked")).lockedLoopTable,
    policy: async (flags, world) => (await import("./locked-policy.js")).lockedPolicy(flags, world),
    flags: ["manifest", "decision-log", "workspace", "writable", "register-checkpoint", "review-instructions", "fix-instructions"],
  },
  "ledger-loop": {
    table: async () => (await import("@loopwright/policies/ledger-loop")).ledgerLoopTable,
    policy: async (flags, world) => (await import("./ledger-policy.js")).ledgerPolicy(flags, world),
    flags: [
      "ledger", "root", "config", "autonomous", "register-checkpoint", "packet", "witness", "suite", "targeted", "gate", "check-timeout-ms",
      "reviewers-run-tests", "max-fixes", "max-repairs", "review-instructions", "fix-instructions",
    ],
  },
  "quality-locked-checker": { table: async () => (await import("@loopwright/policies/quality-locked")).lockedTable },
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
 * @throws UsageError for a flag of another policy; LoopwrightError `policy-unknown`, `policy-not-runnable`,
 *   `module-invalid`, and what the policy says of its options.
 */
export async function loadPolicy(name: string, flags: RunFlags, world: CommandWorld): Promise<Policy> {
  const found = namedOrModule(name);
  checkOwnFlags(name, flags, typeof found === "string" ? [] : (found.flags ?? []));
  if (typeof found === "string") {
    const value = await loadModule(found);
    return isPolicy(value) ? value : refuseModule(name, "its default export is no policy");
  }
  if (found.policy === undefined) {
    const runnable = Object.keys(POLICIES).filter((one) => POLICIES[one]?.policy !== undefined);
    throw new LoopwrightError("policy-not-runnable", `${name} only decides`, { path: name, hint: `Run ${runnable.join(", ")}, or a module of your own.` });
  }
  return (await found.policy(flags, world)) as Policy; // each of the list is one
}

/** A flag that this policy would not read is a misplaced one. */
function checkOwnFlags(name: string, flags: RunFlags, own: readonly OwnFlag[]): void {
  const misplaced = (Object.keys(OWN_FLAGS) as OwnFlag[]).find((flag) => flags[flag] !== undefined && !own.includes(flag)); // the keys are those
  if (misplaced !== undefined) throw new UsageError(`${name} takes no --${misplaced}`, own.length === 0 ? "Leave it out." : `It takes ${own.map((flag) => `--${flag}`).join(", ")}.`);
}

/**
 * The table and identity of a policy, for a replay: nothing is run, so nothing of its world is needed.
 * @throws LoopwrightError as {@link loadPolicy}.
 */
export async function loadForReplay(name: string, world: CommandWorld): Promise<Policy> {
  const found = namedOrModule(name);
  if (typeof found === "string" || found.flags === undefined) return loadPolicy(name, {}, world);
  return (await import("./replayed-policies.js")).replayedPolicy(name);
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
