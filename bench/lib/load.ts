export interface Load {
  readonly count: number;
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p95Ms: number;
}

/**
 * Runs `writers` concurrent loops of `once` for `ms`. Returns the number of calls completed per second and the duration of each.
 */
export const runLoad = async (
  writers: number,
  ms: number,
  once: (writer: number) => Promise<unknown>,
): Promise<Load> => {
  const took: number[] = [];
  const begun = performance.now();
  const writer = async (_: unknown, number: number): Promise<void> => {
    for (let now = performance.now(); now - begun < ms;) {
      await once(number);
      const after = performance.now();
      took.push(after - now);
      now = after;
    }
  };
  await Promise.all(Array.from({ length: writers }, writer));
  const elapsed = performance.now() - begun;
  took.sort((a, b) => a - b);
  const at = (share: number): number => took[Math.floor(took.length * share)] ?? Number.NaN;
  return { count: took.length, perSecond: (took.length / elapsed) * 1_000, p50Ms: at(0.5), p95Ms: at(0.95) };
};

export const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
};

export const round = (value: number, digits = 2): number => Number(value.toFixed(digits));
