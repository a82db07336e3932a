import { setTimeout as sleep } from 'node:timers/promises';
import { type Backtest, type Client, ProblemError } from '../../../clients/typescript/src/index.ts';
import { ProvisionError } from '../../provision/problem.ts';
import type { CaseResult } from './run-case.ts';
import type { CaseRun } from './run-cases.ts';
import { nameOf, type TriableVersion } from './rules-version.ts';

/** Maximum number of runs that a backtest can name. */
const AT_ONCE = 20;

/**
 * How long to wait for other backtests of the team. The service ends one that makes no progress for an hour.
 */
const PATIENCE_MS = 2 * 3_600_000;

type Decided = NonNullable<Backtest['result']['each']>[number]['after'];

/**
 * Returns the runs as another version of the rules decides them. The service decides the runs again from
 * their stored data (backtests), so a draft can be tried, and no run is repeated. Runs without a decision
 * stay as they are. A run that the version cannot decide does not pass.
 */
export const underRules = async (
  client: Client,
  runs: readonly CaseRun[],
  rules: TriableVersion,
): Promise<readonly CaseRun[]> => {
  const ids = runs.flatMap(({ result: { error, run_id: id } }) =>
    error === null && id !== null ? [id] : [],
  );
  const found = new Map<string, Decided>();
  for (let at = 0; at < ids.length; at += AT_ONCE) {
    const { result } = await backtestOf(client, rules, ids.slice(at, at + AT_ONCE));
    for (const { run_id: id, after } of result.each ?? []) found.set(id, after);
  }
  return runs.map(({ of, result }) => ({
    of,
    result: {
      ...result,
      ...(result.error === null && decidedAs(found.get(result.run_id ?? ''), nameOf(rules))),
      rules: nameOf(rules),
    },
  }));
};

const decidedAs = (after: Decided | undefined, rules: string): Partial<CaseResult> => {
  if (after === undefined) {
    const error = `was not decided again by ${rules}: it does not decide this run, or the case was erased`;
    return { decision: null, reasons: [], approved: null, error };
  }
  const { decision, reasons, adjudication } = after;
  return {
    decision,
    reasons: reasons.map(({ code }) => code),
    // A vertical's rules leave the amount to the product's terms.
    ...(adjudication !== undefined && { approved: adjudication.amount?.approved ?? null }),
  };
};

/** Lets the service decide runs again, and waits for the result. */
const backtestOf = async (client: Client, rules: TriableVersion, runs: string[]): Promise<Backtest> => {
  const { id } = rules;
  let backtest = await startBacktest(client, rules, runs);
  while (backtest.state === 'running') {
    await sleep(200);
    backtest = await client.call('getBacktest', { params: { id, backtest_id: backtest.id } });
  }
  if (backtest.state === 'failed')
    throw new ProvisionError(
      `The service could not decide the runs again under ${nameOf(rules)} (${backtest.id}).`,
      'Look at the log of its worker, and try again.',
    );
  return backtest;
};

/** Starts a backtest as soon as the service accepts another one. */
const startBacktest = async (
  client: Client,
  { id, version, against }: TriableVersion,
  runs: string[],
): Promise<Backtest> => {
  const until = Date.now() + PATIENCE_MS;
  for (;;) {
    try {
      const body = { runs, ...(against !== undefined && { against }) };
      return await client.call('startBacktest', { params: { id, version }, body });
    } catch (error) {
      // The service states a time only if waiting helps.
      if (!(error instanceof ProblemError) || error.retryAfterMs === null || Date.now() > until) throw error;
      await sleep(error.retryAfterMs);
    }
  }
};
