/** A value of a case, of a record or of a step's result. Whole numbers are exact. */
export type Nested = bigint | boolean | string | readonly Nested[] | { readonly [name: string]: Nested };

/** The members of a step's result. An unknown member is absent. */
export type Members = Readonly<Record<string, Nested>>;

/**
 * The values that the cells of a step can read: `case`, `params`, `run`, and the results of earlier steps by
 * their ids.
 */
export type Scope = Readonly<Record<string, Members>>;

type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };

/** Returns a value as JSON for a ledger row. A number that JSON cannot hold exactly becomes a text. */
export const shownValue = (value: Nested): Json => {
  if (typeof value === 'bigint') {
    const number = Number(value);
    return Number.isSafeInteger(number) ? number : String(value);
  }
  if (typeof value !== 'object') return value;
  if (Array.isArray(value)) return (value as readonly Nested[]).map(shownValue);
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, shownValue(inner)]));
};

/** Marks whole numbers in stored JSON, because JSON does not distinguish them from other numbers. */
const WHOLE = '$int';

/** Returns a value as JSON from which {@link readValue} restores exactly the same value. */
export const storedValue = (value: Nested): Json => {
  if (typeof value === 'bigint') return { [WHOLE]: String(value) };
  if (typeof value !== 'object') return value;
  if (Array.isArray(value)) return (value as readonly Nested[]).map(storedValue);
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, storedValue(inner)]));
};

/** Reads what {@link storedValue} wrote. */
export const readValue = (stored: unknown): Nested => {
  if (Array.isArray(stored)) return stored.map(readValue);
  if (typeof stored !== 'object' || stored === null) return stored as string | boolean;
  const number = (stored as Readonly<Record<string, unknown>>)[WHOLE];
  if (typeof number === 'string') return BigInt(number);
  return Object.fromEntries(Object.entries(stored).map(([name, inner]) => [name, readValue(inner)]));
};
