import { z } from 'zod';
import { maskJson, maskText } from '../../../governance/mask.ts';

/** Reasons why a dataset cannot be analysed. */
export const UNREADABLE = [
  'kind',
  'encrypted',
  'damaged',
  'empty',
  'large',
  'json',
  'quotes',
  'columns',
  'failed',
] as const;
export type Unreadable = (typeof UNREADABLE)[number];

const note = z.object({
  code: z.string().max(40),
  detail: z.string().max(2_000),
  ambiguous: z.boolean(),
  column: z.string().max(400).optional(),
  lines: z.array(z.int()).max(20).optional(),
});

const table = z.object({
  name: z.string().max(400),
  rows: z.int().min(0),
  columns_count: z.int().min(0),
  columns: z.array(z.looseObject({ name: z.string(), dtype: z.string(), type: z.string() })).max(200),
  rejected: z.int().min(0),
  blocks: z.object({ above: z.array(z.string()), below: z.array(z.string()) }),
  totals: z.array(z.unknown()).optional(),
});

/** Schema of the reader's output in the sandbox. A hostile dataset may have influenced it, so everything in it is validated. */
const profileSchema = z.object({
  bytes: z.int().min(0),
  kind: z.string().max(20),
  encoding: z.string().max(40).optional(),
  delimiter: z.string().max(4).nullable().optional(),
  tables: z.array(table).min(1).max(20),
  notes: z.array(note).max(100),
});

export type DatasetProfile = z.output<typeof profileSchema>;
export type DatasetNote = DatasetProfile['notes'][number];

const unreadableSchema = z.object({ unreadable: z.enum(UNREADABLE), detail: z.string().max(400) });

/** Maximum number of a profile's characters to show to a model. */
const MOST_SHOWN = 24_000;

/**
 * Parses a dataset's profile and masks identifiers in names, samples and notes. Returns the reason if there is no profile;
 * anything that does not match the schema counts as `failed`.
 */
export const parseProfile = (
  value: unknown,
): DatasetProfile | { readonly unreadable: Unreadable; readonly detail: string } => {
  const failed = unreadableSchema.safeParse(value);
  if (failed.success) return { ...failed.data, detail: withoutLongNumbers(maskText(failed.data.detail)) };
  const parsed = profileSchema.safeParse(maskJson(value));
  if (parsed.success) {
    const notes = parsed.data.notes.map((one) => ({ ...one, detail: withoutLongNumbers(one.detail) }));
    return { ...parsed.data, notes };
  }
  return { unreadable: 'failed', detail: 'The dataset could not be described.' };
};

/** Masks long numbers in notes. Notes quote cells without their context, so any number as long as a phone number might be one. */
const withoutLongNumbers = (text: string): string =>
  text.replaceAll(/\d{9,}/g, (digits) => 'X'.repeat(digits.length));

/** Returns the profile as JSON for a model. If it is too long, first shortens its columns and then cuts the rest. */
export const profileText = (profile: DatasetProfile): string => {
  const text = JSON.stringify(profile);
  if (text.length <= MOST_SHOWN) return text;
  const tables = profile.tables.map(({ columns, ...rest }) => ({
    ...rest,
    columns: columns.map(({ name, dtype }) => `${name}: ${dtype}`),
  }));
  return JSON.stringify({ ...profile, tables })
    .slice(0, MOST_SHOWN)
    .toWellFormed();
};

const MOST_TOLD = 10;

/**
 * Returns remarks that an answer must include about data that could also have been read differently; '' if there are none. The
 * service writes them itself, so that they do not depend on a model's judgement.
 */
export const readingRemarks = ({ notes }: DatasetProfile): string => {
  const open = notes.filter(({ ambiguous }) => ambiguous);
  if (open.length === 0) return '';
  const lines = open
    .slice(0, MOST_TOLD)
    .map(({ column, detail }) => (column === undefined ? `- ${detail}` : `- Column "${column}": ${detail}`));
  const rest = open.length - MOST_TOLD;
  if (rest > 0) lines.push(`- ${rest} more are in \`dataset.notes\`.`);
  return `How ambiguous parts of the data were read:\n${lines.join('\n')}`;
};
