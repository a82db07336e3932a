import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '../../../clients/typescript/src/index.ts';
import { ProvisionError } from '../../provision/problem.ts';
import type { CaseRun } from './run-cases.ts';

/** A version of a rule set, which need not be in force. */
export interface RulesVersion {
  readonly id: string;
  readonly version: number;
}

/** Number of runs of a backtest, which then keeps every difference. */
const AT_ONCE = 20;

/** Reads `kyc-rules@3`. */
export const rulesVersionIn = (text: string): RulesVersion => {
  const [, id, version] = /^([^@]+)@(\d{1,9})$/.exec(text) ?? [];
  if (id === undefined || version === undefined)
    throw new ProvisionError(`${text} is not a version of a rule set.`, 'Write it as kyc-rules@3.');
  return { id, version: Number(version) };
};

/**
 * Returns the runs as another version of the rules decides them. The service decides the runs again from what they have stored
 * (backtests), so a draft can be tried, and nothing is run twice. Runs without a decision stay as they are.
 */
export const underRules = async (
  client: Client,
  runs: readonly CaseRun[],
  rules: RulesVersion,
): Promise<readonly CaseRun[]> => {
  const decided = runs.filter(({ result }) => result.error === null);
  const found = new Map<string, Difference>();
  for (let at = 0; at < decided.length; at += AT_ONCE) {
    const ids = decided.slice(at, at + AT_ONCE).map(({ result }) => result.run_id!);
    for (const difference of await differencesOf(client, rules, ids))
      found.set(difference.run_id, difference);
  }
  return runs.map(({ of, result }) => ({
    of,
    result: { ...result, ...changed(found.get(result.run_id ?? '')), rules: `${rules.id}@${rules.version}` },
  }));
};

type Difference = Awaited<ReturnType<typeof differencesOf>>[number];

const changed = (difference: Difference | undefined) => {
  if (difference === undefined) return {};
  const { decision, reasons, adjudication } = difference.after;
  return {
    decision,
    reasons: reasons.map(({ code }) => code),
    ...(adjudication !== undefined && { approved: adjudication.amount?.approved ?? null }),
  };
};

const differencesOf = async (client: Client, { id, version }: RulesVersion, runs: string[]) => {
  let backtest = await client.call('startBacktest', { params: { id, version }, body: { runs } });
  while (backtest.state === 'running') {
    await sleep(200);
    backtest = await client.call('getBacktest', { params: { id, backtest_id: backtest.id } });
  }
  const { runs: count, differences } = backtest.result;
  if (backtest.state === 'failed' || count !== runs.length)
    throw new ProvisionError(
      `${id}@${version} has decided ${count} of ${runs.length} runs (${backtest.id}).`,
      'The rule set has to be the one that decides the vertical of every case.',
    );
  return differences;
};
