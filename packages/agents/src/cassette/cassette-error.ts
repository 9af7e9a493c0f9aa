import { LoopwrightError } from "@loopwright/core";

/**
 * What can be wrong with a cassette or with how it is used. Stable over versions.
 *
 * - `cassette-missing`: there is no file at the path.
 * - `cassette-invalid`: the file is no cassette.
 * - `cassette-version`: it is one of a version that this library does not read.
 * - `cassette-unwritable`: it could not be written, or an answer is not plain data.
 * - `cassette-mismatch`: no unused call of the cassette has this request.
 * - `cassette-exhausted`: every call of the cassette was used.
 * - `cassette-unconsumed`: calls were left when all should have been used.
 */
export type CassetteErrorCode =
  | "cassette-missing"
  | "cassette-invalid"
  | "cassette-version"
  | "cassette-unwritable"
  | "cassette-mismatch"
  | "cassette-exhausted"
  | "cassette-unconsumed";

/** A fault of a cassette, or of code that no longer asks what was recorded. */
export class CassetteError extends LoopwrightError<CassetteErrorCode> {
  override readonly name = "CassetteError";
}
