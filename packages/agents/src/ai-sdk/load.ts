/** Loads the optional peer `ai` when it is first needed, and says what to do where that fails. */
import { LoopwrightError } from "@loopwright/core";

/** What the adapter uses of the package. */
export type AiSdk = Pick<typeof import("ai"), "APICallError" | "generateText" | "isStepCount" | "jsonSchema" | "NoObjectGeneratedError" | "Output">;

/** What can be wrong with a package that an adapter needs. Stable over versions. */
export type PeerErrorCode = "peer-missing" | "peer-version";

let loaded: Promise<AiSdk> | null = null;

/** The package; loaded once. */
export function loadAiSdk(): Promise<AiSdk> {
  loaded ??= importAiSdk(() => import("ai")).catch((error: unknown) => {
    loaded = null; // A failure is not kept: the package may be installed meanwhile.
    throw error;
  });
  return loaded;
}

/** The same from any source. Throws `peer-missing` or `peer-version`. */
export async function importAiSdk(load: () => Promise<unknown>): Promise<AiSdk> {
  const ai = await load().catch((error: unknown) => {
    throw isNotFound(error) ? missing(error) : error;
  });
  // `isStepCount` came with 7. Older ones would ignore `instructions` without a word.
  if (typeof (ai as Partial<AiSdk>).isStepCount !== "function") {
    throw new LoopwrightError<PeerErrorCode>("peer-version", 'aiSdkAgent needs version 7 of the package "ai": npm i ai@7', {
      path: "aiSdkAgent",
      hint: "npm i ai@7",
    });
  }
  return ai as AiSdk; // Has what only the supported versions have.
}

function missing(cause: unknown): LoopwrightError<PeerErrorCode> {
  return new LoopwrightError("peer-missing", 'aiSdkAgent needs the package "ai", which is not installed: npm i ai', {
    path: "aiSdkAgent",
    hint: "npm i ai",
    cause,
  });
}

/** A package inside `ai` that is missing is another fault, and keeps its own message. */
function isNotFound(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as { readonly code?: unknown };
  return (code === "ERR_MODULE_NOT_FOUND" || code === "MODULE_NOT_FOUND") && /['"]ai['"]/.test(error.message);
}
