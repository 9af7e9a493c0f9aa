import { ChildProcessWithoutNullStreams } from 'node:child_process';

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

export declare class ProcessGroup {
    #private;
    /** Names the process that leads the group, once there is one. */
    led(pid: number): void;
    /** Begins to end the group and returns at once; further calls do nothing. */
    end(graceMs: number): void;
}

/** The namespace of process ids that this process lives in; `null` where there are none. */
export declare function processNamespace(): string | null;

/** A command that was started, the leader of its group. */
export declare interface StartedGroup {
    readonly child: ChildProcessWithoutNullStreams;
    readonly group: ProcessGroup;
}

/** Starts a command in a group of its own. Where that fails there is nothing to end, and `failed` is called once, now or soon. */
export declare function startGroup(spec: GroupSpec, failed: (error: Error) => void): StartedGroup | undefined;

export { }
