/** Returns a Server-Timing header's value (W3C): milliseconds by name, in the given order. */
export const serverTiming = (times: Readonly<Record<string, number>>): string =>
  Object.entries(times)
    .map(([name, ms]) => `${name};dur=${Math.round(ms * 100) / 100}`)
    .join(', ');
