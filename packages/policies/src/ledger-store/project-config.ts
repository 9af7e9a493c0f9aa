/**
 * The configuration of a project, read anew by each command (LG-CFG-3, LG-CFG-6, LG-SEC-31).
 *
 * Invariants:
 * 1. Nothing about it stops a command: what cannot be read or used falls back to its default, with a warning.
 * 2. A project without a configuration file is no fault; a file that was named and is not there is worth a warning.
 */
import { decodeUtf8 } from "@loopwright/evidence";
import { MAX_CONFIG_CHARS, readConfigFile, type ConfigReading } from "../ledger/config/config-file.js";
import { LedgerProblem } from "../ledger/problem.js";
import { nodeFs, nodePath, readBounded } from "./node-files.js";

/** Name of the configuration file in the state directory. */
export const CONFIG_FILE = "config.yaml";

/** Reads the configuration that holds now. */
export function readProjectConfig(
  where: { readonly root: string; readonly stateDirectory: string; readonly config?: string | undefined },
  defaults: { readonly autonomy?: boolean } = {},
): ConfigReading {
  const file = where.config ?? nodePath().join(where.root, where.stateDirectory, CONFIG_FILE);
  if (where.config === undefined && !nodeFs().existsSync(file)) return { config: readConfigFile("", defaults).config, warnings: [] };
  return readConfigFile(textOrNull(file), defaults);
}

function textOrNull(file: string): string | null {
  try {
    const bytes = readBounded(file, { name: file, maxBytes: MAX_CONFIG_CHARS });
    return bytes === null ? null : decodeUtf8(bytes);
  } catch (thrown) {
    if (thrown instanceof LedgerProblem) return null;
    throw thrown;
  }
}
