/** Returns a value of a cell as text; '' if it is unknown, a list or a record. */
export const asText = (value: unknown): string => {
  const isPlain = typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint';
  return isPlain ? String(value) : '';
};
