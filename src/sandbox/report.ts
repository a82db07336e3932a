/** How a job ended, as observed by the supervisor. Sent as soon as it is known. */
export interface End {
  readonly exit_code: number | null;
  readonly signal: number | null;
  readonly ended_by: 'exit' | 'timeout' | 'memory';
  readonly duration_us: number;
}

/** The supervisor's report on a job's results, sent in an EXIT frame. */
export interface Report {
  readonly stdout_bytes: number;
  readonly stderr_bytes: number;
  readonly result_kind: 'none' | 'json' | 'repr';
  readonly result_truncated: boolean;
  readonly variables_lost: boolean;
  readonly files: readonly (readonly [name: string, size: number])[];
  readonly files_complete: boolean;
}

/** All data received from a job: its output, its charts, the hosts that it tried to reach, and how it ended. */
export interface Received {
  readonly stdout: Buffer[];
  readonly stderr: Buffer[];
  readonly charts: { readonly name: string; readonly drawn: boolean; readonly png: Buffer }[];
  /** Names that a process in the sandbox looked up, without duplicates. */
  readonly names: string[];
  /** Number of queries for additional names, which the resolver only counted. */
  namesLeftOut: number;
  /** Complete lines of JSON that the submitted code's process wrote about itself. */
  readonly notes: Buffer[];
  /** Number of attempts that the process only counted. The resolver also received its look-ups. */
  notesLeftOut: { readonly connections: number; readonly lookups: number };
  /** Undefined if the sandbox was lost before its job had ended. */
  end: End | undefined;
  /** Undefined if the sandbox was lost before it could report. */
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
