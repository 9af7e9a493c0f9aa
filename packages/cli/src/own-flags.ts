/** Flags of `run` that only some policies take, each with the policies it belongs to. */
import { flag, several, text, whole } from "./flags.js";

/** By name. */
export const OWN_FLAGS = /* @__PURE__ */ Object.freeze({
  manifest: text("quality-locked: where records go before anything else happens", "FILE"),
  "decision-log": text("quality-locked: where decisions are logged", "FILE"),
  workspace: text("quality-locked: the files under review, which no reviewer may change: the top of a git repository, or a directory in none; without it the artifact is a text", "DIRECTORY"),
  writable: several("quality-locked: what a fix may change, from the workspace's root, a directory with all it holds; what else it changes is critical; default: everything", "PATH"),
  "register-checkpoint": several("quality-locked, ledger-loop: a checkpoint of your own that the input may name", "NAME"),
  ledger: text("ledger-loop: the ledger; its repository is what is reviewed", "FILE"),
  root: text("ledger-loop: root of the repository; default: the nearest directory above the ledger that has .review", "DIRECTORY"),
  config: text("ledger-loop: configuration file; default: config.yaml in .review", "FILE"),
  autonomous: flag("ledger-loop: the loop runs without people: blocking entries need a person's decision"),
  packet: text("ledger-loop: prints the parts of a packet, one JSON value; the request is the input of its own", "COMMAND"),
  witness: text("ledger-loop: runs one witness; its path is the last argument", "COMMAND"),
  suite: text("ledger-loop: runs the whole suite", "COMMAND"),
  targeted: text("ledger-loop: runs the tests of what a fix touched; the paths are its last arguments, each with ./ before it", "COMMAND"),
  gate: several("ledger-loop: a deterministic gate", "COMMAND"),
  "check-timeout-ms": whole("ledger-loop: time limit of a witness, the suite and a gate in milliseconds; default 600000"),
  "reviewers-run-tests": flag("ledger-loop: reviewers may run tests"),
  "max-fixes": whole("ledger-loop: findings that one round fixes at most; default 50"),
  "max-repairs": whole("quality-loop, ledger-loop: how often an answer that cannot be read is asked for again; default 1"),
  "max-changes": whole("quality-loop: changes that a review may ask for before it counts as a breach of discipline; default 3"),
  "draft-instructions": text("quality-loop: put behind the built-in instructions for a draft: a file, or -", "FILE"),
  "review-instructions": text("quality-loop, quality-locked, ledger-loop: the same for a review", "FILE"),
  "fix-instructions": text("quality-loop, quality-locked, ledger-loop: the same for a fix or a revision", "FILE"),
} as const);

/** One of {@link OWN_FLAGS}. */
export type OwnFlag = keyof typeof OWN_FLAGS;
