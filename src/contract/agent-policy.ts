/** A policy for agents that run elsewhere: Cedar rules with their tests, in versions that are never edited. */
import { z } from 'zod';
import { actDecision, actInput, actName, agentName, resourceName } from './agent-act.ts';
import { ledgerRef } from './common.ts';
import { ruleSetId } from './rule-set.ts';
import {
  faultSchema,
  pinnedRuleSetSchema,
  ruleSetVersion,
  versionSummarySchema,
} from './rule-set-version.ts';

const actNames = z.array(actName).max(100).default([]);

/** An earlier event in a session. */
export const sessionFactsSchema = z
  .strictObject({
    allowed: actNames.meta({ description: 'Acts that were allowed' }),
    denied: actNames.meta({ description: 'Acts that were denied' }),
    reported: actNames.meta({ description: 'Acts that an agent reported' }),
    approved: actNames.meta({ description: 'Acts that a person approved' }),
  })
  .meta({ id: 'SessionFacts' });

export type SessionFacts = z.output<typeof sessionFactsSchema>;

const test = z.strictObject({
  name: z.string().min(1).max(120),
  agent: agentName,
  action: actName,
  resource: resourceName,
  input: actInput.default({}),
  session: sessionFactsSchema.prefault({}),
  expect: actDecision,
});

export const agentPolicySchema = z
  .strictObject({
    id: ruleSetId,
    version: ruleSetVersion,
    title: z.string().min(1).max(200),
    effective_from: z.iso.date(),
    cedar: z
      .string()
      .min(1)
      .max(65_536)
      .meta({
        description: 'Rules in the Cedar language. What no rule permits is denied, and `forbid` wins',
        examples: ['@id("small")\npermit(principal, action == Action::"issue_refund", resource);'],
      }),
    tests: z
      .array(test)
      .min(1)
      .max(200)
      .meta({ description: 'The draft can be proposed once all of them pass' }),
  })
  .meta({ id: 'AgentPolicy' });

export type AgentPolicy = z.output<typeof agentPolicySchema>;

export const agentPolicyVersionSchema = versionSummarySchema
  .extend({
    document: agentPolicySchema,
    faults: z
      .array(faultSchema)
      .optional()
      .meta({ description: 'What the check finds in a draft that was just written' }),
  })
  .meta({ id: 'AgentPolicyVersion' });

const summary = z.object({
  id: ruleSetId,
  title: z.string(),
  ledger_ref: ledgerRef.meta({ description: 'Reference of the rows about its versions' }),
  in_force: pinnedRuleSetSchema
    .nullable()
    .meta({ description: 'The version that decides today; null if none does' }),
});

export const agentPolicyListSchema = z.object({ policies: z.array(summary) }).meta({ id: 'AgentPolicyList' });

export const agentPolicyWithVersionsSchema = summary
  .extend({ versions: z.array(versionSummarySchema).meta({ description: 'Newest first' }) })
  .meta({ id: 'AgentPolicyWithVersions' });

export const checkAgentPolicyBody = z
  .strictObject({ document: z.record(z.string(), z.unknown()) })
  .meta({ id: 'CheckAgentPolicy' });

export const dryRunBody = z
  .strictObject({
    limit: z.int().min(1).max(1_000).default(200).meta({ description: 'How many of the latest decisions' }),
  })
  .meta({ id: 'DryRunAgentPolicy' });

const counts = z.object({ allow: z.int(), deny: z.int(), ask: z.int() });

export const dryRunSchema = z
  .object({
    decisions: z.int().meta({ description: 'Past decisions that were decided again' }),
    skipped: z.int().meta({
      description:
        'Those whose input was too large to be kept in the ledger, or whose session had too many acts',
    }),
    before: counts,
    after: counts,
    differences: z
      .array(
        z.object({
          row_id: z.string(),
          ledger_ref: ledgerRef,
          agent: z.string(),
          action: z.string(),
          resource: z.string(),
          before: actDecision,
          after: actDecision,
        }),
      )
      .meta({ description: 'Newest first, at most 100' }),
  })
  .meta({ id: 'AgentPolicyDryRun' });
