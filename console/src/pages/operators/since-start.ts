/** Returns the time between two moments as minutes and seconds. */
export const sinceStart = (start: string, at: string): string => {
  const seconds = Math.max(0, Math.round((Date.parse(at) - Date.parse(start)) / 1_000));
  return `${Math.trunc(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
};
