import {
  getTeamVertical,
  getTeamVerticalHistory,
  getTeamVerticalVersion,
  listTeamVerticals,
} from '../../../contract/operations/team-verticals.ts';
import type { TeamVerticalSummary } from '../../../contract/team-vertical-version.ts';
import { dayInIndia } from '../../../governance/dates.ts';
import { stepsOf } from '../../../governance/team-verticals/catalogue.ts';
import { movesOf } from '../../../runs/rule-sets/history.ts';
import type { Db } from '../../../store/db/client.ts';
import { findRuleSet, ownRuleSets } from '../../../store/rule-sets/rule-sets.ts';
import { findVersion, versionsOf } from '../../../store/rule-sets/versions.ts';
import { verticalThatApplies } from '../../../store/rule-sets/verticals.ts';
import { ProblemError } from '../../http/problem.ts';
import { route } from '../../services/route.ts';
import { showMove } from '../rule-sets/show-move.ts';
import { showOwn, showStored } from '../rule-sets/show.ts';

const summaryOf = async (
  db: Db,
  { teamId, name, ledgerRef }: { readonly teamId: string; readonly name: string; readonly ledgerRef: string },
): Promise<TeamVerticalSummary> => {
  const applied = await verticalThatApplies(db, { teamId, id: name, day: dayInIndia(new Date()) });
  const title = applied?.document.title ?? (await versionsOf(db, ledgerRef))[0]?.title ?? '';
  return {
    id: name,
    title,
    ledger_ref: ledgerRef,
    in_force: applied?.pin ?? null,
    steps: applied === undefined ? [] : [...stepsOf(applied.document)],
  };
};

export const listTeamVerticalsRoute = route(listTeamVerticals, async ({ caller: { teamId } }, { db }) => {
  const verticals: TeamVerticalSummary[] = [];
  for (const name of await ownRuleSets(db, teamId, 'vertical')) {
    const ledgerRef = (await findRuleSet(db, { teamId, name, kind: 'vertical' }))!;
    verticals.push(await summaryOf(db, { teamId, name, ledgerRef }));
  }
  return { status: 200, body: { verticals } };
});

const refOf = async (db: Db, teamId: string, name: string): Promise<string> => {
  const ledgerRef = await findRuleSet(db, { teamId, name, kind: 'vertical' });
  if (ledgerRef === undefined) throw new ProblemError('not-found');
  return ledgerRef;
};

export const getTeamVerticalRoute = route(
  getTeamVertical,
  async ({ params: { id: name }, caller: { teamId } }, { db }) => {
    const ledgerRef = await refOf(db, teamId, name);
    const versions = (await versionsOf(db, ledgerRef)).map((row) => showStored(row));
    return { status: 200, body: { ...(await summaryOf(db, { teamId, name, ledgerRef })), versions } };
  },
);

export const getTeamVerticalVersionRoute = route(
  getTeamVerticalVersion,
  async ({ params: { id: name, version }, caller: { teamId } }, { db }) => {
    const stored = await findVersion(db, { teamId, name, kind: 'vertical' }, version);
    if (stored === undefined) throw new ProblemError('not-found');
    return { status: 200, body: showOwn(name, stored) };
  },
);

export const getTeamVerticalHistoryRoute = route(
  getTeamVerticalHistory,
  async ({ params: { id: name }, caller: { teamId } }, { db, pool }) => {
    const moves = await movesOf(pool, teamId, await refOf(db, teamId, name));
    return { status: 200, body: { moves: moves.map(showMove) } };
  },
);
