import type { Box, PageRead } from '../read-document.ts';

/** Direction in which a page's lines run, as sine and cosine; (0, 1) for a straight page. */
export interface Slant {
  readonly sine: number;
  readonly cosine: number;
}

/** Below this, a slant makes no difference to the rows. */
const STRAIGHT = 0.004;

/** Measures the direction of the lines: from the first word of each to its last. Long lines count more. */
export const slantOf = (page: PageRead, signs: readonly string[]): Slant => {
  let [across, down] = [0, 0];
  let first: Box | null = null;
  let last = 0;
  for (const { start, end, box } of page.words) {
    if (first === null || signs.slice(last, start).includes('\n')) first = box;
    else if (box !== null) {
      across += box[0] + box[2] - first[0] - first[2];
      down += box[1] + box[3] - first[1] - first[3];
    }
    last = end;
  }
  const length = Math.hypot(across, down);
  if (length === 0 || (across > 0 && Math.abs(down) < STRAIGHT * length)) return { sine: 0, cosine: 1 };
  return { sine: down / length, cosine: across / length };
};

/** Returns a box as it would be on the straightened page. The box of a slanted word is larger than the word. */
export const straightened = (box: Box, { sine, cosine }: Slant): Box => {
  if (sine === 0 && cosine === 1) return box;
  const [left, top, right, bottom] = box;
  const [x, y] = [(left + right) / 2, (top + bottom) / 2];
  const [s, c] = [Math.abs(sine), Math.abs(cosine)];
  const [outerWidth, outerHeight] = [right - left, bottom - top];
  const spread = c * c - s * s;
  const width = Math.abs(spread) < 0.2 ? outerWidth : (c * outerWidth - s * outerHeight) / spread;
  const height = Math.abs(spread) < 0.2 ? outerHeight : (c * outerHeight - s * outerWidth) / spread;
  const [halfWidth, halfHeight] = [Math.max(width, 1) / 2, Math.max(height, 1) / 2];
  const [across, down] = [x * cosine + y * sine, y * cosine - x * sine];
  return [across - halfWidth, down - halfHeight, across + halfWidth, down + halfHeight];
};
