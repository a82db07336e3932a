/** How a job ended, as the supervisor saw it. Sent as soon as it is known. */
export interface End {
  readonly exit_code: number | null;
  readonly signal: number | null;
  readonly ended_by: 'exit' | 'timeout' | 'memory';
  readonly duration_us: number;
}

/** The supervisor's report on what a job left, sent in an EXIT frame. */
export interface Report {
  readonly stdout_bytes: number;
  readonly stderr_bytes: number;
  readonly result_kind: 'none' | 'json' | 'repr';
  readonly result_truncated: boolean;
  readonly variables_lost: boolean;
  readonly files: readonly (readonly [name: string, size: number])[];
  readonly files_complete: boolean;
}

/** What was received from a job: its output, its charts, what it tried to reach, and how it ended. */
export interface Received {
  readonly stdout: Buffer[];
  readonly stderr: Buffer[];
  readonly charts: { readonly name: string; readonly drawn: boolean; readonly png: Buffer }[];
  /** Names that anything in the sandbox asked the resolver for, without duplicates. */
  readonly names: string[];
  /** Number of queries for further names, which the resolver only counted. */
  namesLeftOut: number;
  /** Whole lines of JSON that the submitted code's process wrote about itself. */
  readonly notes: Buffer[];
  /** Attempts that the process only counted. The resolver received its look-ups too. */
  notesLeftOut: { readonly connections: number; readonly lookups: number };
  /** Undefined if the sandbox went away before its job had ended. */
  end: End | undefined;
  /** Undefined if the sandbox went away before it could report. */
  report: Report | undefined;
  result: Buffer;
}

export const nothingReceived = (): Received => ({
  stdout: [],
  stderr: [],
  charts: [],
  names: [],
  namesLeftOut: 0,
  notes: [],
  notesLeftOut: { connections: 0, lookups: 0 },
  end: undefined,
  report: undefined,
  result: Buffer.alloc(0),
});
