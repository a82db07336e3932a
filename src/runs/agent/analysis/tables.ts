import { z } from 'zod';
import { maskJson, maskText } from '../../../governance/mask.ts';

const cell = z.union([z.string().max(600), z.number(), z.boolean(), z.null()]);

type Cell = z.output<typeof cell>;

const tablesSchema = z
  .array(
    z.object({
      name: z.string().max(120),
      columns: z.array(z.string().max(600)).max(50),
      rows: z.array(z.array(cell).max(50)).max(200),
      rows_total: z.int().min(0),
      truncated: z.boolean(),
    }),
  )
  .max(10);

export type ResultTable = z.output<typeof tablesSchema>[number];

/** Returns the tables that code passed to show_table(), masked. Returns none if the file contains anything else. */
export const parseTables = (json: string): readonly ResultTable[] => {
  try {
    const parsed = tablesSchema.safeParse(JSON.parse(json));
    return parsed.success ? parsed.data.map(masked) : [];
  } catch {
    return [];
  }
};

/** Masks a table, using each column's name as the label of its cells. */
const masked = ({ name, columns, rows, ...rest }: ResultTable): ResultTable => ({
  ...rest,
  name: maskText(name),
  columns: columns.map((text) => maskText(text)),
  rows: rows.map((row) => row.map((value, at) => maskedCell(columns[at] ?? '', value))),
});

const maskedCell = (label: string, value: Cell): Cell =>
  typeof value === 'string' || typeof value === 'number'
    ? (Object.values(maskJson({ [label]: value }) as object)[0] as Cell)
    : value;
