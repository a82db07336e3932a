/** Sums that a space cuts in two, as recognition and some PDF programs leave them: no part of one is an amount. */

/** Digits in groups, whatever stands between: `1 12 450`, `1 ,12,450.00`, `1, 12,450 .00`. */
const GROUPS = /^\d{1,3}(?:(?:[ ]?,[ ]?\n?|[ ])\d{2,3})+(?:[ ]?\.[ ]?\d{1,2})?(?![\p{L}\d/%-]|[.,:]\d)/u;
/** Paise behind a space: `450 .00`, `450. 00`, and `1,12,450 00` where nothing follows. */
const PARTED_PAISE =
  /^\d[\d,]{0,24}(?:[ ]\.\d{2}(?![\d.])|\.[ ]00(?!\d)|(?<=\d,\d{3})[ ]\d{2}(?=[ ]*(?:$|\n)))/u;
const GROUPS_BEFORE = /(?<![\p{L}\d.,/:-])\d{1,3}(?:(?:[ ]?,[ ]?|[ ])\d{2,3})*(?:[ ]?,[ ]?|[ ])$/u;
const INDIAN_OR_THOUSANDS = /^(?:\d{1,2}(?:,\d{2})*,\d{3}|\d{1,3}(?:,\d{3})+)(?:\.\d{1,2})?$/;
const WINDOW = 60;

/** The groups with commas alone between them. */
const joined = (text: string): string =>
  text
    .replaceAll(/[ ]?\.[ ]?/g, '.')
    .replaceAll(/[ ]?,[ ]?\n?/g, ',')
    .replaceAll(' ', ',');

/** In a list such as `500, 600` there is a space behind each comma, and no part says that it is the end of a sum. */
const isList = (text: string): boolean =>
  /^\d+(?:,[ ]\d+)+$/.test(text) && (text.match(/,/g)?.length ?? 0) < 2;

/** Where a sum that begins at `start` ends when a space cuts it after `end`; undefined when it is whole. */
export const brokenEnd = (plain: string, start: number, end: number): number | undefined => {
  const window = plain.slice(start, start + WINDOW);
  const paise = PARTED_PAISE.exec(window)?.[0];
  if (paise !== undefined && start + paise.length > end) return start + paise.length;
  const groups = GROUPS.exec(window)?.[0];
  if (groups === undefined || start + groups.length <= end || !/\s/.test(groups) || isList(groups))
    return undefined;
  return INDIAN_OR_THOUSANDS.test(joined(groups)) ? start + groups.length : undefined;
};

/** Where a sum begins whose last part is at `start`; undefined when nothing before it belongs to it. */
export const brokenStart = (plain: string, start: number, end: number): number | undefined => {
  const before = GROUPS_BEFORE.exec(plain.slice(Math.max(0, start - WINDOW), start))?.[0];
  if (before === undefined) return undefined;
  const groups = before + plain.slice(start, end);
  // "4 500/-" is as likely four of something at 500.
  const parts = joined(groups).split(',').length;
  if ((parts < 3 && !before.includes(',')) || isList(groups)) return undefined;
  return INDIAN_OR_THOUSANDS.test(joined(groups)) ? start - before.length : undefined;
};
