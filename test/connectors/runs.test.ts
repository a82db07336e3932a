import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { issueKey } from '../../src/store/keys/store.ts';
import { useService } from '../helpers/use-service.ts';
import { type Answering, json, startCoreSystem } from './core-system.ts';

const POLICY = {
  policyNo: 'CORE-77',
  state: 'ACTIVE',
  cover: { from: '2026-01-01', to: '2026-12-31', amount: 500_000, spent: '1000.00' },
};

/** Answers as the institution's core system does: the policy by its number, and 404 for any other. */
const policies: Answering = (received, response, socket) =>
  received.path === '/policies/CORE-77'
    ? json(POLICY)(received, response, socket)
    : json({ error: 'no such policy' }, 404)(received, response, socket);

const core = await startCoreSystem(policies);
afterAll(core.close);
const service = await useService({
  env: { CONNECTOR_PINNED: `core.bank.example=127.0.0.1:${core.port}` },
});

const connector = {
  kind: 'http',
  serves: 'policies',
  http: {
    url: 'http://core.bank.example/policies/{key}',
    secret_headers: { 'X-Core-Key': 'made-up-secret' },
  },
  mapping: `{ "number": policyNo, "status": $lowercase(state), "cover_from": cover.from, "cover_to": cover.to,
    "since": "2020-01-01", "sum_insured": cover.amount, "used": cover.spent }`,
  timeout_ms: 500,
};

const claim = {
  id: 'CLM-1',
  pan: 'ABCPK1234L',
  aadhaar: '2345-6789-1238',
  policy: 'CORE-77',
  amount: '20000',
  admission: '2026-11-04',
};

let admin: string;

const asAdmin = async (method: string, path: string, body?: object): Promise<Response> =>
  fetch(`${service.url}${path}`, {
    method,
    headers: { authorization: `Bearer ${admin}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });

beforeAll(async () => {
  admin = (
    await issueKey(service.database.db, {
      teamId: service.teamId,
      name: 'admin',
      scopes: ['admin', 'ledger:read'],
    })
  ).key;
  expect((await asAdmin('PUT', '/v1/connectors/core-policies', connector)).status).toBe(201);
});

/** Waits until a run says why it waits. */
const untilItWaits = async (id: string, code: string): Promise<object> => {
  await vi.waitUntil(async () => (await service.run(id)).waiting_for?.code === code, {
    timeout: 30_000,
    interval: 50,
  });
  return (await service.run(id)).waiting_for!;
};

const rowsOf = async (id: string) => (await service.ledgerOf(id)).entries.map(({ action }) => action);

describe('A claim whose policy a connector serves', () => {
  it('the claim is decided by the institution’s own record, and the row names source, time and hash', async () => {
    const run = await service.finished((await service.startRun('kyc', claim)).id);
    expect(run).toMatchObject({ status: 'succeeded', decision: 'approve', waiting_for: null });
    const { entries } = await service.ledgerOf(run.id);
    const row = entries.find(({ action }) => action === 'db.query');
    expect(row?.detail).toMatchObject({
      policy: { number: 'CORE-77', sum_insured: '500000.00', used: '1000.00' },
      sources: {
        policies: {
          connector: 'core-policies',
          kind: 'http',
          found: true,
          at: expect.stringMatching(/^\d{4}-/),
          answer: expect.stringMatching(/^sha256:[0-9a-f]{64}$/),
        },
      },
    });
    expect(core.received.at(-1)?.headers['x-core-key']).toBe('made-up-secret');
    expect(JSON.stringify(entries)).not.toContain('made-up-secret');
    const payouts = await service.database.db
      .selectFrom('payouts')
      .select(['policy', 'status'])
      .where('run_id', '=', run.id)
      .execute();
    expect(payouts).toEqual([{ policy: 'CORE-77', status: 'queued' }]);
  });

  it('a policy that the core system does not have is not on file, even if the table has one of that number', async () => {
    const run = await service.finished((await service.startRun('kyc', { ...claim, policy: 'HI-1001' })).id);
    expect(run.reasons.map(({ code }) => code)).toContain('ELIG-001');
  });

  it('the run waits while the core system is away, says so, and decides once it is back', async () => {
    await core.goAway();
    const { id } = await service.startRun('kyc', { ...claim, id: 'CLM-2', admission: '2026-10-04' });
    expect(await untilItWaits(id, 'unreachable')).toMatchObject({
      kind: 'records',
      records: 'policies',
      connector: 'core-policies',
    });
    expect(await rowsOf(id)).not.toContain('db.query');
    const ready = await fetch(`${service.url}/readyz`);
    expect(await ready.json()).toMatchObject({ dependencies: { connectors: { state: 'down' } } });
    await core.comeBack();
    expect(await service.finished(id)).toMatchObject({ decision: 'approve', waiting_for: null });
  });

  it.each([
    ['fails', 'status', json({ error: 'down' }, 500)],
    ['is too slow', 'timed_out', () => undefined],
    ['changes its schema', 'record_invalid', json({ ...POLICY, cover: undefined })],
    ['answers about another policy', 'record_invalid', json({ ...POLICY, policyNo: 'CORE-78' })],
    ['answers with two different policies', 'ambiguous', json([POLICY, { ...POLICY, state: 'LAPSED' }])],
    [
      'redirects to a private address',
      'redirected',
      (_received, response) => {
        response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end();
      },
    ],
  ] satisfies [string, string, Answering][])(
    'the run waits and approves nothing while the core system %s',
    async (_fault, code, answering) => {
      core.behave(answering);
      const { id } = await service.startRun('kyc', { ...claim, id: `CLM-${code}`, admission: '2026-09-04' });
      await untilItWaits(id, code);
      expect(await rowsOf(id)).not.toContain('agent.decision');
      core.behave(policies);
      await service.request('POST', `/v1/workforce/runs/${id}/cancel`);
      expect(await service.finished(id)).toMatchObject({
        status: 'error',
        error: { code: 'cancelled' },
        waiting_for: null,
      });
    },
  );
});

describe('The circuit breaker', () => {
  it('after five failures nobody calls, and a test that succeeds closes it', async () => {
    core.behave(json({}, 503));
    const path = '/v1/connectors/core-policies';
    for (let n = 0; n < 5; n += 1) {
      const answer = await asAdmin('POST', `${path}/test`, { key: 'CORE-77' });
      expect(await answer.json()).toMatchObject({ ok: false, code: 'status' });
    }
    const before = core.received.length;
    const { id } = await service.startRun('kyc', { ...claim, id: 'CLM-3', admission: '2026-08-04' });
    await untilItWaits(id, 'circuit_open');
    expect(core.received.length).toBe(before);
    expect(await (await asAdmin('GET', path)).json()).toMatchObject({
      state: { state: 'down', code: 'status', retry_at: expect.any(String) },
    });
    core.behave(policies);
    expect(await (await asAdmin('POST', `${path}/test`, { key: 'CORE-77' })).json()).toMatchObject({
      ok: true,
      found: true,
      record: { number: 'CORE-77' },
    });
    expect(await (await asAdmin('GET', path)).json()).toMatchObject({
      state: { state: 'up', failures: 0, retry_at: null },
    });
    expect(await service.finished(id)).toMatchObject({ decision: 'approve' });
  });
});

describe('A deleted connector', () => {
  it('its acts are rows of the ledger, and steps read the table again', async () => {
    const { id } = (await (await asAdmin('GET', '/v1/connectors/core-policies')).json()) as { id: string };
    expect((await asAdmin('DELETE', '/v1/connectors/core-policies')).status).toBe(200);
    const ledger = (await (await asAdmin('GET', `/v1/govern/ledger/${id}`)).json()) as {
      entries: { action: string; actor?: object }[];
    };
    const actions = ledger.entries.map(({ action }) => action);
    expect(new Set(actions)).toEqual(new Set(['connector.changed', 'connector.tested', 'connector.deleted']));
    const run = await service.finished((await service.startRun('kyc', { ...claim, policy: 'HI-1001' })).id);
    expect(run.reasons.map(({ code }) => code)).not.toContain('ELIG-001');
  });
});
