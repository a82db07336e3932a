import type { Client } from '@temporalio/client';
import type { Config } from '../../src/config.ts';
import { SUPPORT } from '../../src/governance/rule-sets/built-in/support.ts';
import { canonicalRuleSet, ruleSetHash } from '../../src/governance/rule-sets/canonical.ts';
import { startBacktest } from '../../src/runs/rule-sets/start.ts';
import { createBacktest } from '../../src/store/rule-sets/backtests.ts';
import { createRuleSet } from '../../src/store/rule-sets/rule-sets.ts';
import type { ruleSetBacktest } from '../../src/workflows/rule-set-backtest.ts';
import { someKey } from '../helpers/actors.ts';
import type { TestDatabase } from '../helpers/database.ts';

/** Tries a rule set on the team's finished tickets. @returns the id of its workflow */
export const recordBacktest = async ({
  client,
  config,
  db,
  teamId,
}: Pick<TestDatabase, 'db'> & {
  readonly client: Client;
  readonly config: Config;
  readonly teamId: string;
}): Promise<string> => {
  const document = canonicalRuleSet(SUPPORT);
  const pin = {
    id: SUPPORT.id,
    version: SUPPORT.version,
    sha256: ruleSetHash(SUPPORT),
    owner: 'service',
  } as const;
  const { id } = (await db.transaction().execute(async (tx) =>
    createBacktest(tx, {
      teamId,
      ruleSetId: await createRuleSet(tx, { teamId, name: SUPPORT.id }),
      vertical: 'support',
      pin,
      document,
      against: pin,
      againstDocument: document,
      from: null,
      to: null,
      limit: 10,
      askedBy: someKey,
    }),
  ))!;
  await startBacktest(client, { id, teamId, taskQueue: config.TEMPORAL_TASK_QUEUE, deadlineMs: 10_000 });
  await client.workflow.getHandle<typeof ruleSetBacktest>(id).result();
  return id;
};
