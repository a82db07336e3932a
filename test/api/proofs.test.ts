import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import type {
  checkpointSchema,
  consistencySchema,
  logKeysSchema,
  proofSchema,
} from '../../src/contract/checkpoint.ts';
import { loadConfig } from '../../src/config.ts';
import { createLedger, type Ledger } from '../../src/ledger/index.ts';
import type { ProblemBody } from '../../src/contract/problem.ts';
import { publishKeys } from '../../src/ledger/log-keys.ts';
import { signCheckpoint } from '../../src/ledger/sign.ts';
import { createLogger } from '../../src/observability/logger.ts';
import { createSigner } from '../../src/ledger/proofs/signer.ts';
import { openCheckpoint } from '../../src/ledger/proofs/checkpoint.ts';
import { verifyConsistency } from '../../src/ledger/proofs/merkle.ts';
import { checkReceipt, type Receipt } from '../../src/ledger/proofs/receipt.ts';
import { parseVerifierKey } from '../../src/ledger/proofs/verifier-key.ts';
import { startWorker } from '../../src/worker.ts';
import { bySomeKey } from '../helpers/actors.ts';
import { METRICS_TOKEN } from '../helpers/contract.ts';
import { problemOf, startTestApi, type TestApi } from '../helpers/api.ts';
import { startService, type TestService } from '../helpers/service.ts';

type Checkpoint = z.output<typeof checkpointSchema>;
type Keys = z.output<typeof logKeysSchema>;
type Proof = z.output<typeof proofSchema>;
type Consistency = z.output<typeof consistencySchema>;

describe('The proof endpoints', () => {
  const signers = [createSigner(randomBytes(32))];
  let api: TestApi;
  let pool: pg.Pool;
  let ledger: Ledger;

  beforeAll(async () => {
    api = await startTestApi();
    ({ pool } = api.database);
    ledger = createLedger({ pool });
    await publishKeys(pool, 'pramaan.local', [signers[0]!.publicKey]);
  });

  const newTeam = async (rows = 0) => {
    const team = await api.newTeam(['ledger:read']);
    const append = async (count: number, ledgerRef = 'scan-1'): Promise<void> => {
      for (let n = 0; n < count; n += 1) {
        const step = Math.trunc(Math.random() * 1e9);
        await ledger.append({
          teamId: team.teamId,
          ledgerRef,
          step,
          action: 'pii.scan',
          governance: 'masked',
          summary: 'Screened a text',
          detail: { n },
          actor: bySomeKey,
        });
      }
    };
    const sign = async () => signCheckpoint({ pool, originBase: 'pramaan.local', signers }, team.teamId);
    await append(rows);
    if (rows > 0) await sign();
    const get = async <T>(path: string) => api.send<T>('GET', `/v1/govern/${path}`, { key: team.key });
    return { ...team, append, sign, get };
  };

  it('the API returns the latest checkpoint, which verifies with the published key', async () => {
    const team = await newTeam(3);
    const { body } = await team.get<Checkpoint>('checkpoints/latest');
    const { body: keys } = await team.get<Keys>('keys');
    expect(keys.origin).toBe(`pramaan.local/${team.teamId}`);
    expect(keys.keys.map(({ state }) => state)).toEqual(['active']);
    const opened = openCheckpoint(
      body.checkpoint,
      keys.keys.map(({ vkey }) => parseVerifierKey(vkey)),
    );
    expect(opened).toMatchObject({ origin: keys.origin, size: 3 });
    expect(body).toMatchObject({ size: 3, root: opened.root.toString('base64'), cosigned_by: [] });
  });

  it('the API returns a receipt that anyone can verify with only the public key', async () => {
    const team = await newTeam(4);
    await team.append(2, 'scan-2');
    await team.sign();
    const { body } = await team.get<Proof>('ledger/scan-2/proof');
    expect(body.pending).toEqual([]);
    const { body: keys } = await team.get<Keys>('keys');
    const known = keys.keys.map(({ vkey }) => parseVerifierKey(vkey));
    expect(checkReceipt(body.receipt!, known)).toMatchObject({ ok: true, checkpoint: { size: 6 } });
    expect(body.receipt!.rows.map(({ seq }) => seq)).toEqual([5, 6]);
  });

  it('the API proves that one checkpoint extends another', async () => {
    const team = await newTeam(5);
    const { body: before } = await team.get<Checkpoint>('checkpoints/latest');
    await team.append(4);
    await team.sign();
    const { body } = await team.get<Consistency>('consistency?from=5');
    expect(body.from).toEqual({ size: 5, root: before.root });
    expect(body.to.size).toBe(9);
    expect(body.checkpoint).toBe((await team.get<Checkpoint>('checkpoints/latest')).body.checkpoint);
    const [fromRoot, toRoot] = [body.from.root, body.to.root].map((root) => Buffer.from(root, 'base64'));
    const proof = body.proof.map((hash) => Buffer.from(hash, 'base64'));
    expect(verifyConsistency({ from: 5, to: 9, fromRoot: fromRoot!, toRoot: toRoot!, proof })).toBe(true);
    const between = await team.get<Consistency>('consistency?from=2&to=7');
    expect(between.body.checkpoint).toBeNull();
  });

  it('the API proves consistency of a size with itself and from size 1', async () => {
    const team = await newTeam(6);
    const { body: same } = await team.get<Consistency>('consistency?from=6');
    expect(same).toMatchObject({ from: same.to, proof: [] });
    const { body: first } = await team.get<Consistency>('consistency?from=1');
    const [fromRoot, toRoot] = [first.from.root, first.to.root].map((root) => Buffer.from(root, 'base64'));
    const proof = first.proof.map((hash) => Buffer.from(hash, 'base64'));
    expect(verifyConsistency({ from: 1, to: 6, fromRoot: fromRoot!, toRoot: toRoot!, proof })).toBe(true);
  });

  it.each(['0', '7', '-1', '1.0', '01', '1e1', '%201', '18446744073709551616', '999999999', ''])(
    'the API rejects a consistency proof from size "%s" and names the parameter',
    async (from) => {
      const team = await newTeam(6);
      const refused = await team.get<ProblemBody>(`consistency?from=${from}`);
      expect(refused.status).toBe(422);
      expect(refused.body.errors).toMatchObject([{ in: 'query', pointer: '/from' }]);
    },
  );

  it('the API rejects fifty simultaneous requests beyond the last size and keeps responding', async () => {
    const team = await newTeam(3);
    const answers = await Promise.all(
      Array.from({ length: 50 }, async () => (await team.get('consistency?from=999999999')).status),
    );
    expect(new Set(answers)).toEqual(new Set([422]));
    expect((await team.get('verify')).body).toMatchObject({ ok: true, checked: 3 });
  });

  it('the API returns 404 to a team that has no rows to sign', async () => {
    const team = await newTeam();
    expect((await team.get('verify')).body).toMatchObject({ ok: true, checked: 0 });
    expect(await team.sign()).toEqual({ outcome: 'empty' });
    expect((await team.get('checkpoints/latest')).status).toBe(404);
    expect((await team.get('consistency?from=1')).status).toBe(404);
  });

  it('the API returns 404 before the first checkpoint and lists the pending rows', async () => {
    const team = await newTeam();
    expect((await team.get('checkpoints/latest')).status).toBe(404);
    expect((await team.get('consistency?from=1')).status).toBe(404);
    await team.append(2);
    expect((await team.get<Proof>('ledger/scan-1/proof')).body).toEqual({
      ledger_ref: 'scan-1',
      receipt: null,
      pending: [1, 2],
    });
    expect((await team.get('ledger/scan-9/proof')).status).toBe(404);
  });

  it.each([
    '',
    '?from=0',
    '?from=-1',
    '?from=x',
    '?from=1.5',
    '?from=6',
    '?from=3&to=2',
    '?from=1&to=6',
    '?from=1&from=2',
  ])('the API rejects consistency%s for five rows', async (query) => {
    const team = await newTeam(5);
    const answer = await team.get(`consistency${query}`);
    expect([answer.status, problemOf(answer)]).toEqual([422, 'invalid-request']);
  });

  it('the API reveals nothing about another team', async () => {
    const [ours, theirs] = [await newTeam(2), await newTeam()];
    await theirs.append(1, 'scan-7');
    expect((await theirs.get('checkpoints/latest')).status).toBe(404);
    expect((await ours.get('ledger/scan-7/proof')).status).toBe(404);
    expect((await ours.get<Keys>('keys')).body.origin).toContain(ours.teamId);
  });

  it('the endpoints require the ledger:read scope', async () => {
    const { key } = await api.newTeam(['runs:read']);
    for (const path of ['checkpoints/latest', 'keys', 'consistency?from=1', 'ledger/scan-1/proof']) {
      expect((await api.send('GET', `/v1/govern/${path}`, { key })).status).toBe(403);
    }
    expect((await api.send('POST', '/v1/govern/checkpoints', { key })).status).toBe(403);
  });

  it('the API refuses to prove a changed tree and logs that the ledger is broken', async () => {
    const team = await newTeam(3);
    const admin = new pg.Client({ connectionString: api.database.adminUrl });
    await admin.connect();
    await admin.query("SET session_replication_role = 'replica'");
    await admin.query(
      `UPDATE ledger_tiles SET hashes = set_byte(hashes, 5, 1 # get_byte(hashes, 5)) WHERE team_id = '${team.teamId}'`,
    );
    await admin.end();
    for (const path of ['ledger/scan-1/proof', 'consistency?from=2']) {
      const answer = await team.get(path);
      expect([answer.status, problemOf(answer)]).toEqual([500, 'ledger-broken']);
    }
    expect(api.logs.text()).toContain('the ledger does not match its checkpoint');
  });

  it('the API returns 503 for a checkpoint request while Temporal is unavailable', async () => {
    const team = await newTeam(1);
    const answer = await api.send('POST', '/v1/govern/checkpoints', { key: team.key });
    expect([answer.status, problemOf(answer)]).toEqual([503, 'dependency-away']);
  });

  it('the metrics report unsigned rows', async () => {
    const team = await newTeam(2);
    await team.append(3);
    const { body } = await api.send<string>('GET', '/metrics', { key: METRICS_TOKEN });
    expect(Number(/^ledger_unsigned_rows (\d+)$/m.exec(body)?.[1])).toBeGreaterThanOrEqual(3);
    expect(body).toMatch(/^ledger_checkpoints_refused 0$/m);
  });
});

/** Changes the last row's summary, which only a superuser can do. */
const reword = (from: string, to: string): string => `
  SET session_replication_role = 'replica';
  ALTER TABLE agent_actions DROP CONSTRAINT IF EXISTS agent_actions_hash;
  UPDATE agent_actions SET body = replace(body, '"summary":"${from}', '"summary":"${to}')
    WHERE seq = (SELECT max(seq) FROM agent_actions)`;

describe('A service with workers', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(async () => service?.close());

  const json = async <T>(method: string, path: string): Promise<T> => {
    const response = await service.request(method, path);
    expect(response.status).toBe(200);
    return (await response.json()) as T;
  };

  it('the service signs on demand, and the run then carries its receipt', async () => {
    const { id } = await service.startRun('kyc');
    const finished = await service.finished(id);
    expect(finished).toMatchObject({ receipt: null });
    const checkpoint = await json<Checkpoint>('POST', '/v1/govern/checkpoints');
    const { receipt } = await json<{ receipt: Receipt }>('GET', `/v1/workforce/runs/${id}`);
    const { keys } = await json<Keys>('GET', '/v1/govern/keys');
    const known = keys.map(({ vkey }) => parseVerifierKey(vkey));
    expect(receipt.checkpoint).toBe(checkpoint.checkpoint);
    expect(checkReceipt(receipt, known)).toMatchObject({ ok: true, checkpoint: { size: checkpoint.size } });
    const { entries } = await service.ledgerOf(id);
    expect(receipt.rows.map(({ body }) => body)).toEqual(entries.map(({ body }) => body));
    const { runs } = await json<{ runs: object[] }>('GET', '/v1/workforce/runs');
    expect(runs[0]).not.toHaveProperty('receipt');
  });

  it('the service adds a receipt, signed on demand, to a response with a ledger_ref', async () => {
    const scan = async (query: string, record = true) => {
      const response = await service.request('POST', `/v1/govern/scan${query}`, { text: 'Hello', record });
      expect(response.status).toBe(200);
      return (await response.json()) as { ledger_ref: string; receipt?: Receipt | null };
    };
    expect(await scan('')).not.toHaveProperty('receipt');
    expect(await scan('?receipt=true', false)).toMatchObject({ receipt: null });
    const { ledger_ref: ref, receipt } = await scan('?receipt=true');
    const { keys } = await json<Keys>('GET', '/v1/govern/keys');
    const known = keys.map(({ vkey }) => parseVerifierKey(vkey));
    expect(checkReceipt(receipt!, known)).toMatchObject({ ok: true });
    expect([receipt!.ledger_ref, receipt!.rows.length]).toEqual([ref, 1]);
    const proof = await json<Proof>('GET', `/v1/govern/ledger/${ref}/proof`);
    expect(proof).toEqual({ ledger_ref: ref, receipt, pending: [] });
    expect((await service.request('POST', '/v1/govern/scan?receipt=now', { text: 'x' })).status).toBe(422);
  });

  it('the service refuses to sign a ledger that does not verify', async () => {
    const { id } = await service.startRun('support');
    await service.finished(id);
    await service.admin(reword('', '!'));
    const response = await service.request('POST', '/v1/govern/checkpoints');
    expect([response.status, await response.json()]).toMatchObject([
      500,
      { type: 'urn:pramaan:problem:ledger-broken' },
    ]);
    await service.admin(reword('!', ''));
    expect((await service.request('POST', '/v1/govern/checkpoints')).status).toBe(200);
  });
});

describe('The checkpoint schedule', () => {
  it('the schedule signs new rows by itself, follows the setting at every worker start and is deleted when the setting is 0', async () => {
    const env = { LEDGER_CHECKPOINT_EVERY_S: '1' };
    const service = await startService({ env });
    const queue = service.env['TEMPORAL_TASK_QUEUE']!;
    const handle = service.engine.schedule.getHandle(`ledger-checkpoints-${queue}`);
    try {
      const { id } = await service.startRun('voice');
      const finished = await service.finished(id);
      let receipt: unknown = null;
      while (receipt === null) {
        await sleep(100);
        ({ receipt } = (await (await service.request('GET', `/v1/workforce/runs/${id}`)).json()) as {
          receipt: unknown;
        });
      }
      expect(receipt).toMatchObject({ ledger_ref: finished.ledger_ref });
      const restart = async (every: string): Promise<void> => {
        const config = loadConfig({ ...service.env, LEDGER_CHECKPOINT_EVERY_S: every });
        await (await startWorker(config, createLogger('silent', 'test'))).stop();
      };
      await restart('3600');
      expect((await handle.describe()).spec.intervals?.[0]?.every).toBe(3_600_000);
      await restart('0');
      await expect(handle.describe()).rejects.toThrow(/not found/i);
    } finally {
      await handle.delete().catch(() => undefined);
      await service.close();
    }
  });
});
