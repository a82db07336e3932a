/**
 * Reads the value of a date-time field, which has no zone, as Indian time; undefined if the field is empty.
 */
export const fromIst = (local: string): string | undefined =>
  local === '' ? undefined : `${local.length === 16 ? `${local}:00` : local}+05:30`;
