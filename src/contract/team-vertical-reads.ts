/** How a document reads free text: members of a case in which people or machines write what they like. */
import { z } from 'zod';
import { ruleName } from './product-terms.ts';

const pattern = z
  .string()
  .min(1)
  .max(1_000)
  .meta({ description: 'Regular expression without `*`, `+`, back references and repeated groups' });

const of = z.array(z.string().min(1).max(60)).min(1).max(10).meta({ description: 'Members of the case' });

const phrases = z
  .record(ruleName, pattern)
  .refine((given) => Object.keys(given).length <= 20, 'expected at most 20 members');

const fact = z.union([z.int(), z.boolean(), z.string().max(500), z.array(z.string().max(500)).max(20)]);

const textClass = z.strictObject({
  name: ruleName,
  signs: z
    .array(z.strictObject({ name: z.string().min(1).max(60), pattern, strong: z.boolean() }))
    .min(1)
    .max(20),
  consequence: z
    .boolean()
    .default(false)
    .meta({ description: 'It follows from other classes, which rank before it by one strong sign' }),
  number: z
    .strictObject({ pattern, percent: z.boolean().default(false) })
    .optional()
    .meta({ description: 'The number that a text of the class states: `stated`, `number`' }),
  facts: z.record(ruleName, fact).default({}).meta({
    description: 'What is known of the class, read as `<name>.<fact>`; the same names in all classes',
  }),
});

/** What is read of some members' texts. Cells have it as `read.<name>`. */
export const textReadSchema = z
  .strictObject({
    of,
    forms: z
      .array(z.strictObject({ name: z.string().min(1).max(60), pattern }))
      .min(1)
      .max(20)
      .optional()
      .meta({
        description:
          'How a value is written. The whole text of the first member that has one, or a part of it, must match; the first counts: `form`',
      }),
    phrases: phrases.optional().meta({ description: 'By name: whether the text has the phrase' }),
    classes: z
      .array(textClass)
      .min(1)
      .max(60)
      .optional()
      .meta({ description: 'The first decides ties: `class`, `confidence`, `signs`, `rivals`' }),
  })
  .meta({ id: 'TeamVerticalRead' });

export type TextRead = z.output<typeof textReadSchema>;

/** At most 10 names, because every step reads all of them. */
export const readsSchema = z
  .record(ruleName, textReadSchema)
  .refine((given) => Object.keys(given).length <= 10, 'expected at most 10 members');
