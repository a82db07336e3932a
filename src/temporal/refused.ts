/** Why a payload of the engine was not opened. */
export type Refusal = 'unsealed' | 'damaged' | 'unbound' | 'elsewhere' | 'no_key';

const MARK = 'pramaan.refused';

/** Stands in a workflow or an activity for a value whose payload was refused: only the codec of a worker makes one. */
export const refusedValue = (why: Refusal): object => ({ [MARK]: why });

/** @returns why the payload of this value was refused; undefined for a value that was opened */
export const refusalOf = (value: unknown): Refusal | undefined =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, MARK)
    ? (value as { readonly [MARK]: Refusal })[MARK]
    : undefined;
