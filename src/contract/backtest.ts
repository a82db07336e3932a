import { z } from 'zod';
import { adjustmentSchema, amountSchema, outcomeSchema } from './adjudication.ts';
import { actorSchema } from './actor.ts';
import { runId, time, timestamp, verticalId } from './common.ts';
import { pinnedRuleSetSchema, ruleSetVersion } from './rule-set-version.ts';

export const backtestId = z
  .string()
  .regex(/^bt_[0-9a-z]{1,40}$/)
  .meta({ examples: ['bt_019ac5b2f0007a3bb5c0d2f1e4a69788'] });

/** Maximum number of runs that a backtest can name, because its result lists all of them. */
const MAX_NAMED_RUNS = 20;
/** Maximum number of runs of a backtest. */
const MAX_RUNS = 1_000_000;

export const startBacktestBody = z
  .strictObject({
    against: ruleSetVersion
      .optional()
      .meta({ description: 'The version to compare with. Default: the one that decides today' }),
    from: time.optional().meta({ description: 'Only runs that were requested at this time or later' }),
    to: time.optional().meta({ description: 'Only runs that were requested before. Default: now' }),
    limit: z.int().min(1).max(MAX_RUNS).default(100_000).meta({ description: 'The newest runs count' }),
    runs: z.array(runId).min(1).max(MAX_NAMED_RUNS).optional().meta({
      description:
        'Only these runs, whenever they were requested. `result.each` then has all of them, and the backtest does not count for bounds',
    }),
  })
  .refine(({ runs, from, to }) => runs === undefined || (from === undefined && to === undefined), {
    path: ['runs'],
    message: 'expected no `from` and no `to` beside it',
  })
  .meta({ id: 'StartBacktest' });

const side = z.object({
  decision: z.string(),
  reasons: z.array(z.object({ code: z.string(), detail: z.string() })),
  hits: z
    .array(z.object({ row: z.string().meta({ examples: ['account.resets'] }), says: z.string() }))
    .meta({ description: 'Rows of the rule set that matched' }),
  adjudication: z
    .object({
      outcome: outcomeSchema.nullable(),
      amount: amountSchema.nullable(),
      adjustments: z.array(adjustmentSchema).meta({ description: 'At most 50' }),
    })
    .optional()
    .meta({ description: "How the terms of a product decided the claim's bill" }),
});

const amount = z.string().meta({ examples: ['48500.00'] });

/** The differences between decisions under two versions: in a backtest or in a shadow. */
export const trialResultSchema = z
  .object({
    runs: z.int().meta({ description: 'Runs that both versions have decided' }),
    matrix: z.record(z.string(), z.int()).meta({
      description:
        'Runs by both decisions, such as `approve > escalate`; under the terms of a product by both outcomes, such as `approve > approve_part`',
    }),
    as_recorded: z
      .int()
      .meta({ description: 'Runs that the version to compare with decides as they were decided' }),
    other_reasons: z.int().meta({ description: 'Runs with the same decision for other reasons' }),
    other_amounts: z.int().meta({ description: 'Runs with the same outcome and another approved amount' }),
    approved: z.object({ before: amount, after: amount }).nullable().meta({
      description: 'Sums of what both versions approve by themselves; null in a vertical without amounts',
    }),
    codes: z.record(z.string(), z.object({ before: z.int(), after: z.int() })),
    skipped: z.object({ erased: z.int(), incomplete: z.int(), failed: z.int() }).meta({
      description:
        '`incomplete`: the rows of the run are no longer in the database; `failed`: the shadow could not decide it',
    }),
    differences: z
      .array(z.object({ run_id: runId, amount: amount.nullable(), before: side, after: side }))
      .meta({
        description:
          'At most 20, masked, the largest `amount` first: by how much the approved amounts differ',
      }),
    each: z
      .array(z.object({ run_id: runId, before: side, after: side }))
      .optional()
      .meta({
        description:
          'Only in a backtest with `runs`: what both versions decide of each run, masked, also if nothing differs. Skipped runs are missing',
      }),
  })
  .meta({ description: 'What is known so far' });

export const backtestSchema = z
  .object({
    id: backtestId.meta({ description: 'Also the id of its workflow' }),
    state: z.enum(['running', 'succeeded', 'failed']),
    rule_set: pinnedRuleSetSchema,
    against: pinnedRuleSetSchema,
    vertical: verticalId,
    from: timestamp.nullable(),
    to: timestamp,
    total: z.int().meta({ description: 'Number of runs to decide again' }),
    done: z.int(),
    result: trialResultSchema,
    asked_by: actorSchema,
    created_at: timestamp,
    finished_at: timestamp.nullable(),
  })
  .meta({ id: 'Backtest' });
