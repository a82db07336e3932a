/** A mapping to evaluate, in the form in which a thread receives it. */
export interface MappingJob {
  readonly n: number;
  readonly expression: string;
  /** JSON. Undefined if the expression is only to be parsed. */
  readonly input: string | undefined;
}

export type MappingResult =
  | { readonly n: number; readonly output: string | undefined }
  | { readonly n: number; readonly failed: string };

/** A thread's first message: loading it is not part of a job's time. */
export const READY = 'ready';
