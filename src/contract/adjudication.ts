import { z } from 'zod';
import { claimStages, lineStages, ruleCode } from './product-terms.ts';
import { pinnedRuleSetSchema } from './rule-set-version.ts';

const rupees = z.string().regex(/^\d+\.\d{2}$/);

/** Stages of an adjudication, in their order except for the last four, which the product orders. */
const stage = z.enum(['gates', ...lineStages, ...claimStages]);

export const outcomeSchema = z.enum(['approve', 'approve_part', 'refer']).meta({
  id: 'AdjudicationOutcome',
  description:
    '`approve`: the whole bill. `approve_part`: a part of it. `refer`: a person decides, and the amount is what the terms propose',
});

export const amountSchema = z
  .object({
    claimed: rupees,
    approved: rupees.meta({ description: 'Or what the terms propose, if a person decides' }),
    patient_pays: rupees,
  })
  .meta({
    id: 'AdjudicatedAmount',
    description: 'In rupees. `approved` and all adjustments add up to `claimed`',
    examples: [{ claimed: '182800.00', approved: '128416.25', patient_pays: '54383.75' }],
  });

export const adjustmentSchema = z
  .object({
    line: z.int().nullable().meta({
      description: 'Line of the bill, from 1; null for a deduction from several lines or the whole claim',
    }),
    stage,
    code: ruleCode,
    amount: rupees,
    formula: z.string().meta({ examples: ['60000.00 x 20000.00 / 32000.00'] }),
    clause: z.string().meta({ description: "Clause of the product's wording" }),
  })
  .meta({ id: 'Adjustment', description: 'A deduction, and how it was computed' });

export const passedSchema = z
  .object({
    stage: z.string().meta({ description: 'A stage of the adjudication, or the code of a rule' }),
    detail: z.string(),
  })
  .meta({ id: 'PassedCheck' });

/** The part of an adjudication that a run stores. Without a product's terms, only `passed` has a value. */
const runAdjudicationSchema = z.object({
  rule_set: pinnedRuleSetSchema.nullable(),
  outcome: outcomeSchema.nullable(),
  amount: amountSchema.nullable(),
  adjustments: z.array(adjustmentSchema),
  passed: z.array(passedSchema),
});

export type RunAdjudication = z.output<typeof runAdjudicationSchema>;
