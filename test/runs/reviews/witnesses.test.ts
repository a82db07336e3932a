import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import { afterAll, expect, it } from 'vitest';
import type { ReviewBody } from '../../../src/contract/review.ts';
import type { Role } from '../../../src/contract/roles.ts';
import { createLedger } from '../../../src/ledger/index.ts';
import { decideReview } from '../../../src/runs/reviews/decide.ts';
import { startTeamCheckpoint } from '../../../src/temporal/checkpoints.ts';
import { queuesOf } from '../../../src/temporal/queues.ts';
import { createPool } from '../../../src/store/db/client.ts';
import { issueKey } from '../../../src/store/keys/store.ts';
import { bySomeKey, someKey } from '../../helpers/actors.ts';
import { sendAs } from '../../helpers/send-as.ts';
import { useService } from '../../helpers/use-service.ts';

/** A witness that accepts or refuses every checkpoint. */
const witness = { status: 200, received: 0 };
const server = createServer((request, response) => {
  witness.received += 1;
  request.resume();
  response.writeHead(witness.status).end();
});
await new Promise<void>((resolve) => {
  server.listen(0, '127.0.0.1', resolve);
});
afterAll(() => server.close());

const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
const service = await useService({
  env: { LEDGER_WITNESSES: JSON.stringify([{ kind: 'webhook', name: 'notary', url }]) },
});
const { db } = service.database;
const pool = createPool(service.env['DATABASE_URL']!, { onIdleError: () => undefined });
const ledger = createLedger({ pool });
afterAll(async () => pool.end());
const { teamId } = service;
const { key } = await issueKey(db, { teamId, name: 'desk', scopes: ['reviews:read', 'reviews:decide'] });

const send = async (method: string, path: string, body?: object) => sendAs(key, service, method, path, body);

let checkpoints = 0;

/** Adds a row, signs a checkpoint over it and sends it to the witness, which answers with this status. */
const ship = async (status: number): Promise<void> => {
  checkpoints += 1;
  witness.status = status;
  await service.request('POST', '/v1/govern/scan', { text: `Row ${checkpoints}` });
  const before = witness.received;
  await sign();
  expect(witness.received).toBeGreaterThan(before);
};

/** Signs the chain if it has grown, and delivers the last checkpoint. */
const sign = async (): Promise<void> => {
  checkpoints += 1;
  const workflowId = `checkpoint-${service.teamId}-${checkpoints}`;
  const taskQueue = queuesOf(service.env['TEMPORAL_TASK_QUEUE']!).steps;
  const signing = await startTeamCheckpoint(service.engine, {
    taskQueue,
    teamId,
    workflowId,
    deadlineMs: 10_000,
  });
  await signing.result();
};

const waiting = async (kind = 'witness'): Promise<readonly ReviewBody[]> =>
  (await send('GET', `/v1/reviews?kind=${kind}`)).body['reviews'] as ReviewBody[];

const decideAs = async (role: Role, reviewId: string) =>
  db.transaction().execute(async (tx) => {
    const who = { actor: someKey, subject: someKey.id, roles: new Set([role]), by: bySomeKey };
    const wanted = { option: 'resolve', reason: undefined, note: 'Their clock was wrong.' } as const;
    return decideReview(tx, ledger, { teamId, reviewId }, who, wanted);
  });

it(
  'a witness that refuses opens one review for auditors and administrators, and another after it has accepted again',
  { timeout: 120_000 },
  async () => {
    await ship(200);
    expect(await waiting()).toEqual([]);
    await ship(409);
    const [review, ...others] = await waiting();
    expect(others).toEqual([]);
    expect(review).toMatchObject({
      kind: 'witness',
      run_id: null,
      ledger_ref: review!.id,
      subject: { kind: 'witness', id: 'notary' },
      options: ['resolve'],
      roles: { resolve: ['auditor', 'admin'] },
      on_expiry: 'stay',
    });
    const { evidence } = (await send('GET', `/v1/reviews/${review!.id}`)).body;
    expect(evidence).toMatchObject({ witness: 'notary', refusal: expect.stringContaining('409') });
    await ship(409);
    expect((await waiting()).map(({ id }) => id)).toEqual([review!.id]);

    // A key acts as a reviewer.
    expect((await send('POST', `/v1/reviews/${review!.id}/decide`, { option: 'resolve' })).status).toBe(403);
    expect(await decideAs('committee', review!.id)).toMatchObject({ refused: 'role-missing' });
    expect(await decideAs('auditor', review!.id)).toBeUndefined();
    await ship(409);
    expect(await waiting()).toEqual([]);
    await ship(200);
    await ship(409);
    const [next] = await waiting();
    expect(next).toBeDefined();
    expect(await decideAs('admin', next!.id)).toBeUndefined();
  },
);

/** Cuts the tiles of the team's tree, as somebody with the database could. @returns a function that restores the tree */
const damageTree = async (): Promise<() => Promise<void>> => {
  const owner = new pg.Client({ connectionString: service.database.adminUrl });
  await owner.connect();
  // The owner can bypass the triggers.
  await owner.query('SET session_replication_role = replica');
  const ofTeam = [teamId];
  await owner.query('BEGIN');
  await owner.query('CREATE TEMP TABLE kept_tiles AS SELECT * FROM ledger_tiles WHERE team_id = $1', ofTeam);
  await owner.query('CREATE TEMP TABLE kept_trees AS SELECT * FROM ledger_trees WHERE team_id = $1', ofTeam);
  await owner.query('UPDATE ledger_tiles SET hashes = substr(hashes, 1, 32) WHERE team_id = $1', ofTeam);
  await owner.query('COMMIT');
  return async () => {
    await owner.query('BEGIN');
    for (const table of ['tiles', 'trees']) {
      await owner.query(`DELETE FROM ledger_${table} WHERE team_id = $1`, ofTeam);
      await owner.query(`INSERT INTO ledger_${table} SELECT * FROM kept_${table}`);
    }
    await owner.query('COMMIT');
    await owner.end();
  };
};

it(
  'a ledger whose tree is damaged opens a review of its own, because no witness refuses anything',
  { timeout: 120_000 },
  async () => {
    await ship(200);
    // The witness is unavailable, so the next delivery has to prove that this checkpoint continues the last
    // one.
    await ship(503);
    const witnesses = (await waiting()).length;
    const restore = await damageTree();
    const before = witness.received;
    await sign();
    expect(witness.received).toBe(before);
    const [review, ...others] = await waiting('ledger');
    expect(others).toEqual([]);
    expect(review).toMatchObject({
      kind: 'ledger',
      run_id: null,
      ledger_ref: review!.id,
      subject: { kind: 'ledger', id: teamId },
      reasons: [{ code: 'LEDGER-BROKEN', detail: expect.stringMatching(/^(tree|consistency): /) }],
      roles: { resolve: ['auditor', 'admin'] },
      on_expiry: 'stay',
    });
    expect(await waiting()).toHaveLength(witnesses);
    await restore();
    expect(await decideAs('auditor', review!.id)).toBeUndefined();
    await ship(200);
    expect(await waiting('ledger')).toEqual([]);
  },
);
