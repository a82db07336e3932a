/** A document's own wording of a step's ledger row. */
import { z } from 'zod';
import { condition, ruleName } from './product-terms.ts';

/**
 * Alternative actions of the rows of each kind of step, besides the catalogue's. Each describes what the kind
 * always does.
 */
export const ROW_ACTIONS = {
  check_members: ['ticket.read', 'fs.read'],
  look_up: ['kyc.verify'],
  rules: ['agent.finding', 'risk.score', 'agent.decision'],
} as const;

const rowAction = z.enum(Object.values(ROW_ACTIONS).flat() as [string, ...string[]]);

const shown = z.union([condition, z.null()]);

export const trailSchema = z
  .array(z.record(ruleName, z.union([condition, z.int()])))
  .min(1)
  .max(20);

/** Cells of a row read the step's inputs and its result. */
export const stepRowSchema = z
  .strictObject({
    action: rowAction.optional().meta({ description: 'A word for the kind of the step' }),
    governance: z.enum(['none', 'recorded', 'PII masked', 'audited']).optional(),
    words: z
      .array(
        z.strictObject({
          when: condition.optional().meta({ description: 'The first words count whose condition is true' }),
          summary: condition.meta({ description: 'CEL expression for one sentence' }),
          detail: z
            .record(ruleName, z.union([shown, z.record(ruleName, shown)]))
            .default({})
            .meta({ description: 'CEL expressions by name. What is not known is shown as null' }),
          shows: z
            .array(z.enum(['reasons', 'decided_under']))
            .max(2)
            .default([])
            .meta({ description: 'All reasons so far; the rule set that decided' }),
        }),
      )
      .min(1)
      .max(5),
  })
  .meta({ id: 'TeamVerticalRow' });

export type StepRow = z.output<typeof stepRowSchema>;
