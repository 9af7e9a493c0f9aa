/// <reference types="node" preserve="false" />
/**
 * Node's modules, fetched when a journal is first used: no import names one, so that bundles for other platforms may
 * hold this entry unused. This folder and `process` alone in core are compiled with Node's types.
 */
import { LoopwrightError } from "../errors.js";

interface Builtins {
  readonly crypto: typeof import("node:crypto");
  readonly fs: typeof import("node:fs");
  readonly os: typeof import("node:os");
  readonly path: typeof import("node:path");
  readonly zlib: typeof import("node:zlib");
}

/**
 * One of Node's modules.
 *
 * @throws LoopwrightError `journal-platform` where there is none.
 */
export function builtin<Name extends keyof Builtins>(name: Name): Builtins[Name] {
  // Elsewhere there may be no `process`, whatever Node's types say.
  const host = (globalThis as { readonly process?: Partial<NodeJS.Process> }).process;
  const found = host?.getBuiltinModule?.(`node:${name}`);
  if (found === undefined) {
    throw new LoopwrightError("journal-platform", "jsonlJournal needs Node 22.12 or later", { hint: "Elsewhere use memoryJournal(), or a Journal of your own." });
  }
  return found as Builtins[Name]; // getBuiltinModule's own overloads name each module; its union does not.
}
