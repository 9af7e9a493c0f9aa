import { assign, createActor, fromPromise, setup, toPromise } from "xstate";
import { instantWork, type Peer } from "./peer.ts";

interface Context {
  readonly draft: string;
  readonly feedback: readonly string[];
  readonly approved: boolean;
  readonly rounds: number;
}

async function run(rounds: number): Promise<number> {
  const { write, review } = instantWork(rounds);
  const machine = setup({
    types: { context: {} as Context, output: {} as number },
    actors: {
      write: fromPromise<string, readonly string[]>(({ input }) => write(input)),
      review: fromPromise<{ approved: boolean; feedback: string[] }, string>(({ input }) => review(input)),
    },
  }).createMachine({
    initial: "writing",
    context: { draft: "", feedback: [], approved: false, rounds: 0 },
    output: ({ context }) => context.rounds,
    states: {
      writing: {
        invoke: { src: "write", input: ({ context }) => context.feedback, onDone: { target: "reviewing", actions: assign({ draft: ({ event }) => event.output }) } },
      },
      reviewing: {
        invoke: {
          src: "review",
          input: ({ context }) => context.draft,
          onDone: {
            target: "deciding",
            actions: assign({
              feedback: ({ event }) => event.output.feedback,
              approved: ({ event }) => event.output.approved,
              rounds: ({ context }) => context.rounds + 1,
            }),
          },
        },
      },
      deciding: { always: [{ guard: ({ context }) => context.approved, target: "done" }, { target: "writing" }] },
      done: { type: "final" },
    },
  });
  const actor = createActor(machine);
  actor.start();
  return toPromise(actor);
}

export const xstate: Peer = { name: "xstate 5", imports: 'export { assign, createActor, fromPromise, setup, toPromise } from "xstate";', run };
