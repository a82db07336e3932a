import { z } from 'zod';
import { ruleSetId } from './rule-set.ts';

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
