/** Logs for tests, as an analyser would write them. */
import { readSarif, type ReadSarifOptions } from "./read-sarif.js";
import type { SarifFinding, SarifOther } from "./sarif-result.js";

/** A log of runs. */
export const logOf = (...runs: unknown[]): string => JSON.stringify({ version: "2.1.0", runs });

/** A run of a tool named `lint`. */
export const runOf = (results: unknown, over: object = {}, driver: object = {}): object => ({ tool: { driver: { name: "lint", ...driver } }, results, ...over });

/** A result with a message. */
export const resultOf = (over: object = {}): object => ({ ruleId: "r", message: { text: "A problem." }, ...over });

/** A physical location. */
export const at = (artifactLocation: unknown, region?: unknown): object => ({ physicalLocation: { artifactLocation, region } });

/** Reads a log of one run with one result, and gives that result, finding or not. */
export function readOne(result: object, over: object = {}, driver: object = {}, options: ReadSarifOptions = {}): SarifFinding | SarifOther {
  const { findings, others } = readSarif(logOf(runOf([result], over, driver)), options);
  const [only, ...rest] = [...findings, ...others];
  if (only === undefined || rest.length > 0) throw new Error("not one result");
  return only;
}
