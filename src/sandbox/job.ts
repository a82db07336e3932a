/** What kind of program it is. */
export type Language = 'python' | 'bash';

/** What a sandbox has ready: plain Python, Python with the data libraries loaded, or shell tools. All run Bash. */
export type Profile = 'python' | 'data' | 'bash';

export interface InputFile {
  /** Below /tmp, with `/` between parts. */
  readonly name: string;
  readonly content: string | Uint8Array;
}

/** One program to run. */
export interface RunJob {
  readonly language: Language;
  readonly code: string;
  readonly stdin?: string | Uint8Array;
  readonly files?: readonly InputFile[];
  /** Wall time; also bounded by what is left of the sandbox's life. */
  readonly timeoutMs: number;
  readonly limits?: {
    /** Of stdout and of stderr, each; more is read and thrown away. 1 MiB by default and at most. */
    readonly outputBytes?: number;
    /** Of the value of the last expression; 256 KiB by default and at most. */
    readonly resultBytes?: number;
  };
  /** Whether pictures are looked for; on by default. */
  readonly charts?: boolean;
}

export interface LeftFile {
  /** Relative to /tmp. Bytes that are not UTF-8 are U+FFFD. */
  readonly name: string;
  readonly size: number;
}

export interface Chart {
  readonly name: string;
  readonly png: Buffer;
}

/** An attempt to reach a network. The port is null where only a name was asked for. */
export interface EgressAttempt {
  readonly host: string;
  readonly port: number | null;
}

export type ResultValue =
  null | boolean | number | string | readonly ResultValue[] | { readonly [key: string]: ResultValue };

/** What is known of a program whose sandbox was lost. */
export type Remains = Pick<RunOutcome, 'stdout' | 'egress_attempts' | 'egress_attempts_more'>;

/**
 * What became of a program. Exit code, signal, time-out, memory, sizes and truncation are seen from outside the
 * submitted code; `result`, charts and the ports of `egress_attempts` are what its own process says.
 */
export interface RunOutcome {
  readonly stdout: string;
  readonly stderr: string;
  readonly stdout_bytes: number;
  readonly stderr_bytes: number;
  /** 0 to 255; 128 and the signal's number where one ended it. */
  readonly exit_code: number;
  /** `SIGKILL`, …; null where the program ended by itself. */
  readonly signal: string | null;
  readonly timed_out: boolean;
  readonly oom_killed: boolean;
  /** Whether stdout or stderr was cut. */
  readonly truncated: boolean;
  readonly stdout_truncated: boolean;
  readonly stderr_truncated: boolean;
  readonly duration_ms: number;
  /** The value of a Python program's last expression; null where there is none. */
  readonly result: ResultValue;
  readonly result_truncated: boolean;
  /** What is left in /tmp, without links and special files. */
  readonly files: readonly LeftFile[];
  /** Whether there are more files than listed. */
  readonly files_truncated: boolean;
  readonly charts: readonly Chart[];
  /** Names of PNG files, or `figure`, that are no charts: their figures say that they hold no data. */
  readonly charts_without_data: readonly string[];
  readonly egress_attempts: readonly EgressAttempt[];
  /** Attempts beyond those: counted, not listed. */
  readonly egress_attempts_more: number;
  /** In a session: whether the Python variables are gone (the process ended in a way that cannot be carried on). */
  readonly variables_lost: boolean;
}
