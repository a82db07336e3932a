/**
 * Country calling codes (ITU-T E.164, list of assigned codes) and lengths of national numbers. Lengths are exact for the
 * countries called most often from India; other countries may use any length that E.164 allows.
 */

/** Minimum and maximum number of digits after the country code, where known. */
const NATIONAL: Readonly<Record<string, readonly [number, number]>> = {
  1: [10, 10],
  7: [10, 10],
  20: [9, 10],
  27: [9, 9],
  31: [9, 9],
  33: [9, 9],
  34: [9, 9],
  39: [8, 11],
  41: [9, 9],
  44: [9, 10],
  49: [7, 11],
  60: [8, 10],
  61: [9, 9],
  62: [9, 12],
  63: [9, 10],
  64: [8, 10],
  65: [8, 8],
  66: [8, 9],
  81: [9, 10],
  82: [8, 10],
  84: [9, 10],
  86: [10, 11],
  92: [9, 10],
  93: [9, 9],
  94: [9, 9],
  95: [7, 10],
  98: [10, 10],
  353: [7, 9],
  852: [8, 8],
  880: [8, 10],
  960: [7, 7],
  965: [8, 8],
  966: [8, 9],
  968: [8, 8],
  971: [8, 9],
  973: [8, 8],
  974: [8, 8],
  975: [7, 8],
  977: [8, 10],
};

const LENGTHS: ReadonlyMap<number, readonly [number, number]> = new Map(
  Object.entries(NATIONAL).map(([code, lengths]) => [Number(code), lengths]),
);

const ELSEWHERE = [7, 12] as const;

/** All two-digit country codes. The other codes have three digits, except 1 and 7. */
const WHOLE: ReadonlySet<number> = new Set([
  20, 27, 30, 31, 32, 33, 34, 36, 39, 40, 41, 43, 44, 45, 46, 47, 48, 49, 51, 52, 53, 54, 55, 56, 57, 58, 60,
  61, 62, 63, 64, 65, 66, 81, 82, 84, 86, 90, 91, 92, 93, 94, 95, 98,
]);

/**
 * Returns whether the country uses numbers of `total` digits, including the leading country code. A trunk zero may follow the
 * code.
 */
export const isDialled = (digits: Uint8Array, total: number): boolean => {
  const first = digits[0]!;
  if (first === 0) return false;
  const two = first * 10 + digits[1]!;
  const width = first === 1 || first === 7 ? 1 : WHOLE.has(two) ? 2 : 3;
  const code = width === 1 ? first : width === 2 ? two : two * 10 + digits[2]!;
  const [least, most] = LENGTHS.get(code) ?? ELSEWHERE;
  const rest = total - width - (digits[width] === 0 ? 1 : 0);
  return rest >= least && rest <= most;
};
