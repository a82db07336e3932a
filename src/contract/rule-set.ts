import { z } from 'zod';
import { clause, condition, productTermsSchema, ruleCode, ruleName } from './product-terms.ts';

export const ruleInputTypes = ['int', 'bool', 'string', 'list<string>'] as const;

export const ruleSetId = z
  .string()
  .regex(/^[a-z][a-z0-9-]{1,39}$/, 'expected lower-case letters, digits and hyphens')
  .meta({ examples: ['as-health'] });

const param = z.union([z.int(), z.boolean(), z.string().max(500)]);

const scalar = z.union([
  z.int(),
  z.boolean(),
  z.string().max(2_000),
  z.array(z.string().max(2_000)).max(1_000),
]);

const input = z.union([
  z.enum(ruleInputTypes),
  z.strictObject({
    type: z.enum(ruleInputTypes),
    default: scalar.meta({ description: 'Used if the case does not state the input' }),
  }),
]);

const row = z.strictObject({
  id: ruleName,
  when: z.array(condition).max(20).meta({ description: 'The row matches if all of them are true' }),
  // oxlint-disable-next-line unicorn/no-thenable -- decision tables say when and then; nothing awaits a row
  then: z
    .strictObject({
      code: ruleCode.optional(),
      exclusion: ruleCode.optional(),
      detail: condition.optional().meta({ description: 'CEL expression for a text' }),
      name: ruleName.optional(),
      value: condition.optional().meta({ description: 'CEL expression for a whole number' }),
      effect: z
        .enum(['refer', 'exclude'])
        .optional()
        .meta({ description: '`exclude` also deducts the whole bill from the proposed amount' }),
    })
    .refine(
      ({ code, detail, name, value }) =>
        (code === undefined) === (detail === undefined) &&
        (name === undefined) === (value === undefined) &&
        (code === undefined) !== (name === undefined),
      'expected code and detail, or name and value',
    ),
  clause: clause.optional(),
});

/** A decision table: of a rule set, or of a step in a team's vertical. */
export const ruleTableSchema = z.strictObject({
  id: ruleName,
  hit: z.enum(['first', 'unique', 'collect']),
  rows: z.array(row).min(1).max(500),
});

const test = z.strictObject({
  name: z.string().min(1).max(120),
  given: z.record(ruleName, scalar).meta({ description: 'Inputs; a missing one is unknown' }),
  claim: z
    .record(z.string(), z.unknown())
    .optional()
    .meta({ description: 'A claim for the terms, in the form of a case with its `cover`' }),
  expect: z.strictObject({
    codes: z.array(ruleCode).optional(),
    values: z.record(ruleName, z.int()).optional(),
    outcome: z.enum(['approve', 'approve_part', 'refer']).optional(),
    approved: z
      .string()
      .regex(/^\d{1,15}\.\d\d$/)
      .optional(),
  }),
});

/** Limits a record's number of members. */
const atMost = <Schema extends z.ZodType<Record<string, unknown>>>(members: number, schema: Schema) =>
  schema.refine((given) => Object.keys(given).length <= members, `expected at most ${members} members`);

/** A rule set: what an institution owns, tests, approves and pins. */
export const ruleSetSchema = z
  .strictObject({
    id: ruleSetId,
    version: z.int().min(1).max(1_000_000),
    title: z.string().min(1).max(200),
    effective_from: z.iso.date(),
    basis: z
      .enum(['admission', 'policy_start', 'run_day'])
      .meta({ description: 'The date that chooses the version' }),
    inputs: atMost(200, z.record(ruleName, input)),
    params: atMost(200, z.record(ruleName, param)).default({}),
    lists: atMost(50, z.record(ruleName, z.array(z.string().min(1).max(200)).max(1_000))).default({}),
    tables: z.array(ruleTableSchema).max(50).default([]),
    terms: productTermsSchema.optional(),
    tests: z.array(test).min(1).max(500),
  })
  .meta({ id: 'RuleSet' });

export type RuleSet = z.output<typeof ruleSetSchema>;
export type RuleTable = RuleSet['tables'][number];
export type RuleRow = RuleTable['rows'][number];
export type RuleInputType = (typeof ruleInputTypes)[number];
