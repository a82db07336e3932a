import type { AgentPolicy } from '../../src/contract/agent-policy.ts';
import { agentPolicySchema } from '../../src/contract/agent-policy.ts';
import type { Db } from '../../src/store/db/client.ts';
import type { TestApi } from './api.ts';
import { activateDocument } from './versions.ts';

/** Small refunds are free, larger ones need a person, and nothing may leave after the account was closed. */
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

/** Takes a team's agent policy through all moves up to an active version, as two people do. */
export const activatePolicy = async (db: Db, teamId: string, set: AgentPolicy): Promise<void> =>
  activateDocument(db, teamId, 'policy', set);
