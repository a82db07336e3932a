/** Operations on the versions of a rule set: checks, activation, roll-back, comparison and history. */
import { z } from 'zod';
import { actorSchema } from './actor.ts';
import { timestamp } from './common.ts';
import { owner, sha256, faultSchema, ruleSetVersion, ruleSetVersionInPath } from './rule-set-version.ts';

export const checkRuleSetBody = z
  .strictObject({ document: z.record(z.string(), z.unknown()) })
  .meta({ id: 'CheckRuleSet' });

export const checkedRuleSetSchema = z
  .object({
    ok: z.boolean(),
    sha256: sha256.nullable().meta({ description: 'null if there are faults' }),
    tests: z.int().nullable().meta({ description: 'Number of its tests, all of which pass' }),
    faults: z.array(faultSchema),
  })
  .meta({ id: 'CheckedRuleSet' });

export const activateRuleSetBody = z
  .strictObject({
    from: z.iso.date().optional().meta({
      description:
        'First day on which it decides. Default: today in India, or `effective_from` if that is later or the `basis` is not the day of the run',
    }),
  })
  .meta({ id: 'ActivateRuleSet' });

export const rollBackRuleSetBody = z
  .strictObject({ reason: z.string().min(1).max(500) })
  .meta({ id: 'RollBackRuleSet' });

const comparedVersion = z.object({ version: ruleSetVersion, owner, sha256 });

export const ruleSetDiffQuery = z.strictObject({
  from: ruleSetVersionInPath,
  to: ruleSetVersionInPath,
});

export const ruleSetDiffSchema = z
  .object({
    from: comparedVersion,
    to: comparedVersion,
    changes: z
      .array(
        z.object({
          at: z.string().meta({ examples: ['params/most_resets'] }),
          before: z.unknown().meta({ description: 'Absent if the older version does not have the part' }),
          after: z.unknown().meta({ description: 'Absent if the newer version does not have the part' }),
        }),
      )
      .meta({ description: 'At most 1,000' }),
  })
  .meta({ id: 'RuleSetDiff' });

export const ruleSetHistorySchema = z
  .object({
    moves: z
      .array(
        z.object({
          at: timestamp,
          action: z.string().meta({ examples: ['rules.approved'] }),
          version: ruleSetVersion
            .nullable()
            .meta({ description: 'null for the bounds, which belong to no version' }),
          actor: actorSchema.nullable(),
          summary: z.string(),
          detail: z.record(z.string(), z.unknown()),
          row_id: z.string().meta({ description: 'Id of the ledger row' }),
        }),
      )
      .meta({ description: 'Newest first, at most 500' }),
  })
  .meta({ id: 'RuleSetHistory' });
