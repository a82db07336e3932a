import { randomBytes } from 'node:crypto';
import { MockActivityEnvironment } from '@temporalio/testing';
import { expect, it } from 'vitest';
import { askApproval, noteApproval } from '../../../src/activities/operator/operator-approval.ts';
import { startOperatorBody } from '../../../src/contract/operator.ts';
import { createLedger } from '../../../src/ledger/index.ts';
import { answerQuestion } from '../../../src/runs/operator/answers.ts';
import { createOperatorRun } from '../../../src/runs/operator/create.ts';
import { KeyRing } from '../../../src/store/crypto/key-ring.ts';
import { ensureTeam } from '../../../src/store/keys/team.ts';
import { someKey } from '../../helpers/actors.ts';
import { freshDatabase } from '../../helpers/database.ts';

const ring = new KeyRing([{ id: 'k1', key: randomBytes(32) }], 'case-vault');
const model = { name: 'a-model', budgets: { turns: 1, tool_calls: 1, tokens: 1, wall_ms: 1, cost: 0 } };

it('an answer that a run has not received when its wait is over counts, and its row names who gave it', async () => {
  const { db, pool } = await freshDatabase();
  const ledger = createLedger({ pool });
  const { id: teamId } = await ensureTeam(db, { name: 'bank' });
  const run = await db.transaction().execute(async (tx) =>
    createOperatorRun(tx, ring, {
      teamId,
      askedBy: someKey,
      wish: startOperatorBody.parse({ task: 'x' }),
      allow: [],
      model,
      bounds: { tokens: 1, cost: 0 },
      taskQueue: 'none',
    }),
  );
  const ref = { teamId, runId: run.run_id };
  const activity = new MockActivityEnvironment();
  const until = new Date(Date.now() + 60_000).toISOString();
  const question = { id: 'call/0', risk: 'question', detail: 'Is Asha in?', wants: 'text', until } as const;
  await activity.run(async () => askApproval({ db, ledger }, { run, step: 1, question }));
  const given = { id: question.id, approve: true, actor: someKey, text: 'Yes.' };
  expect(await answerQuestion(db, ledger, ring, ref, given)).toMatchObject({ waiting: true });
  const note = { run, step: 2, id: question.id, said: 'no answer', isQuestion: true } as const;
  const noted = await activity.run(async () => noteApproval({ db, ledger }, note));
  expect(noted).toEqual({ approved: true });
  const rows = await ledger.read(teamId, run.run_id);
  const said = rows.find(({ action }) => action === 'operator.approval');
  expect(said?.detail).toMatchObject({ said: 'answered', key_id: someKey.id });
  expect(said?.actor).toMatchObject({ kind: someKey.kind, id: someKey.id });
  expect(JSON.stringify(rows)).not.toContain('Asha');
});
