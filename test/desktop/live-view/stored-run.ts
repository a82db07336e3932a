import { randomBytes } from 'node:crypto';
import { KeyRing } from '../../../src/store/crypto/key-ring.ts';
import { createAgentRun } from '../../../src/runs/agent/agent-runs.ts';
import { endStep } from '../../../src/runs/operator/steps.ts';
import { sealValue } from '../../../src/store/vault/vault.ts';
import { someKey } from '../../helpers/actors.ts';
import { MASTER_KEY, type ViewLab } from './helpers.ts';

type Run = Awaited<ReturnType<ViewLab['newRun']>>;

const ring = new KeyRing([{ id: 'k1', key: Buffer.from(MASTER_KEY.slice(3), 'base64') }], 'case-vault');

/** Stores a run through the functions that the worker uses, so that a page can be tested without a worker. */
export const storedRun = (lab: ViewLab, { runId, teamId }: Run) => {
  const { db, pool } = lab.api.database;
  const ref = { teamId, runId };
  return {
    begin: async (task: string) => {
      const bounds = { turns: 20, tool_calls: 20, tokens: 1_000, wall_ms: 900_000, cost: 0 };
      await db.transaction().execute(async (tx) => {
        await sealValue(tx, ring, { teamId, ref: runId, value: { task, allow: [] } });
        await createAgentRun(tx, ring, {
          teamId,
          ledgerRef: runId,
          kind: 'operator',
          model: { name: 'a-model' },
          budgets: bounds,
          askedBy: someKey,
          messages: [],
        });
      });
      await pool.query(`UPDATE operator_runs SET input = $2 WHERE id = $1`, [
        runId,
        { max_steps: 20, wall_ms: bounds.wall_ms },
      ]);
    },
    use: async (tokens: number, cost: number) =>
      pool.query(`UPDATE agent_runs SET turns = 3, input_tokens = $2, cost = $3 WHERE ledger_ref = $1`, [
        runId,
        tokens,
        cost,
      ]),
    step: async (n: number, detail: string) =>
      db
        .transaction()
        .execute(async (tx) =>
          endStep(tx, { ...ref, n }, { action: 'click', detail, status: 'done', sha256: null }),
        ),
    ask: async (detail: string) => {
      const question = {
        id: `c/${randomBytes(4).toString('hex')}`,
        risk: 'submit',
        detail,
        until: new Date(Date.now() + 300_000).toISOString(),
      };
      await pool.query(`UPDATE operator_runs SET pending_approval = $2 WHERE id = $1`, [runId, question]);
      return question;
    },
    queue: async () => pool.query('UPDATE sandbox_leases SET team_id = NULL WHERE run = $1', [runId]),
    open: async () => pool.query('UPDATE sandbox_leases SET team_id = $2 WHERE run = $1', [runId, teamId]),
    finish: async (result: string) =>
      pool.query(
        `UPDATE operator_runs SET status = 'done', success = true, result = $2, ended_by = 'finish',
           pending_approval = NULL, finished_at = now() WHERE id = $1`,
        [runId, result],
      ),
  };
};
