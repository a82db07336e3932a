/**
 * Finds sums split by a space, as text recognition and some PDF programs produce them. No part of such a sum counts as an amount.
 */

/** Groups of digits with any separators: `1 12 450`, `1 ,12,450.00`, `1, 12,450 .00`. */
const GROUPS = /^\d{1,3}(?:(?:[ ]?,[ ]?\n?|[ ])\d{2,3})+(?:[ ]?\.[ ]?\d{1,2})?(?![\p{L}\d/%-]|[.,:]\d)/u;
/** Paise after a space: `450 .00`, `450. 00`, and `1,12,450 00` if nothing follows. */
const PARTED_PAISE =
  /^\d[\d,]{0,24}(?:[ ]\.\d{2}(?![\d.])|\.[ ]00(?!\d)|(?<=\d,\d{3})[ ]\d{2}(?=[ ]*(?:$|\n)))/u;
const GROUPS_BEFORE = /(?<![\p{L}\d.,/:-])\d{1,3}(?:(?:[ ]?,[ ]?|[ ])\d{2,3})*(?:[ ]?,[ ]?|[ ])$/u;
const INDIAN_OR_THOUSANDS = /^(?:\d{1,2}(?:,\d{2})*,\d{3}|\d{1,3}(?:,\d{3})+)(?:\.\d{1,2})?$/;
const WINDOW = 60;

/** Joins the groups with plain commas. */
const joined = (text: string): string =>
  text
    .replaceAll(/[ ]?\.[ ]?/g, '.')
    .replaceAll(/[ ]?,[ ]?\n?/g, ',')
    .replaceAll(' ', ',');

/** Returns whether this is a list such as `500, 600`, which has a space after each comma. No part of it is the end of a sum. */
const isList = (text: string): boolean =>
  /^\d+(?:,[ ]\d+)+$/.test(text) && (text.match(/,/g)?.length ?? 0) < 2;

/** Returns the end of a sum that starts at `start` and is split by a space after `end`; undefined if the sum is not split. */
export const brokenEnd = (plain: string, start: number, end: number): number | undefined => {
  const window = plain.slice(start, start + WINDOW);
  const paise = PARTED_PAISE.exec(window)?.[0];
  if (paise !== undefined && start + paise.length > end) return start + paise.length;
  const groups = GROUPS.exec(window)?.[0];
  if (groups === undefined || start + groups.length <= end || !/\s/.test(groups) || isList(groups))
    return undefined;
  return INDIAN_OR_THOUSANDS.test(joined(groups)) ? start + groups.length : undefined;
};

/** Returns the start of a sum whose last part starts at `start`; undefined if that part is the whole sum. */
export const brokenStart = (plain: string, start: number, end: number): number | undefined => {
  const before = GROUPS_BEFORE.exec(plain.slice(Math.max(0, start - WINDOW), start))?.[0];
  if (before === undefined) return undefined;
  const groups = before + plain.slice(start, end);
  // "4 500/-" could just as well be four items at 500.
  const parts = joined(groups).split(',').length;
  if ((parts < 3 && !before.includes(',')) || isList(groups)) return undefined;
  return INDIAN_OR_THOUSANDS.test(joined(groups)) ? start - before.length : undefined;
};
