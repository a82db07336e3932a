import { z } from 'zod';
import { actorSchema } from './actor.ts';
import { timestamp } from './common.ts';

/** A percentage with at most two decimals. */
const percent = z.number().min(0).max(100).multipleOf(0.01);

const bounds = z.object({
  min_runs: z
    .int()
    .min(0)
    .max(1_000_000)
    .meta({ description: 'Least number of runs that the trial has decided' }),
  max_changed_percent: percent
    .nullable()
    .meta({ description: 'Largest share of runs whose decision differs; null for no bound' }),
  max_amount_percent: percent.nullable().meta({
    description: 'By how much the sum of approved amounts may differ, up or down; null for no bound',
  }),
});

export const setRuleSetBoundsBody = z
  .strictObject({
    min_runs: bounds.shape.min_runs.default(0),
    max_changed_percent: bounds.shape.max_changed_percent.default(null),
    max_amount_percent: bounds.shape.max_amount_percent.default(null),
  })
  .meta({ id: 'SetRuleSetBounds' });

export const ruleSetBoundsSchema = bounds
  .extend({
    set: z
      .object({ by: actorSchema, at: timestamp })
      .nullable()
      .meta({ description: 'null if nobody has set any' }),
  })
  .meta({
    id: 'RuleSetBounds',
    description:
      'What a backtest or a shadow of a version must have shown before the version can be activated',
  });
