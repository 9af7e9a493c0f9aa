import type { JsonObject } from "./json.js";

/** What one call spent, as far as the agent knows it. A field that is absent is unknown, never zero (G14). */
export interface Usage {
  readonly inputTokens?: number;
  readonly outputTokens?: number;
  /** Cost in US dollars, where the agent knows it itself. */
  readonly costUsd?: number;
  /** Provider-specific details; carried, never read. */
  readonly details?: JsonObject;
}

/** Token and cost sums of one role or of a whole run; only finite non-negative reported numbers enter (QU-USE-02). */
export interface SpentUsage {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly costUsd: number;
}

/** Calls and spend of one role. */
export interface RoleUsage extends SpentUsage {
  readonly calls: number;
  readonly repairCalls: number;
  readonly failedCalls: number;
  /** How many calls a fallback answered instead of the agent that was asked, by the fallback's id; absent where none did. */
  readonly fallbacks?: { readonly [agent: string]: number };
}

/** What a run spent. `costUsd` is a lower bound while `callsWithoutCost` is not zero (G14, H08). */
export interface RunUsage extends SpentUsage {
  /** Every started call, repairs included (QU-USE-01). */
  readonly calls: number;
  readonly repairCalls: number;
  /** The number of `call.failed` events. */
  readonly failedCalls: number;
  /** Calls that reported no usable number at all. */
  readonly callsWithoutUsage: number;
  /** Calls whose cost is unknown: neither reported nor computable from declared prices. */
  readonly callsWithoutCost: number;
  /** False as soon as one call reported nothing: the sums are then lower bounds (QU-USE-02). */
  readonly complete: boolean;
  readonly byRole: { readonly [role: string]: RoleUsage };
}
