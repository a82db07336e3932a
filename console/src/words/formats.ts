export interface Formats {
  /** A time in India: day, month and time. */
  readonly time: (iso: string) => string;
  /** The same time in UTC, to the second. */
  readonly utc: (iso: string) => string;
  /** Both times, for readers without a mouse. */
  readonly fullTime: (iso: string) => string;
  /** The distance of a time from now, such as "in 2 hours". */
  readonly ago: (iso: string, now?: number) => string;
  /** A day without a time, given as `2026-04-01`. */
  readonly date: (day: string) => string;
  readonly number: (value: number) => string;
  /** Rupees, given as the API has them: `500000.00`. */
  readonly money: (rupees: string) => string;
  /** Several words as a list in a sentence. */
  readonly list: (words: readonly string[]) => string;
  /** A share from 0 to 1. */
  readonly percent: (share: number) => string;
}

const STEPS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

const utc = (iso: string): string => `${iso.slice(0, 10)} ${iso.slice(11, 19)} UTC`;

/** Returns the formats of a language in India: times in IST, digits grouped by lakh and crore. */
export const createFormats = (language: string): Formats => {
  const locale = `${language}-IN`;
  const times = new Intl.DateTimeFormat(locale, {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: 'Asia/Kolkata',
  });
  const days = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' });
  const lists = new Intl.ListFormat(locale, { type: 'conjunction' });
  const distances = new Intl.RelativeTimeFormat(locale, { numeric: 'always' });
  const numbers = new Intl.NumberFormat(locale);
  const rupees = new Intl.NumberFormat(locale, { style: 'currency', currency: 'INR' });
  const shares = new Intl.NumberFormat(locale, { style: 'percent' });
  const time = (iso: string): string => times.format(new Date(iso));
  return {
    time,
    utc,
    fullTime: (iso) => `${time(iso)} (${utc(iso)})`,
    ago: (iso, now = Date.now()) => {
      const ms = new Date(iso).getTime() - now;
      const [unit, size] = STEPS.find(([, length]) => Math.abs(ms) >= length) ?? (['second', 1_000] as const);
      return distances.format(Math.trunc(ms / size), unit);
    },
    date: (day) => (/^\d{4}-\d\d-\d\d$/.test(day) ? days.format(new Date(day)) : day),
    money: (amount) => rupees.format(amount as `${number}`),
    list: (words) => lists.format(words),
    number: (value) => numbers.format(value),
    percent: (share) => shares.format(share),
  };
};
