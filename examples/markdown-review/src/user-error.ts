/** What a person did that cannot work: one line that says so, and how to mend it. */

export type UserErrorCode =
  | "document-missing"
  | "document-changed"
  | "document-not-a-file"
  | "document-unreadable"
  | "document-too-large"
  | "document-binary"
  | "document-not-utf8"
  | "document-empty"
  | "option-unknown"
  | "option-without-value"
  | "option-value-invalid"
  | "option-taken-by-npm"
  | "options-conflict"
  | "argument-extra"
  | "command-invalid"
  | "model-service-missing"
  | "model-service-invalid"
  | "output-not-writable";

export class UserError extends Error {
  override readonly name = "UserError";
  readonly code: UserErrorCode;
  readonly hint: string;

  constructor(code: UserErrorCode, message: string, hint: string) {
    super(message);
    this.code = code;
    this.hint = hint;
  }
}
