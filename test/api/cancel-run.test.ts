import { beforeAll, describe, expect, it } from 'vitest';
import type { RunBody } from '../../src/contract/run.ts';
import { createLedger } from '../../src/ledger/index.ts';
import { failRun } from '../../src/runs/vertical/finish.ts';
import { bySomeKey } from '../helpers/actors.ts';
import { startTestApi, type TestApi } from '../helpers/api.ts';

let api: TestApi;
let key: string;
let teamId: string;

beforeAll(async () => {
  api = await startTestApi();
  ({ key, teamId } = await api.newTeam());
});

const startRun = async () =>
  (await api.send<RunBody>('POST', '/v1/workforce/verticals/it/runs', { key })).body;
const cancel = async (id: string) => api.send<RunBody>('POST', `/v1/workforce/runs/${id}/cancel`, { key });
const requestedAt = async (id: string) =>
  (
    await api.database.db
      .selectFrom('runs')
      .select('cancel_requested_at')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  ).cancel_requested_at;

describe('POST /v1/workforce/runs/{id}/cancel', () => {
  it('the API accepts a cancellation while Temporal is unavailable and records it for later', async () => {
    const run = await startRun();
    const answer = await cancel(run.id);
    expect([answer.status, answer.body.id]).toEqual([202, run.id]);
    const noted = await requestedAt(run.id);
    expect(noted).not.toBeNull();
    await cancel(run.id);
    expect(await requestedAt(run.id)).toEqual(noted);
  });

  it('cancelling a run that has ended changes nothing', async () => {
    const run = await startRun();
    await failRun(
      api.database.db,
      createLedger({ pool: api.database.pool }),
      { teamId, runId: run.id, ledgerRef: run.ledger_ref, actor: bySomeKey },
      { code: 'internal', message: 'The workflow failed.' },
    );
    expect((await cancel(run.id)).body).toMatchObject({
      status: 'error',
      error: { code: 'internal' },
    });
    expect(await requestedAt(run.id)).toBeNull();
  });

  it('the API returns 404 for an unknown run', async () => {
    expect((await cancel('run_0')).status).toBe(404);
  });
});
