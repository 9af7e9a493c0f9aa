/**
 * Whether a process of this machine has ended.
 *
 * Invariants:
 * 1. A process id that was given out again does not stand for the first process: where the platform tells when a process
 *    began (Linux), that is compared. Where it does not, a living process of that id counts.
 * 2. A process that ended and was not yet collected by its parent has ended.
 */
/** When this process began, in the platform's own measure; `null` where it does not tell. */
export declare function beganAt(): string | null;

/**
 * Starts a command, and holds it and everything it started as one thing that can be ended.
 *
 * Invariants:
 * 1. A group is asked to end (SIGTERM) and, if anything of it is left after the grace, ended (SIGKILL). Both reach the
 *    whole group, also after its leader is gone (G10).
 * 2. Ending a group keeps nothing alive: its timer does not hold up the end of this process, and if this process ends
 *    first, whatever is left is ended at once.
 * 3. A group that is gone is forgotten at once, so that a number that the system uses again is never signalled.
 * 4. There is no moment at which a command runs and the end of this process would leave it: the hooks for that stand
 *    before the command is started. A signal that comes while it is being started is heard after it.
 *
 * A process that puts itself into a session of its own (a daemon) has left the group. Windows has no process groups:
 * there only the command itself is ended.
 */

/** What is started, without a shell. */
export declare interface GroupSpec {
    readonly command: string;
    readonly args: readonly string[];
    readonly cwd?: string | undefined;
    /** The whole environment: nothing is inherited. */
    readonly env: {
        readonly [name: string]: string | undefined;
    };
}

/** Whether the process of this id, and of this beginning where one is known, has ended. */
export declare function hasEnded(pid: number, began: string | null): boolean;

/** How a run ended. */
export declare type ProcessEnd = {
    readonly kind: "exited";
    readonly code: number;
} | {
    readonly kind: "signalled";
    readonly signal: string;
} | {
    readonly kind: "timed-out";
} | {
    readonly kind: "aborted";
} | {
    readonly kind: "output-held";
} | {
    readonly kind: "not-started";
    readonly error: Error;
} | {
    readonly kind: "failed";
    readonly error: unknown;
};

/** The namespace of process ids that this process lives in; `null` where there are none. */
export declare function processNamespace(): string | null;

/**
 * Runs one command from start to end, for whoever reads its output: an agent, git, a check of a project.
 *
 * On `node:child_process` rather than on a library: execa 10, the best kept one, was tried. It settles only after the
 * command is gone, so an abort waits for a command that ignores SIGTERM; it stops its own escalation to SIGKILL when
 * the command is gone, so that a grandchild which ignores SIGTERM lives on; and its timers hold up the end of the
 * parent. What is left of it once these are replaced is `spawn`.
 *
 * Invariants:
 * 1. The command and its arguments are an array and reach the system as they are: no shell (LG-SEC-30).
 * 2. The promise settles exactly once and never rejects; how the run ended is always said.
 * 3. After a time-out, an abort or a fault in the reader it settles at once. It holds then no listener on the signal, no
 *    timer and no open stream, the whole process group is ended, and nothing of it keeps this process alive (G10).
 * 4. `exited` is said only when the output was read to its end, and the whole of the input was written or not wanted (the
 *    command closed it, which is its right). A command that exits while something it started keeps its output open gets
 *    {@link DRAIN_MS} to finish; then its group is ended, and if the output is open even after that, the end is
 *    `output-held`: what was read cannot be known to be whole.
 * 5. Output is handed on as it comes and never kept here, but for the tail of standard error.
 */

/** What is run. */
export declare interface ProcessSpec extends GroupSpec {
    readonly stdin?: Uint8Array | string | undefined;
    /** None where whoever runs it keeps the time, by the signal. */
    readonly timeoutMs?: number | undefined;
    /** Between SIGTERM and SIGKILL; 0 kills at once. */
    readonly killGraceMs: number;
    readonly signal?: AbortSignal | undefined;
    /** Takes pieces of output. What it throws ends the run. */
    readonly onOutput: (piece: Uint8Array, stream: "stdout" | "stderr") => void;
}

/** Runs a command. */
export declare function runProcess(spec: ProcessSpec & {
    readonly timeoutMs?: undefined;
}): Promise<UntimedEnd>;

export declare function runProcess(spec: ProcessSpec): Promise<ProcessEnd>;

/** How a run without a time limit ended. */
export declare type UntimedEnd = Exclude<ProcessEnd, {
    readonly kind: "timed-out";
}>;

export { }
