import { z } from 'zod';

export const place = {
  start: z.int().min(0).meta({ description: 'Unicode code points from the start of the text' }),
  end: z.int().min(0).meta({ description: 'Exclusive' }),
  confidence: z.number().min(0).max(1),
};

const value = z.object({ value: z.string(), ...place });
const decimal = z
  .string()
  .nullable()
  .meta({ examples: ['18.00'] });
const holds = z
  .boolean()
  .nullable()
  .meta({ description: 'null if a number that the check needs is missing' });

const identifier = {
  value: z.string(),
  valid: z.boolean(),
  suggestion: z
    .string()
    .optional()
    .meta({ description: 'The most likely correction of a misread value; it passes the check' }),
  ...place,
};

const invoice = z
  .object({
    number: z
      .object({
        value: z.string(),
        well_formed: z
          .boolean()
          .meta({ description: 'Whether it has the form required by CGST Rules 2017, rule 46 (b)' }),
        ...place,
      })
      .nullable(),
    items: z.array(
      z.object({
        hsn: z
          .string()
          .meta({ description: 'HSN or SAC code; empty if the line has none', examples: ['8471'] }),
        description: z.string(),
        quantity: decimal,
        unit_price: decimal,
        taxable: decimal,
        rate: decimal,
        tax: decimal,
        total: decimal,
        checks: z.object({ amount: holds, tax: holds, total: holds }),
        ...place,
      }),
    ),
    totals: z.array(
      z.object({
        kind: z.enum(['taxable', 'cgst', 'sgst', 'igst', 'cess', 'round_off', 'total']),
        rupees: z.string(),
        rate: decimal,
        ...place,
      }),
    ),
    supply: z.enum(['intra-state', 'inter-state']).nullable(),
    checks: z.object({ rates: holds, halves: holds, total: holds, items: holds, supply: holds }),
  })
  .meta({ id: 'ExtractedInvoice', description: 'Rupees and percent as decimal strings' });

const amount = z.object({
  raw: z.string().meta({ description: 'The amount as written, without currency sign and `/-`' }),
  rupees: z
    .string()
    .nullable()
    .meta({
      description: 'Decimal string; null if the digits are not grouped in a known way',
      examples: ['123456.78'],
    }),
  form: z.enum(['figures', 'words']),
  ...place,
});

export const detailsSchema = z
  .object({
    pans: z.array(
      z.object({
        ...identifier,
        holder: z
          .string()
          .nullable()
          .meta({ description: 'Kind of holder', examples: ['individual'] }),
      }),
    ),
    aadhaar: z.array(z.object(identifier)),
    gstin: z.array(
      z.object({
        ...identifier,
        state: z.string().nullable(),
        pan: z.string().nullable().meta({ description: 'The PAN inside' }),
      }),
    ),
    ifsc: z.array(
      z.object({
        ...identifier,
        bank: z
          .string()
          .nullable()
          .meta({ description: "The bank's name, if it is one of the larger banks" }),
      }),
    ),
    accounts: z.array(value).meta({ description: 'Labelled bank accounts' }),
    amounts: z.array(amount),
    dates: z.array(
      z.object({
        kind: z.enum([
          'date_of_birth',
          'invoice_date',
          'due_date',
          'issue_date',
          'admission_date',
          'discharge_date',
          'date',
        ]),
        value: z.string().meta({ examples: ['1990-09-21'] }),
        ...place,
      }),
    ),
    name: value.nullable(),
    relative_name: value.nullable().meta({ description: "A parent's or spouse's name" }),
    date_of_birth: value.nullable().meta({ description: 'A day, or only the year' }),
    invoice: invoice.nullable(),
  })
  .meta({ id: 'ExtractionDetails' });
