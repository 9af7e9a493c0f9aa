/** Names of the runs that are killed; names packages alone, for `npm run sweeps`. */

/** A loop with reviewers; `commands`: its agents and checks are commands. */
export interface PanelWorld {
  readonly reviewers: number;
  readonly concurrency?: number;
  readonly rounds: number;
  readonly asks?: boolean;
  readonly commands?: true;
}

/** With one and three reviewers, with a question and without. */
export const PANEL_WORLDS: { readonly [name: string]: PanelWorld } = {
  "three reviewers": { reviewers: 3, rounds: 3 },
  "three reviewers, one at a time, and a question": { reviewers: 3, concurrency: 1, rounds: 3, asks: true },
  "commands, one reviewer": { reviewers: 1, rounds: 2, commands: true },
  "commands, three reviewers": { reviewers: 3, rounds: 2, commands: true },
  "commands, three reviewers and a question": { reviewers: 3, rounds: 3, asks: true, commands: true },
};
