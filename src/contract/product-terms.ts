import { z } from 'zod';

/** Words of the expression language, and the one lower-case name that every JavaScript object has. */
const RESERVED: ReadonlySet<string> = new Set(
  (
    'as break const constructor continue else false for function if import in let loop namespace null package return true ' +
    'var void while has all exists exists_one filter map bool bytes double duration dyn int list size string timestamp type uint ' +
    'optional join date rupees'
  ).split(' '),
);

/** A name inside a rule set: of a head of the bill, a list, a limit or an input. */
export const ruleName = z
  .string()
  .regex(/^[a-z][a-z0-9_]{0,39}$/, 'expected lower-case letters, digits and _')
  .refine((name) => !RESERVED.has(name), 'this name is reserved');

/** A code of a finding or a deduction. */
export const ruleCode = z
  .string()
  .regex(/^[A-Z][A-Za-z0-9-]{1,29}$/, 'expected a code such as BENX-005')
  .meta({ examples: ['PROP'] });

export const clause = z.string().min(1).max(200).meta({ description: "Clause of the product's wording" });

/** A condition in the Common Expression Language. */
export const condition = z
  .string()
  .min(1)
  .max(1_000)
  .meta({ description: 'CEL expression over the inputs and params', examples: ['!accident'] });

/** Paise. The largest amount is a thousand crore rupees, which no term of a health product exceeds. */
const paise = z.int().min(0).max(1_000_000_000_000);

const percent = z
  .number()
  .min(0)
  .max(100)
  .refine((value) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-9, 'expected at most two decimals');

const limit = z
  .strictObject({
    percent: percent.optional().meta({ description: 'Percent of the sum insured, without bonus' }),
    amount: paise.optional().meta({ description: 'Paise' }),
  })
  .refine(
    ({ percent: share, amount }) => share !== undefined || amount !== undefined,
    'expected a percent, an amount, or both',
  )
  .meta({ id: 'RuleLimit', description: 'The lower of both if both are given' });

/** Stages after the line-by-line deductions, in the order in which the product applies them. */
export const claimStages = ['sublimits', 'deductible', 'balance', 'copay'] as const;
/** Stages that decide each line, always in this order. */
export const lineStages = ['window', 'lists', 'day_caps', 'proportion'] as const;

const wait = z.strictObject({
  id: ruleName,
  code: ruleCode,
  exclusion: ruleCode.optional().meta({ description: 'IRDAI standard exclusion', examples: ['Excl03'] }),
  title: z.string().min(1).max(120),
  days: z.int().min(1).max(10_000).optional(),
  months: z.int().min(1).max(600).optional(),
  when: condition.optional(),
  clause,
});

/** The terms of a health product: how each stage of the pipeline treats the lines of a bill. */
export const productTermsSchema = z
  .strictObject({
    heads: z
      .record(ruleName, z.array(z.string().min(1).max(80)).max(60))
      .refine((given) => Object.keys(given).length <= 100, 'expected at most 100 heads')
      .meta({ description: 'Heads of the bill, each with the other names under which hospitals bill it' }),
    waits: z
      .array(
        wait.refine(
          ({ days, months }) => (days === undefined) !== (months === undefined),
          'expected days or months',
        ),
      )
      .max(40)
      .meta({ description: 'Each applies to every increase of the sum insured from its own date' }),
    stay: z
      .strictObject({ code: ruleCode, unless: condition, clause })
      .optional()
      .meta({ description: 'Requires a discharge on a later day than the admission' }),
    window: z.strictObject({
      before_days: z.int().min(0).max(400),
      after_days: z.int().min(0).max(400),
      clause,
    }),
    lists: z
      .array(
        z.strictObject({
          head: ruleName.meta({
            description: 'A line under this head is an item of the list, whatever its text',
          }),
          code: ruleCode,
          title: z.string().min(1).max(120),
          items: ruleName.meta({ description: "Name of a list of the rule set that holds the items' names" }),
          clause,
        }),
      )
      .max(20),
    day_caps: z
      .array(z.strictObject({ code: ruleCode, head: ruleName, limit, clause }))
      .max(20)
      .meta({ description: 'Limits a day' }),
    proportion: z
      .strictObject({
        code: ruleCode,
        room: ruleName.meta({ description: 'The head whose allowed share applies to the other heads' }),
        heads: z.array(ruleName).min(1).max(40),
        unless: condition.optional(),
        clause,
      })
      .optional(),
    sublimits: z
      .array(
        z.strictObject({
          id: ruleName,
          code: ruleCode,
          title: z.string().min(1).max(120),
          heads: z.array(ruleName).min(1).max(40).optional().meta({ description: 'All heads if left out' }),
          when: condition.optional(),
          part: ruleName.optional().meta({ description: 'The input that names the part, such as the eye' }),
          limit,
          per: z.enum(['hospitalisation', 'policy_year']),
          each: z.literal('member').optional().meta({
            description:
              'With `policy_year`: each member of the policy has the limit; otherwise all share it',
          }),
          clause,
        }),
      )
      .max(60),
    deductible: z
      .strictObject({
        amount: paise,
        per: z.enum(['claim', 'policy_year']),
        when: condition.optional(),
        clause,
      })
      .optional(),
    balance: z.strictObject({ clause }),
    copay: z
      .array(z.strictObject({ percent, when: condition.optional(), clause }))
      .max(20)
      .meta({ description: 'The first row whose condition is true applies' }),
    stages: z
      .array(z.enum(claimStages))
      .length(claimStages.length)
      .refine((given) => new Set(given).size === claimStages.length, 'expected each stage once'),
  })
  .meta({ id: 'ProductTerms' });

export type ProductTerms = z.output<typeof productTermsSchema>;
export type RuleLimit = z.output<typeof limit>;
