import { z } from 'zod';
import { actorSchema } from './actor.ts';
import { ledgerRef, timestamp, verticalId } from './common.ts';
import { ruleSetId, ruleSetSchema } from './rule-set.ts';

/** States of a version, in their order. */
export const ruleSetStates = ['draft', 'proposed', 'approved', 'active', 'retired'] as const;

export type RuleSetState = (typeof ruleSetStates)[number];

export const sha256 = z
  .string()
  .regex(/^[0-9a-f]{64}$/)
  .meta({ description: 'SHA-256 of the canonical JSON (RFC 8785), in hex' });

export const ruleSetVersion = z
  .int()
  .min(1)
  .max(1_000_000)
  .meta({ examples: [3] });

/** A version in a path or a query. */
export const ruleSetVersionInPath = z
  .string()
  .regex(/^[1-9]\d{0,5}$/, 'expected a whole number from 1 to 999999')
  .transform(Number)
  .meta({ override: { type: 'integer', minimum: 1, maximum: 999_999 }, examples: [3] });

/** A version of a rule set, as a run pins it. */
export const pinnedRuleSetSchema = z
  .object({
    id: ruleSetId,
    version: ruleSetVersion,
    sha256,
    owner: z
      .enum(['service', 'team'])
      .meta({ description: '`service`: it comes with the service; `team`: your team activated it' }),
  })
  .meta({ id: 'PinnedRuleSet' });

export type PinnedRuleSet = z.output<typeof pinnedRuleSetSchema>;

const moved = z.object({ by: actorSchema, at: timestamp }).nullable();

export const owner = pinnedRuleSetSchema.shape.owner;

/** A version without its document. */
export const versionSummarySchema = z
  .object({
    version: ruleSetVersion,
    owner,
    state: z.enum(ruleSetStates).meta({
      id: 'RuleSetState',
      description:
        'The content of a version never changes after `draft`. Only an `active` version decides. What comes with the service is active.',
    }),
    title: z.string(),
    sha256,
    basis: ruleSetSchema.shape.basis,
    effective_from: z.iso.date(),
    active_from: z.iso.date().nullable().meta({ description: 'First day on which it decides' }),
    drafted: moved.meta({ description: 'By whom the draft was written last; null for `service`' }),
    proposed: moved,
    approved: moved,
    activated: moved,
    retired: moved,
  })
  .meta({ id: 'RuleSetVersionSummary' });

export type RuleSetVersionSummary = z.output<typeof versionSummarySchema>;

export const faultSchema = z
  .object({ at: z.string().meta({ examples: ['tables.waits.initial'] }), fault: z.string() })
  .meta({ id: 'RuleSetFault' });

export const ruleSetVersionSchema = versionSummarySchema
  .extend({
    document: ruleSetSchema,
    faults: z
      .array(faultSchema)
      .optional()
      .meta({ description: 'What the check finds in a draft that was just written' }),
  })
  .meta({ id: 'RuleSetVersion' });

const inForce = pinnedRuleSetSchema.nullable().meta({
  description: 'The version that applies to a case whose `basis` is today in India; null if none does',
});

const decides = verticalId.nullable().meta({ description: 'The vertical whose runs it decides' });

export const ruleSetSummarySchema = z
  .object({ id: ruleSetId, title: z.string(), decides, in_force: inForce })
  .meta({ id: 'RuleSetSummary' });

export const ruleSetListSchema = z
  .object({ rule_sets: z.array(ruleSetSummarySchema) })
  .meta({ id: 'RuleSetList' });

export const ruleSetWithVersionsSchema = ruleSetSummarySchema
  .extend({
    ledger_ref: ledgerRef
      .nullable()
      .meta({ description: "Reference of the rows about your team's versions; null if it has none" }),
    versions: z.array(versionSummarySchema).meta({ description: 'Newest first' }),
  })
  .meta({ id: 'RuleSetWithVersions' });
