import { Agent } from '@loopwright/core';
import { AgentDescription } from '@loopwright/core';

/**
 * A JSON endpoint as an agent: the request is posted, the answer is a reply.
 *
 * Invariants:
 * 1. The body is `{ role, purpose, instruction, input, schema, tools }` and tells nothing of the run (QU-REVIN-03). The
 *    `idempotency-key` header is a digest: the same for the same effect, and nothing can be read from it.
 * 2. Only a whole answer is an answer: a status of 2xx, a JSON content type, UTF-8, one JSON value within the size limit
 *    that is a reply with known fields. Everything else is a failed call (G4).
 * 3. The request goes to one origin. A redirect is followed only within it and only if it keeps method and body.
 * 4. A failure says whether the same request may succeed later, and keeps the usage that the service reported with it
 *    (H09); what was turned away or never sent has spent nothing (service-failure.ts 2). No message shows a header's value
 *    or the URL's query, also where the service sends them back.
 *    It also keeps, as `partialText`, what had come of an answer: then it is no mere outage (case F06).
 * 5. The call ends with its signal, at once, and so does the exchange (G10); it never looks at a clock.
 */

/**
 * Makes an agent of an endpoint.
 *
 * @throws LoopwrightError `agent-option-invalid`, `agent-option-missing` or `agent-option-unknown`, at once. Calls reject
 *   with an `AgentError`.
 */
export declare function httpAgent(options: HttpAgentOptions): Agent;

/** Which endpoint to ask and how; only `url` is needed. The rest describes the agent. */
export declare interface HttpAgentOptions extends AgentDescription {
    /** An absolute `http` or `https` URL without user name and password. */
    readonly url: string | URL;
    /** Sent with every request, such as `authorization`; a function is asked before each, for keys that change. */
    readonly headers?: HttpHeaders | (() => HttpHeaders | Promise<HttpHeaders>);
    /** The most bytes of an answer; one more fails the call. Default 10 MiB. */
    readonly maxAnswerBytes?: number;
    /** Used instead of the platform's `fetch`, such as one that goes through a proxy. */
    readonly fetch?: typeof globalThis.fetch;
}

/** Headers by name. */
export declare interface HttpHeaders {
    readonly [name: string]: string;
}

export { }
