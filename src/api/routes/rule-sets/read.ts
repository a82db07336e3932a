import {
  diffRuleSetVersions,
  getRuleSet,
  getRuleSetHistory,
  getRuleSetVersion,
  listRuleSets,
} from '../../../contract/operations/rule-sets.ts';
import { dayInIndia } from '../../../governance/dates.ts';
import { BUILT_IN } from '../../../governance/rule-sets/built-in/index.ts';
import { diffRuleSets } from '../../../governance/rule-sets/diff.ts';
import { verticalDecidedBy } from '../../../governance/verticals/rule-sets.ts';
import { movesOf } from '../../../runs/rule-sets/history.ts';
import type { Db } from '../../../store/db/client.ts';
import { ruleSetThatApplies } from '../../../store/rule-sets/applies.ts';
import { versionsOf } from '../../../store/rule-sets/versions.ts';
import { findRuleSet, ownRuleSets } from '../../../store/rule-sets/rule-sets.ts';
import { ProblemError } from '../../http/problem.ts';
import { versionsOfService, knownVersion } from '../../rule-sets/known-versions.ts';
import { route } from '../../services/route.ts';
import { showMove } from './show-move.ts';
import { showStored, showSummary, showVersion } from './show.ts';

const inForce = async (db: Db, teamId: string, id: string) => {
  const today = dayInIndia(new Date());
  const days = { run_day: today, admission: today, policy_start: today };
  return ruleSetThatApplies(db, { teamId, id, days });
};

export const listRuleSetsRoute = route(listRuleSets, async ({ caller }, { db }) => {
  const { teamId } = caller;
  const ids = new Set([...BUILT_IN.map(({ id }) => id), ...(await ownRuleSets(db, teamId))]);
  const shown = [];
  for (const id of [...ids].toSorted()) shown.push(await summaryOf(db, teamId, id));
  return { status: 200, body: { rule_sets: shown } };
});

const summaryOf = async (db: Db, teamId: string, id: string) => {
  const applied = await inForce(db, teamId, id);
  const own = applied === undefined ? await findRuleSet(db, { teamId, name: id }) : undefined;
  const title =
    applied?.compiled.set.title ?? (own === undefined ? '' : ((await versionsOf(db, own))[0]?.title ?? ''));
  return { id, title, decides: verticalDecidedBy(id) ?? null, in_force: applied?.pin ?? null };
};

export const getRuleSetRoute = route(getRuleSet, async ({ params: { id }, caller }, { db }) => {
  const { teamId } = caller;
  const ofService = versionsOfService(id);
  const own = await findRuleSet(db, { teamId, name: id });
  if (ofService.length === 0 && own === undefined) throw new ProblemError('not-found');
  const versions = own === undefined ? [] : (await versionsOf(db, own)).map((row) => showStored(row));
  return {
    status: 200,
    body: {
      ...(await summaryOf(db, teamId, id)),
      ledger_ref: own ?? null,
      versions: [...versions, ...ofService.map((each) => showSummary(each))],
    },
  };
});

export const getRuleSetVersionRoute = route(getRuleSetVersion, async ({ params, caller }, { db }) => {
  const { id, version } = params;
  const known = await knownVersion(db, { teamId: caller.teamId, name: id }, version);
  if (known === undefined) throw new ProblemError('not-found');
  return { status: 200, body: showVersion(known) };
});

export const diffRuleSetVersionsRoute = route(
  diffRuleSetVersions,
  async ({ params: { id }, query, caller }, { db }) => {
    const of = { teamId: caller.teamId, name: id };
    const [from, to] = await Promise.all([knownVersion(db, of, query.from), knownVersion(db, of, query.to)]);
    if (from === undefined || to === undefined) throw new ProblemError('not-found');
    const [before, after] = [from, to].map(({ pin: { version, owner, sha256 } }) => ({
      version,
      owner,
      sha256,
    }));
    return { status: 200, body: { from: before, to: after, changes: diffRuleSets(from.set, to.set) } };
  },
);

export const getRuleSetHistoryRoute = route(
  getRuleSetHistory,
  async ({ params: { id }, caller }, { db, pool }) => {
    const { teamId } = caller;
    const own = await findRuleSet(db, { teamId, name: id });
    if (own === undefined && versionsOfService(id).length === 0) throw new ProblemError('not-found');
    const moves = own === undefined ? [] : await movesOf(pool, teamId, own);
    return {
      status: 200,
      body: {
        moves: moves.map(showMove),
      },
    };
  },
);
