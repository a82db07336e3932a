import type { Box } from './read-document.ts';

/** Minimum height of unread ink that may be writing, as a share of the height of the words, and its ratio of width to height. */
const HIGH = 0.6;
const LONG = 1.5;

/**
 * Returns the areas of unread ink that are as high as the page's words and lie among them. A single lost
 * value is only a small share of a page's writing, but specks at the edges of a photo are not writing at all.
 */
export const unreadLines = (areas: readonly Box[], words: readonly (Box | null)[]): readonly Box[] => {
  const boxes = words.filter((box) => box !== null);
  if (boxes.length === 0) return areas;
  const heights = boxes.map(([left, top, right, bottom]) => Math.min(bottom - top, right - left));
  const height = heights.toSorted((a, b) => a - b)[Math.floor(heights.length / 2)]!;
  const [left, top] = [Math.min(...boxes.map((box) => box[0])), Math.min(...boxes.map((box) => box[1]))];
  const [right, bottom] = [Math.max(...boxes.map((box) => box[2])), Math.max(...boxes.map((box) => box[3]))];
  return areas.filter((area) => {
    const sides = [area[2] - area[0], area[3] - area[1]];
    const isInside = area[0] < right && area[2] > left && area[1] < bottom && area[3] > top;
    return isInside && Math.min(...sides) >= HIGH * height && Math.max(...sides) >= LONG * height;
  });
};
