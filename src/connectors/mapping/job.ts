/** A mapping to evaluate, in the form in which a thread receives it. */
export interface MappingJob {
  readonly expression: string;
  /** JSON; undefined if the expression should only be parsed. */
  readonly input: string | undefined;
}

export type MappingResult = { readonly output: string | undefined } | { readonly failed: string };
