import { z } from 'zod';
import { actorSchema } from './actor.ts';
import { trialResultSchema } from './backtest.ts';
import { ledgerRef, time, timestamp, verticalId } from './common.ts';
import { pinnedRuleSetSchema } from './rule-set-version.ts';

/** Longest time that a shadow runs, in days. */
export const MAX_SHADOW_DAYS = 180;
/** Maximum number of runs of a shadow. */
const MAX_RUNS = 1_000_000;

export const startShadowBody = z
  .strictObject({
    ends_at: time
      .optional()
      .meta({ description: `When it ends. Default: in 30 days; at most ${MAX_SHADOW_DAYS} days ahead` }),
    max_runs: z
      .int()
      .min(1)
      .max(MAX_RUNS)
      .default(100_000)
      .meta({ description: 'It ends after this many runs' }),
  })
  .meta({ id: 'StartShadow' });

export const shadowSchema = z
  .object({
    id: z
      .string()
      .regex(/^shadow_[0-9a-z]{1,40}$/)
      .meta({ examples: ['shadow_019ac5b2f0007a3bb5c0d2f1e4a69788'] }),
    ledger_ref: ledgerRef.meta({ description: 'Reference of its rows, one for each run. The same as `id`' }),
    state: z.enum(['running', 'ended']),
    rule_set: pinnedRuleSetSchema,
    vertical: verticalId,
    ends_at: timestamp,
    max_runs: z.int(),
    done: z.int().meta({ description: 'Runs so far, with those that could not be decided' }),
    result: trialResultSchema.meta({
      description: '`before` is the version that decided each run, `after` the one in shadow',
    }),
    started: z.object({ by: actorSchema, at: timestamp }),
    ended: z
      .object({
        by: actorSchema,
        at: timestamp,
        because: z.enum(['stopped', 'time', 'count', 'activated']),
      })
      .nullable(),
  })
  .meta({ id: 'Shadow' });
