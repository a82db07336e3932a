/** A mapping to evaluate, in the form in which a thread receives it. */
export interface MappingJob {
  readonly expression: string;
  /** JSON. Undefined if the expression is only to be parsed. */
  readonly input: string | undefined;
}

export type MappingResult = { readonly output: string | undefined } | { readonly failed: string };
