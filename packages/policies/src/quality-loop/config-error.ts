import { LoopwrightError } from "@loopwright/core";

/** Codes of a wrong configuration (QU-CFG-01). */
export type QualityConfigCode =
  | "request-empty"
  | "request-not-json"
  | "same-agent"
  | "max-reviews-range"
  | "structured-repairs-range"
  | "max-changes-range"
  | "timeout-range"
  | "tool-not-allowed"
  | "tools-with-schema-unsupported"
  | "structured-output-unsupported";

/** A configuration that cannot run; thrown before the first call and the first event (QU-CFG-01). */
export class QualityConfigError extends LoopwrightError<QualityConfigCode> {
  override readonly name = "QualityConfigError";
}

/** Throws a {@link QualityConfigError}. */
export function refuse(code: QualityConfigCode, path: string, message: string, hint: string): never {
  throw new QualityConfigError(code, message, { path, hint });
}
