/** What is compared: the same loop of instant functions, written as each library wants it. */

/** A loop: the functions it runs, and how many rounds it takes until the reviewer approves. */
export interface Peer {
  readonly name: string;
  /** What a user imports to write the loop; measured for time and size. */
  readonly imports: string;
  /** Runs a writer and a reviewer until approval, and returns the rounds it took. */
  readonly run: (rounds: number) => Promise<number>;
}

/** A writer and a reviewer that answer at once; approves in round `rounds`. */
export function instantWork(rounds: number) {
  let reviews = 0;
  let drafts = 0;
  return {
    write: async (feedback: readonly string[]): Promise<string> => `draft ${(drafts += 1)} ${feedback.length}`,
    review: async (draft: string) => ({ approved: (reviews += 1) >= rounds, feedback: [draft] }),
  };
}
