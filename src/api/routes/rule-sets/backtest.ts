import { getBacktest, startBacktest } from '../../../contract/operations/backtests.ts';
import { dayInIndia } from '../../../governance/dates.ts';
import { canonicalRuleSet } from '../../../governance/rule-sets/canonical.ts';
import { actorOf } from '../../../ledger/index.ts';
import { ruleSetRow } from '../../../runs/rule-sets/rows.ts';
import { ruleSetThatApplies } from '../../../store/rule-sets/applies.ts';
import { createBacktest, findBacktest, MAX_BACKTESTS } from '../../../store/rule-sets/backtests.ts';
import { markBacktestStarted } from '../../../store/rule-sets/backtest-progress.ts';
import { findRuleSet } from '../../../store/rule-sets/rule-sets.ts';
import { ProblemError } from '../../http/problem.ts';
import { triedOn } from '../../rule-sets/tried-on.ts';
import { knownVersion } from '../../rule-sets/known-versions.ts';
import { replayedHeader } from '../../runs/answer-once.ts';
import { accepted } from '../../runs/idempotent.ts';
import { route } from '../../services/route.ts';
import type { Services } from '../../services/services.ts';
import { versionIn } from './perform-move.ts';
import { show, type Shown } from '../../rule-sets/shown-backtest.ts';

export const startBacktestRoute = route(startBacktest, async (call, services) => {
  const { db, ledger } = services;
  const { caller, body, requestId } = call;
  const of = versionIn(call);
  const known = await knownVersion(db, of, of.version);
  if (known?.stored === undefined) throw new ProblemError('not-found');
  const vertical = triedOn(known.set);
  if (known.stored.state === 'draft') {
    const { faults } = await services.ruleSetChecker.check(known.set);
    if (faults.length > 0)
      throw new ProblemError('rule-set-state', {
        detail: 'The draft has faults. Write it again without them.',
      });
  }
  const other = await comparedWith(services, of, body.against);
  if ((other.set.terms === undefined) !== (known.set.terms === undefined))
    throw new ProblemError('rule-set-state', { detail: 'Only one of the two versions has terms.' });
  const { answer, replayed } = await accepted(startBacktest, call, services, async (tx) => {
    const ruleSetId = (await findRuleSet(tx, of))!;
    const backtest = await createBacktest(tx, {
      teamId: of.teamId,
      ruleSetId,
      vertical,
      pin: known.pin,
      document: canonicalRuleSet(known.set),
      against: other.pin,
      againstDocument: canonicalRuleSet(other.set),
      from: body.from ?? null,
      to: body.to ?? null,
      limit: body.limit,
      runs: body.runs,
      askedBy: caller.actor,
    });
    if (backtest === undefined)
      throw new ProblemError('rule-set-state', {
        detail: `${MAX_BACKTESTS} backtests of your team are running. Wait for one to finish.`,
        // The problem has other causes, too, but only this one passes by itself.
        headers: { 'Retry-After': '2' },
      });
    await ledger.appendIn(
      tx,
      ruleSetRow({
        ...of,
        ruleSetId,
        sha256: known.pin.sha256,
        action: 'rules.backtest_started',
        key: backtest.id,
        summary: `A backtest of ${of.name}@${of.version} was started.`,
        detail: {
          backtest: backtest.id,
          against: { ...other.pin },
          total: backtest.total,
          ...(body.runs !== undefined && { runs: body.runs }),
        },
        actor: actorOf(caller, requestId),
      }),
    );
    return { status: 202, body: show(backtest) };
  });
  const { id } = answer.body as Shown;
  void begin(services, { id, teamId: of.teamId });
  return {
    ...answer,
    headers: {
      Location: `/v1/rule-sets/${of.name}/backtests/${id}`,
      ...replayedHeader(replayed),
    },
  };
});

/** Starts the workflow now. If that fails, the reconciler starts it later. */
const begin = async (
  { db, workflows, log }: Pick<Services, 'db' | 'workflows' | 'log'>,
  backtest: { readonly id: string; readonly teamId: string },
): Promise<void> => {
  try {
    await workflows.startBacktest(backtest);
    await markBacktestStarted(db, backtest.id);
  } catch (error) {
    log.info({ error }, 'a backtest will be started later');
  }
};

const comparedWith = async (
  { db }: Pick<Services, 'db'>,
  of: { readonly teamId: string; readonly name: string },
  version: number | undefined,
) => {
  if (version !== undefined) {
    const known = await knownVersion(db, of, version);
    if (known === undefined || known.stored?.state === 'draft')
      throw new ProblemError('invalid-request', {
        errors: [{ in: 'body', pointer: '/against', message: 'expected a version that is not a draft' }],
      });
    return { pin: known.pin, set: known.set };
  }
  const run_day = dayInIndia(new Date());
  const days = { run_day, admission: run_day, policy_start: run_day };
  const applied = await ruleSetThatApplies(db, { teamId: of.teamId, id: of.name, days });
  if (applied === undefined)
    throw new ProblemError('rule-set-state', {
      detail: 'No version is in force today. Name one to compare with in `against`.',
    });
  return { pin: applied.pin, set: applied.compiled.set };
};

export const getBacktestRoute = route(getBacktest, async ({ params, caller }, { db }) => {
  const { teamId } = caller;
  const backtest = await findBacktest(db, { teamId, id: params.backtest_id });
  if (backtest?.pin.id !== params.id) throw new ProblemError('not-found');
  return { status: 200, body: show(backtest) };
});
