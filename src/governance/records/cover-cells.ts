/** Reads the cells of policies and members that state a cover: a list in one cell. */
import { amountAboveZero, type CellReader, date, Unreadable } from './cells.ts';

/** Maximum number of slabs of a policy, which gets a new one at most once a year. */
const MAX_SLABS = 60;

const SLABS = new Unreadable(
  'expected days and sums insured such as "2021-04-01: 3 lakh; 2024-04-01: 5,00,000"',
);

interface Slab {
  readonly since: string;
  readonly paise: number;
}

/**
 * Reads the sums insured of a policy, as JSON of the stored form with the oldest first. Also reads JSON,
 * which is how an export writes them.
 */
export const slabs: CellReader<string> = (cell) => {
  const parts = cell.startsWith('[') ? fromJson(cell) : cell.split(';').map(pairOf);
  if (parts === undefined || parts.length === 0 || parts.length > MAX_SLABS) return SLABS;
  const read: Slab[] = [];
  for (const [day, sum] of parts) {
    const since = date(day.trim());
    const paise = amountAboveZero(sum.trim());
    if (typeof since !== 'string' || typeof paise !== 'string') return SLABS;
    read.push({ since, paise: Number(paise) });
  }
  const days = new Set(read.map(({ since }) => since));
  if (days.size < read.length) return new Unreadable('states two sums insured from the same day');
  return JSON.stringify(read.toSorted((a, b) => (a.since < b.since ? -1 : 1)));
};

const pairOf = (part: string): readonly [string, string] => {
  const colon = part.indexOf(':');
  return colon < 0 ? ['', ''] : [part.slice(0, colon), part.slice(colon + 1)];
};

const fromJson = (cell: string): readonly (readonly [string, string])[] | undefined => {
  try {
    const given = JSON.parse(cell) as readonly Readonly<Record<string, unknown>>[];
    return given.map((slab) => [String(slab['since']), String(slab['sum_insured'])] as const);
  } catch {
    return undefined;
  }
};

/** Maximum number of diseases of a member. */
const MAX_DISEASES = 40;

/** Reads ICD-10 categories (`E11, I10`), as JSON. */
export const diseases: CellReader<string> = (cell) => {
  const list = cell
    .replaceAll(/["[\]]/g, ' ')
    .split(/[\s,;]+/)
    .filter((code) => code !== '')
    .map((code) => code.toUpperCase().replace(/\..*$/, ''));
  return list.length <= MAX_DISEASES && list.every((code) => /^[A-Z]\d[0-9A-Z]$/.test(code))
    ? JSON.stringify([...new Set(list)])
    : new Unreadable('expected ICD-10 categories such as "E11, I10"');
};
