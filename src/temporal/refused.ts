/** Reason why a payload from Temporal was not opened. */
export type Refusal = 'unsealed' | 'damaged' | 'unbound' | 'elsewhere' | 'no_key';

const MARK = 'pramaan.refused';

/** Returns the value that replaces a refused payload in a workflow or activity. Only a worker's codec creates it. */
export const refusedValue = (why: Refusal): object => ({ [MARK]: why });

/** Returns why a value's payload was refused. @returns undefined for a value that was opened */
export const refusalOf = (value: unknown): Refusal | undefined =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, MARK)
    ? (value as { readonly [MARK]: Refusal })[MARK]
    : undefined;
