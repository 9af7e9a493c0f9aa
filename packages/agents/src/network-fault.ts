/**
 * Whether an error says that a connection failed, whoever wraps it.
 *
 * `fetch` throws a `TypeError` whose cause has a code; libraries put their own errors around it.
 */

const CODES: ReadonlySet<unknown> = new Set([
  ...["ECONNREFUSED", "ECONNRESET", "ECONNABORTED", "EHOSTUNREACH", "ENETUNREACH", "ENETDOWN", "ENOTFOUND", "EAI_AGAIN", "EPIPE", "ETIMEDOUT"],
  ...["UND_ERR_SOCKET", "UND_ERR_CONNECT_TIMEOUT", "UND_ERR_HEADERS_TIMEOUT", "UND_ERR_BODY_TIMEOUT"],
  ...["ConnectionRefused", "ConnectionClosed", "FailedToOpenSocket"],
]);

const TIMEOUT_CODES: ReadonlySet<unknown> = new Set(["ETIMEDOUT", "UND_ERR_CONNECT_TIMEOUT", "UND_ERR_HEADERS_TIMEOUT", "UND_ERR_BODY_TIMEOUT"]);

/** Whether the connection could not be made or broke: the same request may succeed later. */
export function isNetworkFault(thrown: unknown): boolean {
  return errorsIn(thrown).some((error) => CODES.has(error.code) || (error.name === "TypeError" && /^(fetch failed|failed to fetch|terminated|network error)$/i.test(error.message)));
}

/** Connections that were never made. A host or net that is unreachable may have become so half-way, so it is none of them. */
const NEVER_MADE: ReadonlySet<unknown> = new Set(["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "UND_ERR_CONNECT_TIMEOUT", "ConnectionRefused", "FailedToOpenSocket"]);

/** Whether there was no connection at all, so that nothing was sent. */
export function isNeverSent(thrown: unknown): boolean {
  return errorsIn(thrown).some((error) => NEVER_MADE.has(error.code));
}

/** Whether somebody's own time ran out, such as a library's or the operating system's. */
export function isTimeoutFault(thrown: unknown): boolean {
  return errorsIn(thrown).some((error) => TIMEOUT_CODES.has(error.code) || error.name === "TimeoutError");
}

/** What the innermost error says; `fetch`'s own message is the same for every fault. */
export function networkReason(thrown: unknown): string {
  const errors = errorsIn(thrown);
  const inner = errors.findLast((error) => error.message !== "" || error.code !== undefined);
  if (inner === undefined) return "no reason given";
  return typeof inner.code === "string" && !inner.message.includes(inner.code) ? `${inner.message} (${inner.code})`.trim() : inner.message;
}

type CodedError = Error & { readonly code?: unknown };

/** The error and its causes, outermost first; of an aggregate, the first error too. */
function errorsIn(thrown: unknown): readonly CodedError[] {
  const found: CodedError[] = [];
  let next = thrown;
  while (next instanceof Error && !found.includes(next) && found.length < 10) {
    found.push(next);
    next = next.cause ?? (next instanceof AggregateError ? (next.errors as readonly unknown[])[0] : undefined);
  }
  return found;
}
