/** A document's own wording of a step's ledger row. */
import { z } from 'zod';
import { condition, ruleName } from './product-terms.ts';

/**
 * Alternative actions of the rows of each kind of step, besides the catalogue's. Each describes what the kind
 * always does.
 */
export const ROW_ACTIONS = {
  check_members: ['ticket.read', 'ticket.triage', 'call.start', 'fs.read'],
  look_up: ['kyc.verify'],
  rules: ['agent.finding', 'risk.score', 'agent.decision'],
  commands: ['sandbox.open'],
  write: ['agent.decision'],
} as const;

const rowAction = z.enum(Object.values(ROW_ACTIONS).flat() as [string, ...string[]]);

const shown = z.union([condition, z.null()]);

export const trailSchema = z
  .array(
    z.union([
      z.strictObject({
        each: condition.meta({ description: 'CEL expression for a list; each of its texts is an entry' }),
        name: ruleName.meta({ description: 'What the entry calls the text' }),
        with: z.record(ruleName, z.union([condition, z.int()])).default({}),
      }),
      z.record(ruleName, z.union([condition, z.int()])),
    ]),
  )
  .min(1)
  .max(20);

/** Cells of a row read the step's inputs and its result. */
export const stepRowSchema = z
  .strictObject({
    action: rowAction.optional().meta({ description: 'A word for the kind of the step' }),
    governance: z
      .enum(['none', 'recorded', 'PII masked', 'phone masked', 'audited', 'sandbox.open audited'])
      .optional(),
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
            .array(z.enum(['reasons', 'found', 'decided_under', 'trail']))
            .max(4)
            .default([])
            .meta({
              description:
                'All reasons so far; those of the step; the rule set that decided; what a ticket keeps of the steps',
            }),
        }),
      )
      .min(1)
      .max(5),
  })
  .meta({ id: 'TeamVerticalRow' });

export type StepRow = z.output<typeof stepRowSchema>;
