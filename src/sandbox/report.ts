/** The supervisor's report of a job, as it comes in an EXIT frame. */
export interface Report {
  readonly exit_code: number | null;
  readonly signal: number | null;
  readonly ended_by: 'exit' | 'timeout' | 'memory';
  readonly duration_us: number;
  readonly stdout_bytes: number;
  readonly stderr_bytes: number;
  readonly result_kind: 'none' | 'json' | 'repr';
  readonly result_truncated: boolean;
  readonly variables_lost: boolean;
  readonly files: readonly (readonly [name: string, size: number])[];
  readonly files_complete: boolean;
  /** JSON text that the submitted code's process wrote about itself. */
  readonly attempts: string;
  /** Names that anything in the sandbox asked the resolver for. */
  readonly names: readonly string[];
}

/** What a job left on the wire: its output, its pictures, and how it ended. */
export interface Received {
  readonly stdout: Buffer[];
  readonly stderr: Buffer[];
  readonly charts: { readonly name: string; readonly drawn: boolean; readonly png: Buffer }[];
  /** Undefined where the sandbox went before it could report. */
  report: Report | undefined;
  result: Buffer;
}

export const nothingReceived = (): Received => ({
  stdout: [],
  stderr: [],
  charts: [],
  report: undefined,
  result: Buffer.alloc(0),
});
