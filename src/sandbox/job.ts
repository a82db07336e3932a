/** Language of a program. */
export type Language = 'python' | 'bash';

/** What a sandbox has ready: plain Python, Python with the data libraries loaded, or shell tools. All of them run Bash. */
export type Profile = 'python' | 'data' | 'bash';

export interface InputFile {
  /** Path below /tmp, with `/` between its parts. */
  readonly name: string;
  readonly content: string | Uint8Array;
}

/** One program to run. */
export interface RunJob {
  readonly language: Language;
  readonly code: string;
  readonly stdin?: string | Uint8Array;
  readonly files?: readonly InputFile[];
  /** Limit of wall time; the rest of the sandbox's life limits it too. */
  readonly timeoutMs: number;
  readonly limits?: {
    /** Limit of stdout and of stderr, each; anything beyond is read and discarded. 1 MiB by default and at most. */
    readonly outputBytes?: number;
    /** Limit of the last expression's value; 256 KiB by default and at most. */
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

/** An attempt to reach a network. The port is null if only a name was looked up. */
export interface EgressAttempt {
  readonly host: string;
  readonly port: number | null;
}

export type ResultValue =
  null | boolean | number | string | readonly ResultValue[] | { readonly [key: string]: ResultValue };

/** What is known about a program whose sandbox was lost. */
export type Remains = Pick<RunOutcome, 'stdout' | 'egress_attempts' | 'egress_attempts_more'>;

/**
 * Outcome of a program. Exit code, signal, time-out, memory, sizes and truncation are observed from outside the submitted code;
 * `result`, charts and the ports of `egress_attempts` are what its own process reports.
 */
export interface RunOutcome {
  readonly stdout: string;
  readonly stderr: string;
  readonly stdout_bytes: number;
  readonly stderr_bytes: number;
  /** 0 to 255; if a signal ended the program, 128 plus the signal's number. */
  readonly exit_code: number;
  /** Name of the signal that ended the program, such as `SIGKILL`; null if it ended by itself. */
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
  /** Files left in /tmp, except links and special files. */
  readonly files: readonly LeftFile[];
  /** Whether there are more files than listed. */
  readonly files_truncated: boolean;
  readonly charts: readonly Chart[];
  /** Names of PNG files, or `figure`, that are left out of `charts` because their figures say that they hold no data. */
  readonly charts_without_data: readonly string[];
  readonly egress_attempts: readonly EgressAttempt[];
  /** Number of attempts beyond the listed ones. */
  readonly egress_attempts_more: number;
  /** In a session, whether the Python variables are gone because the process ended in a way that cannot be continued. */
  readonly variables_lost: boolean;
}
