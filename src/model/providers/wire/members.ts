export type Members = Readonly<Record<string, unknown>>;

/** Returns a value's members; none if it is not an object. */
export const membersOf = (value: unknown): Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Members) : {};
