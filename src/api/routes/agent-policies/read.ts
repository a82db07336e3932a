import {
  getAgentPolicy,
  getAgentPolicyHistory,
  getAgentPolicyVersion,
  listAgentPolicies,
} from '../../../contract/operations/agent-policies.ts';
import { dayInIndia } from '../../../governance/dates.ts';
import { movesOf } from '../../../runs/rule-sets/history.ts';
import type { Db } from '../../../store/db/client.ts';
import { policyInForce } from '../../../store/rule-sets/agent-policies.ts';
import { findRuleSet, ownRuleSets } from '../../../store/rule-sets/rule-sets.ts';
import { findVersion, versionsOf } from '../../../store/rule-sets/versions.ts';
import { ProblemError } from '../../http/problem.ts';
import { route } from '../../services/route.ts';
import { showMove } from '../rule-sets/show-move.ts';
import { showOwn, showStored } from '../rule-sets/show.ts';

const summaryOf = async (db: Db, teamId: string, name: string) => {
  const ledgerRef = await findRuleSet(db, { teamId, name, kind: 'policy' });
  if (ledgerRef === undefined) throw new ProblemError('not-found');
  const inForce = await policyInForce(db, { teamId, name, day: dayInIndia(new Date()) });
  const versions = await versionsOf(db, ledgerRef);
  const titled = versions.find(({ version }) => version === inForce?.version) ?? versions[0];
  return {
    summary: { id: name, title: titled?.title ?? '', ledger_ref: ledgerRef, in_force: inForce ?? null },
    versions,
  };
};

export const listAgentPoliciesRoute = route(listAgentPolicies, async ({ caller: { teamId } }, { db }) => {
  const names = await ownRuleSets(db, teamId, 'policy');
  const all = await Promise.all(names.map(async (name) => summaryOf(db, teamId, name)));
  return { status: 200, body: { policies: all.map(({ summary }) => summary) } };
});

export const getAgentPolicyRoute = route(
  getAgentPolicy,
  async ({ params: { id }, caller: { teamId } }, { db }) => {
    const { summary, versions } = await summaryOf(db, teamId, id);
    return { status: 200, body: { ...summary, versions: versions.map((row) => showStored(row)) } };
  },
);

export const getAgentPolicyVersionRoute = route(
  getAgentPolicyVersion,
  async ({ params: { id: name, version }, caller: { teamId } }, { db }) => {
    const stored = await findVersion(db, { teamId, name, kind: 'policy' }, version);
    if (stored === undefined) throw new ProblemError('not-found');
    return { status: 200, body: showOwn(name, stored) };
  },
);

export const getAgentPolicyHistoryRoute = route(
  getAgentPolicyHistory,
  async ({ params: { id }, caller: { teamId } }, { db, pool }) => {
    const { summary } = await summaryOf(db, teamId, id);
    const moves = await movesOf(pool, teamId, summary.ledger_ref);
    return { status: 200, body: { moves: moves.map(showMove) } };
  },
);
