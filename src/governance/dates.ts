/**
 * Parses calendar days as people write them in India into a number of days since 1970-01-01, so that no time zone can shift them.
 */
import { plainText } from './text/plain.ts';

/** Days since 1970-01-01. */
export type Day = number;

const DAY_MS = 86_400_000;

/** India has one time zone, UTC+05:30, and no daylight saving time. */
const INDIA_MS = 19_800_000;

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const MONTH_NAME =
  /^(jan(uary)?|feb(ruary)?|mar(ch)?|apr(il)?|may|june?|july?|aug(ust)?|sept?(ember)?|oct(ober)?|nov(ember)?|dec(ember)?)$/;

/** Returns the calendar day in India at a point in time. */
export const dayInIndia = (instant: Date): Day => Math.floor((instant.getTime() + INDIA_MS) / DAY_MS);

/** Formats a day as `2026-11-03`. */
export const formatDay = (day: Day): string => new Date(day * DAY_MS).toISOString().slice(0, 10);

const dayOf = (year: number, month: number, date: number): Day | undefined => {
  const at = new Date(Date.UTC(year, month - 1, date));
  const exists = at.getUTCFullYear() === year && at.getUTCMonth() === month - 1 && at.getUTCDate() === date;
  return exists && year >= 1900 && year <= 2200 ? at.getTime() / DAY_MS : undefined;
};

const yearOf = (text: string): number => (text.length === 2 ? 2000 + Number(text) : Number(text));

const monthOf = (name: string): number => (MONTH_NAME.test(name) ? MONTHS.indexOf(name.slice(0, 3)) + 1 : 0);

/**
 * Parses a day: `2026-11-03`, an RFC 3339 time (its day in India), `03/11/2026` with the day first, also with `-` or `.`, `3 Nov
 * 2026`, `3rd November, 2026`, `Nov 3, 2026`.
 * @returns undefined if the text is anything else or names a day that does not exist
 */
export const parseDay = (value: unknown): Day | undefined => {
  if (typeof value !== 'string' || value.length > 60) return undefined;
  const text = plainText(value).toLowerCase();
  const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(text);
  if (iso) return dayOf(Number(iso[1]), Number(iso[2]), Number(iso[3]));
  if (/^\d{4}-\d\d-\d\d[t ]\d\d:\d\d/.test(text)) return timeOf(text);
  const numeric = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4}|\d{2})$/.exec(text);
  if (numeric) return dayOf(yearOf(numeric[4]!), Number(numeric[3]), Number(numeric[1]));
  const named = /^(\d{1,2})(?:st|nd|rd|th)?[\s\-,/]+([a-z]+)\.?[\s\-,/]+(\d{4}|\d{2})$/.exec(text);
  if (named) return dayOf(yearOf(named[3]!), monthOf(named[2]!), Number(named[1]));
  const monthFirst = /^([a-z]+)\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})$/.exec(text);
  if (monthFirst) return dayOf(Number(monthFirst[3]), monthOf(monthFirst[1]!), Number(monthFirst[2]));
  return undefined;
};

/** Parses a time. With an offset, it is a point in time; without one, it is already a time in India. */
const timeOf = (text: string): Day | undefined => {
  const form =
    /^(\d{4})-(\d\d)-(\d\d)[t ](?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?(z|[+-]\d\d:?\d\d)?$/.exec(
      text,
    );
  if (!form) return undefined;
  const day = dayOf(Number(form[1]), Number(form[2]), Number(form[3]));
  if (day === undefined || form[4] === undefined) return day;
  const instant = new Date(
    text
      .toUpperCase()
      .replace(' ', 'T')
      .replace(/([+-]\d\d)(\d\d)$/, '$1:$2'),
  );
  return Number.isNaN(instant.getTime()) ? undefined : dayInIndia(instant);
};

/** Returns the same date `months` later, or the last day of the month if that date does not exist. */
export const addMonths = (day: Day, months: number): Day => {
  const at = new Date(day * DAY_MS);
  const first = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + months, 1));
  const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  return first.getTime() / DAY_MS + Math.min(at.getUTCDate(), last) - 1;
};
