/** The part of JSON Schema in which a team's vertical describes cases, records and answers. */
import { z } from 'zod';
import { ruleName } from './product-terms.ts';

const described = { description: z.string().max(500).optional() };

const text = z.strictObject({
  type: z.literal('string'),
  format: z.enum(['rupees', 'date', 'answer']).optional().meta({
    description:
      '`rupees`: read as paise; `date`: read as days since 1970-01-01; `answer`: a text, or true as `yes` and false as `no`',
  }),
  secret: z
    .literal(true)
    .optional()
    .meta({ description: 'Only the `code` of `verify_code` can read it, so that no step shows it' }),
  enum: z.array(z.string().min(1).max(200)).min(1).max(100).optional(),
  maxLength: z.int().min(1).max(64_000).optional(),
  ...described,
});

const number = z.strictObject({
  type: z.literal('integer'),
  minimum: z.int().optional(),
  maximum: z.int().optional(),
  ...described,
});

const flag = z.strictObject({ type: z.literal('boolean'), ...described });

const scalar = z.discriminatedUnion('type', [text, number, flag]);

export type ScalarShape = z.output<typeof scalar>;

const row = z.strictObject({
  type: z.literal('object'),
  properties: z.record(ruleName, scalar),
  required: z.array(ruleName).max(100).default([]),
  ...described,
});

export type RowShape = z.output<typeof row>;

const list = z.strictObject({
  type: z.literal('array'),
  items: z.discriminatedUnion('type', [text, row]),
  maxItems: z.int().min(1).max(1_000).default(200),
  ...described,
});

export type ListShape = z.output<typeof list>;

const member = z.discriminatedUnion('type', [text, number, flag, row, list]);

export type MemberShape = z.output<typeof member>;

/** An object whose members are scalars, lists and rows of scalars. */
export const objectShapeSchema = z
  .strictObject({
    type: z.literal('object'),
    properties: z
      .record(ruleName, member)
      .refine((given) => Object.keys(given).length <= 100, 'expected at most 100 members'),
    required: z.array(ruleName).max(100).default([]),
    ...described,
  })
  .meta({
    id: 'TeamVerticalShape',
    description: 'A JSON Schema of at most three levels. Members that it does not name are ignored.',
  });

export type ObjectShape = z.output<typeof objectShapeSchema>;
