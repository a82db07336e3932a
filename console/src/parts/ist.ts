/** Returns the time that a field without a zone means in India; undefined if the field is empty. */
export const fromIst = (local: string): string | undefined =>
  local === '' ? undefined : `${local.length === 16 ? `${local}:00` : local}+05:30`;
