import { startOperatorBody } from '../../src/contract/operator.ts';
import { createAnalysis } from '../../src/runs/agent/analysis/create.ts';
import { createAgentTask } from '../../src/runs/agent/task/create.ts';
import { createOperatorRun } from '../../src/runs/operator/create.ts';
import { KeyRing } from '../../src/store/crypto/key-ring.ts';
import { someKey as askedBy } from '../helpers/actors.ts';
import type { TestApi } from '../helpers/api.ts';

/** Stores a task, an analysis and an operator run of the team, as the API stores them. @returns the handle of each */
export const storeAgentRuns = async (
  { config, database }: TestApi,
  teamId: string,
): Promise<readonly string[]> => {
  const ring = new KeyRing(config.ENCRYPTION_KEYS, 'case-vault');
  const model = { name: 'a-model', budgets: { turns: 1, tool_calls: 1, tokens: 1, wall_ms: 1, cost: 0 } };
  const run = { teamId, askedBy, model };
  return database.db.transaction().execute(async (tx) => {
    const datasets = [{ name: 'x.csv', content: Buffer.from('x\n1\n') }];
    const operator = await createOperatorRun(tx, ring, {
      ...run,
      wish: startOperatorBody.parse({ task: 'x' }),
      allow: [],
      bounds: { tokens: 1, cost: 0 },
      taskQueue: 'none',
    });
    return [
      await createAgentTask(tx, ring, { ...run, task: 'x', files: [] }),
      await createAnalysis(tx, ring, { ...run, question: 'x', datasets }),
      operator.run_id,
    ];
  });
};
