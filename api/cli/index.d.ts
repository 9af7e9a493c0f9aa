/** What a command reads and writes beside files: its streams, the date, and whoever wants it to stop. */
/** The outside of a command. */
export declare interface CommandWorld {
    readonly stdin: AsyncIterable<Uint8Array>;
    readonly stdout: {
        write(text: string): void;
    };
    readonly stderr: {
        write(text: string): void;
    };
    /** Today in UTC, `YYYY-MM-DD`. Default: the system's clock. */
    readonly today?: (() => string) | undefined;
    /** Ends a run in good order; its reason is an {@link Interruption} where a signal did it. */
    readonly signal?: AbortSignal | undefined;
}

/** Exit codes; 130 and 143 are the signals'. */
export declare const EXIT_CODES: Readonly<{
    /** It is done; for `run`: a pass row decided. */
    done: 0;
    /** A problem, or a check that found something; see standard output for which (LG-CLI-2). */
    problem: 1;
    /** The command line was not understood; nothing was done. */
    usage: 2;
    /** `run`: a stop row or a limit decided. */
    stopped: 3;
    /** `run`: a person is asked; the snapshot waits for the answer. */
    suspended: 4;
}>;

/** Runs a command line; returns its exit code. Never rejects. */
export declare function runCommandLine(args: readonly string[], world: CommandWorld): Promise<number>;

export { }
