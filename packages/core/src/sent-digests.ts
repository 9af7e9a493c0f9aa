/** Digests of what agents are sent: everything that an agent sees of a call, so that no other input is taken for it. */
import { digestOf } from "./digest.js";
import { copyPlain } from "./plain.js";
import type { BoundAgent } from "./roster.js";
import type { SentCall } from "./run-journal.js";

/** The digests of one run; a role's schema is digested once. */
export class SentDigests {
  readonly #schemas = new Map<string, string | null>();

  of({ name, role }: BoundAgent, { instruction, input, tools, purpose, version, repair }: SentCall): string {
    let schema = this.#schemas.get(name);
    if (schema === undefined) this.#schemas.set(name, (schema = role.kind === "structured" ? digestOf(copyPlain(role.jsonSchema)) : null));
    return digestOf({ role: name, instruction, input, tools, purpose: purpose ?? null, version: version ?? null, repair, schema });
  }
}
