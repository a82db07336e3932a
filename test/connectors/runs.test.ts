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

const waitingFor = async (id: string) =>
  vi.waitUntil(async () => (await service.run(id)).waiting_for, { timeout: 30_000, interval: 50 });

describe('A claim whose policy a connector serves', () => {
  it('is decided by the institution’s own record, and the row names source, time and hash', async () => {
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
  });
});
