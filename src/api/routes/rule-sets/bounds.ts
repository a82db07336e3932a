import type { z } from 'zod';
import { getRuleSetBounds, setRuleSetBounds } from '../../../contract/operations/rule-set-bounds.ts';
import type { ruleSetBoundsSchema } from '../../../contract/rule-set-bounds.ts';
import { setBounds } from '../../../runs/rule-sets/bounds.ts';
import { boundsFrom, findBounds, type StoredBounds } from '../../../store/rule-sets/bounds.ts';
import { findRuleSet } from '../../../store/rule-sets/rule-sets.ts';
import { ProblemError } from '../../http/problem.ts';
import { versionsOfService } from '../../rule-sets/known-versions.ts';
import { route } from '../../services/route.ts';
import { moverOf } from './perform-move.ts';

export const getRuleSetBoundsRoute = route(getRuleSetBounds, async ({ params, caller }, { db }) => {
  const own = await findRuleSet(db, { teamId: caller.teamId, name: params.id });
  if (own === undefined && versionsOfService(params.id).length === 0) throw new ProblemError('not-found');
  return { status: 200, body: show(own === undefined ? undefined : await findBounds(db, own)) };
});

export const setRuleSetBoundsRoute = route(setRuleSetBounds, async (call, { db, ledger }) => {
  const of = { teamId: call.caller.teamId, name: call.params.id };
  if (versionsOfService(of.name).length === 0 && (await findRuleSet(db, of)) === undefined)
    throw new ProblemError('not-found');
  const { min_runs: minRuns, max_changed_percent: changed, max_amount_percent: amount } = call.body;
  const bounds = { minRuns, maxChanged: shareOf(changed), maxAmount: shareOf(amount) };
  const stored = await db
    .transaction()
    .execute(async (tx) => setBounds(tx, ledger, of, await moverOf(tx, call), bounds));
  return { status: 200, body: show(stored) };
});

/** Converts a percentage to hundredths of a percent. */
const shareOf = (percent: number | null): number | null =>
  percent === null ? null : Math.round(percent * 100);

const show = (stored: StoredBounds | undefined): z.input<typeof ruleSetBoundsSchema> => {
  const { minRuns, maxChanged, maxAmount } = boundsFrom(stored);
  return {
    min_runs: minRuns,
    max_changed_percent: maxChanged === null ? null : maxChanged / 100,
    max_amount_percent: maxAmount === null ? null : maxAmount / 100,
    set: stored === undefined ? null : { by: stored.set_by, at: stored.set_at.toISOString() },
  };
};
