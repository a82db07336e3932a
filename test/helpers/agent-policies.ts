import type { AgentPolicy } from '../../src/contract/agent-policy.ts';
import { agentPolicySchema } from '../../src/contract/agent-policy.ts';
import { dayInIndia, formatDay } from '../../src/governance/dates.ts';
import { canonicalRuleSet, ruleSetHash } from '../../src/governance/rule-sets/canonical.ts';
import type { Db } from '../../src/store/db/client.ts';
import { createRuleSet } from '../../src/store/rule-sets/rule-sets.ts';
import { markActive, markApproved, markProposed } from '../../src/store/rule-sets/version-moves.ts';
import { findVersion, storeDraft } from '../../src/store/rule-sets/versions.ts';
import type { TestApi } from './api.ts';

/** Small refunds are free, larger ones take a person, and nothing leaves after the account was closed. */
export const REFUNDS: AgentPolicy = agentPolicySchema.parse({
  id: 'refunds',
  version: 1,
  title: 'Refunds',
  effective_from: '2026-01-01',
  cedar: `
    @id("read") permit(principal, action == Action::"read_account", resource);
    @id("small") permit(principal == Agent::"refund-bot", action == Action::"issue_refund", resource)
      when { context.session.allowed.contains("read_account") && context.input.rupees <= 1000 };
    @id("large") permit(principal == Agent::"refund-bot", action == Action::"issue_refund", resource)
      when { context.input.rupees > 1000 && context.approved };
    @id("once") permit(principal, action == Action::"pay_once", resource)
      when { context.session.allowed.contains("read_account") };
    @id("twice") forbid(principal, action == Action::"pay_once", resource)
      when { context.session.allowed.contains("pay_once") };
    @id("closed") forbid(principal, action == Action::"issue_refund", resource)
      when { context.session.reported.contains("close_account") };`,
  tests: [
    {
      name: 'a small refund after the account was read',
      agent: 'refund-bot',
      action: 'issue_refund',
      resource: 'payments',
      input: { rupees: 500 },
      session: { allowed: ['read_account'] },
      expect: 'allow',
    },
    {
      name: 'a large refund',
      agent: 'refund-bot',
      action: 'issue_refund',
      resource: 'payments',
      input: { rupees: 5000 },
      expect: 'ask',
    },
  ],
});

/** Writes the draft of a team's policy. */
export const createOwnPolicy = async (api: TestApi, { key }: { readonly key: string }): Promise<void> => {
  await api.send('PUT', `/v1/agent-policies/${REFUNDS.id}/versions/1`, { key, body: REFUNDS });
};

const author = { actor: { kind: 'person', id: 'person_1', name: 'A. S.' }, subject: 'person_1' } as const;
const approver = { actor: { kind: 'person', id: 'person_2', name: 'B. S.' }, subject: 'person_2' } as const;

/** Takes a team's agent policy through all moves up to an active version, as two people do. */
export const activatePolicy = async (db: Db, teamId: string, set: AgentPolicy): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const of = { teamId, name: set.id, kind: 'policy' } as const;
    const ruleSetId = await createRuleSet(tx, of);
    const draft = { set, document: canonicalRuleSet(set), sha256: ruleSetHash(set) };
    await storeDraft(tx, { teamId, ruleSetId }, draft, author);
    const stored = (await findVersion(tx, of, set.version))!;
    await markProposed(tx, stored, author);
    await markApproved(tx, stored, approver);
    await markActive(tx, stored, formatDay(dayInIndia(new Date())), approver);
  });
