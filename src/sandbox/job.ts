/** A program's language. */
export type Language = 'python' | 'bash';

/**
 * A kind of sandbox: with plain Python, with Python and preloaded data libraries, or with shell tools. All of them can run Bash.
 */
export type Profile = 'python' | 'data' | 'bash';

export interface InputFile {
  /** Path below /tmp, whose parts are separated by `/`. */
  readonly name: string;
  readonly content: string | Uint8Array;
}

/** One program to run. */
export interface RunJob {
  readonly language: Language;
  readonly code: string;
  readonly stdin?: string | Uint8Array;
  readonly files?: readonly InputFile[];
  /** Environment variables in addition to the image's. */
  readonly env?: Readonly<Record<string, string>>;
  /** Maximum wall time, also limited by the sandbox's remaining lifetime. */
  readonly timeoutMs: number;
  readonly limits?: {
    /**
     * Maximum size of stdout, and of stderr; more output is read and discarded. The default is 1 MiB, which is also the maximum.
     */
    readonly outputBytes?: number;
    /** Maximum size of the last expression's value. The default is 256 KiB, which is also the maximum. */
    readonly resultBytes?: number;
  };
  /** Whether to look for charts; true by default. */
  readonly charts?: boolean;
}

export interface LeftFile {
  /** Path relative to /tmp. Bytes that are not UTF-8 become U+FFFD. */
  readonly name: string;
  readonly size: number;
}

export interface Chart {
  readonly name: string;
  readonly png: Buffer;
}

/** An attempt to reach a network. The port is null if the program only looked up a name. */
export interface EgressAttempt {
  readonly host: string;
  readonly port: number | null;
}

export type ResultValue =
  null | boolean | number | string | readonly ResultValue[] | { readonly [key: string]: ResultValue };

/** The data received from a program whose sandbox was lost. */
export type Remains = Pick<RunOutcome, 'stdout' | 'egress_attempts' | 'egress_attempts_more'>;

/**
 * A program's outcome. Exit code, signal, time-out, memory, sizes and truncation are observed from outside the submitted code;
 * `result`, charts and the ports in `egress_attempts` are reported by the program's own process.
 */
export interface RunOutcome {
  readonly stdout: string;
  readonly stderr: string;
  readonly stdout_bytes: number;
  readonly stderr_bytes: number;
  /** 0 to 255. If a signal ended the program, this is 128 plus the signal's number. */
  readonly exit_code: number;
  /** Name of the signal that ended the program, such as `SIGKILL`; null if it ended on its own. */
  readonly signal: string | null;
  readonly timed_out: boolean;
  readonly oom_killed: boolean;
  readonly truncated: boolean;
  readonly stdout_truncated: boolean;
  readonly stderr_truncated: boolean;
  readonly duration_ms: number;
  /** Value of a Python program's last expression; null if there is none. */
  readonly result: ResultValue;
  readonly result_truncated: boolean;
  /** Files in /tmp after the program ended, except links and special files. */
  readonly files: readonly LeftFile[];
  /** Whether there are more files than listed. */
  readonly files_truncated: boolean;
  readonly charts: readonly Chart[];
  /** Names of PNG files, or `figure`, that are left out of `charts` because they do not show any data. */
  readonly charts_without_data: readonly string[];
  readonly egress_attempts: readonly EgressAttempt[];
  /** Number of attempts beyond the listed ones. */
  readonly egress_attempts_more: number;
  /** In a session, whether the Python variables are lost because the process ended and cannot continue. */
  readonly variables_lost: boolean;
}
