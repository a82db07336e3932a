import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { issueKey } from '../../src/store/keys/store.ts';
import { startLive } from '../helpers/live.ts';
import { useService } from '../helpers/use-service.ts';
import { openai } from '../model-provider/openai.ts';
import { byTurn, call, createRunScripts } from '../model-provider/scripts.ts';
import { useFakeProvider } from '../model-provider/server.ts';
import { makeAadhaar, makePan } from '../helpers/identifiers.ts';
import { type Answering, json, type Received, startCoreSystem } from './core-system.ts';

const POLICY = {
  policyNo: 'CORE-77',
  state: 'ACTIVE',
  cover: { from: '2026-01-01', to: '2026-12-31', amount: 500_000, spent: '1000.00' },
};

const covered = { from: '2025-04-01', to: '2026-03-31', amount: '3,00,000', spent: '0', bonus: '10000' };

/** Policies with a product: one whose terms are on file, and one whose terms are not. */
const WITH_PRODUCT: Readonly<Record<string, object>> = {
  '/policies/CORE-88': { policyNo: 'CORE-88', state: 'ACTIVE', cover: covered, product: 'AS' },
  '/policies/CORE-89': { policyNo: 'CORE-89', state: 'ACTIVE', cover: covered, product: 'UNHEARD' },
  '/policies/CORE-90': { policyNo: 'CORE-90', state: 'ACTIVE', cover: covered, product: 'AS' },
};

/** Answers like the institution's core system: the policy by its number, and 404 for any other. */
const policies: Answering = (received, response, socket) =>
  received.path === '/policies/CORE-77'
    ? json(POLICY)(received, response, socket)
    : received.path in WITH_PRODUCT
      ? json(WITH_PRODUCT[received.path])(received, response, socket)
      : json({ error: 'no such policy' }, 404)(received, response, socket);

const core = await startCoreSystem(policies);
afterAll(core.close);
const gateway = await startCoreSystem(json({ accepted: true }));
afterAll(gateway.close);
const scripts = createRunScripts();
const provider = await useFakeProvider(openai, scripts.script);
const service = await useService({
  provider,
  env: {
    CONNECTOR_PINNED: `core.bank.example=127.0.0.1:${core.port},gateway.example=127.0.0.1:${gateway.port}`,
  },
});

const connector = {
  kind: 'http',
  serves: 'policies',
  http: {
    url: 'http://core.bank.example/policies/{key}',
    secret_headers: { 'X-Core-Key': 'made-up-secret' },
  },
  mapping: `$.{ "number": policyNo, "status": $lowercase(state), "cover_from": cover.from, "cover_to": cover.to,
    "since": "2020-01-01", "sum_insured": cover.amount, "used": cover.spent, "product": product, "bonus": cover.bonus }`,
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

/** A claim for the right eye on a served policy, which has a yearly limit for it. */
const eyeOf = (nth: number, amount: string) => ({
  ...claim,
  id: `CLM-EYE-${nth}`,
  pan: makePan(nth, 'P'),
  aadhaar: makeAadhaar(nth),
  policy: 'CORE-90',
  amount: undefined,
  admission: '2025-06-03',
  discharge: '2025-06-04',
  cataract: true,
  eye: 'right',
  items: [{ head: 'procedure', amount }],
});

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

/** Waits until a run shows why it waits. */
const untilItWaits = async (id: string, code: string): Promise<object> => {
  const waitsSo = async (): Promise<boolean> => {
    const { waiting_for: waiting } = await service.run(id);
    return waiting?.kind === 'records' && waiting.code === code;
  };
  await vi.waitUntil(waitsSo, { timeout: 30_000, interval: 50 });
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

  it('the terms of a product that the served policy names decide the bill line by line', async () => {
    const { db } = service.database;
    const as = { team_id: service.teamId, code: 'AS', title: 'Standard', rule_set: 'standard-health' };
    await db.insertInto('products').values(as).execute();
    const bill = {
      ...claim,
      id: 'CLM-LINES',
      pan: makePan(88, 'P'),
      policy: 'CORE-88',
      amount: undefined,
      admission: '2025-05-03',
      discharge: '2025-05-07',
      diagnosis: 'A97.0 dengue',
      items: [
        { head: 'room', rate: '8000', days: 4 },
        { head: 'surgeon', amount: '60000' },
        { head: 'pharmacy', amount: '18500' },
      ],
    };
    const run = await service.finished((await service.startRun('kyc', bill)).id);
    expect(run).toMatchObject({
      decision: 'approve',
      outcome: 'approve_part',
      rule_set: { id: 'standard-health', owner: 'service' },
      amount: { claimed: '110500.00', approved: '72200.00' },
    });
    const payout = await db
      .selectFrom('payouts')
      .select(['status', 'amount_paise', 'kept_sum_insured_paise'])
      .where('run_id', '=', run.id)
      .executeTakeFirst();
    expect(payout).toEqual({ status: 'queued', amount_paise: 7_220_000, kept_sum_insured_paise: 31_000_000 });
    // Terms that are not on file approve nothing.
    const other = { ...bill, id: 'CLM-UNHEARD', pan: makePan(89, 'P'), policy: 'CORE-89' };
    const unheard = await service.finished((await service.startRun('kyc', other)).id);
    expect(unheard).toMatchObject({ decision: 'escalate', outcome: 'refer', amount: null });
    expect(unheard.reasons.map(({ code }) => code)).toContain('RULE-NONE');
  });

  it('two claims at once stay within a yearly limit, and its counter moves once with their payouts', async () => {
    const { db } = service.database;
    const decided = async (nth: number, amount: string) =>
      service.finished((await service.startRun('kyc', eyeOf(nth, amount))).id);
    const counters = async () =>
      db
        .selectFrom('counters')
        .select(['year_from', 'benefit', 'used_paise'])
        .where('policy', '=', 'CORE-90')
        .execute();
    // People who are not on file as members share one limit of 40,000.
    const both = await Promise.all([decided(91, '30000'), decided(92, '36000')]);
    expect(both.map(({ decision }) => decision)).toEqual(['approve', 'approve']);
    const payouts = await db
      .selectFrom('payouts')
      .select(['id', 'amount_paise', 'moves'])
      .where('policy', '=', 'CORE-90')
      .execute();
    const moved = payouts.flatMap(({ moves }) => moves.map(({ paise }) => paise));
    expect(moved.reduce((sum, paise) => sum + paise, 0)).toBe(4_000_000);
    // The co-payment of 5 % comes after the limit.
    expect(payouts.reduce((sum, { amount_paise: paise }) => sum + paise, 0)).toBe(3_800_000);
    expect(await counters()).toEqual([]);
    const { teamId } = service;
    const { key } = await issueKey(db, { teamId, name: 'core system', scopes: ['records:write'] });
    const pay = async (id: string): Promise<number> => {
      const reply = await fetch(`${service.url}/v1/records/payouts/${id}/status`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ status: 'paid', reference: `UTR-${id}` }),
      });
      return reply.status;
    };
    // A report may be repeated.
    const reported = [...payouts, ...payouts].map(async ({ id }) => pay(id));
    expect(new Set(await Promise.all(reported))).toEqual(new Set([200]));
    expect(await counters()).toEqual([
      { year_from: new Date('2025-04-01'), benefit: 'cataract:right', used_paise: 4_000_000 },
    ]);
    // The limit is used up, so a third claim is not paid.
    const third = await decided(93, '20000');
    expect(third).toMatchObject({ decision: 'escalate', amount: { approved: '0.00' } });
    const again = await decided(91, '30000');
    expect(again).toMatchObject({ decision: 'approve' });
    expect(await counters()).toMatchObject([{ used_paise: 4_000_000 }]);
  });

  it('a person approves a claim by the institution’s own record, which the payout keeps', async () => {
    const given = { ...claim, id: 'CLM-REVIEW', pan: 'not a PAN', admission: '2026-09-04' };
    const run = await service.finished((await service.startRun('kyc', given)).id);
    const keyWith = async (scope: 'reviews:decide' | 'scan'): Promise<string> => {
      const { teamId } = service;
      return (await issueKey(service.database.db, { teamId, name: scope, scopes: [scope] })).key;
    };
    const [key, other] = [await keyWith('reviews:decide'), await keyWith('scan')];
    const decide = async (by = key): Promise<Response> =>
      fetch(`${service.url}/v1/reviews/${run.review!.id}/decide`, {
        method: 'POST',
        headers: { authorization: `Bearer ${by}`, 'content-type': 'application/json' },
        body: JSON.stringify({ option: 'approve' }),
      });
    await core.goAway();
    expect((await decide()).status).toBe(503);
    // A person who may not decide is refused before the core system is asked.
    expect((await decide(other)).status).toBe(403);
    await core.comeBack();
    expect((await decide()).status).toBe(200);
    const payout = await service.database.db
      .selectFrom('payouts')
      .select(['policy', 'status', 'kept_sum_insured_paise', 'kept_used_paise'])
      .where('run_id', '=', run.id)
      .executeTakeFirst();
    expect(payout).toEqual({
      policy: 'CORE-77',
      status: 'queued',
      kept_sum_insured_paise: 50_000_000,
      kept_used_paise: 100_000,
    });
  });

  it('a policy that the core system does not have is not on file, even if the table has one with that number', async () => {
    const run = await service.finished((await service.startRun('kyc', { ...claim, policy: 'HI-1001' })).id);
    expect(run.reasons.map(({ code }) => code)).toContain('ELIG-001');
  });

  it('the run waits while the core system is away, shows that, and decides once it is back', async () => {
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

describe('A live run', () => {
  it('the run waits for the core system, and the model gets the record and its source', async () => {
    await core.goAway();
    const tools = ['read_case', 'verify_identity', 'look_up_records', 'score_risk'] as const;
    const turns = [
      ...tools.map((tool) => call(tool)),
      call('decide', { decision: 'approve', explanation: 'As found.' }),
      call('write_record'),
    ];
    const given = { ...claim, id: 'CLM-LIVE', admission: '2026-06-04' };
    const { id } = await startLive(service, 'kyc', given, (run) =>
      scripts.add(run.id, byTurn(openai, ...turns)),
    );
    await untilItWaits(id, 'unreachable');
    expect(await rowsOf(id)).not.toContain('db.query');
    await core.comeBack();
    expect(await service.finished(id)).toMatchObject({
      mode: 'live',
      decision: 'approve',
      waiting_for: null,
    });
    const row = (await service.ledgerOf(id)).entries.find(({ action }) => action === 'db.query');
    expect(row?.detail).toMatchObject({
      policy: { number: 'CORE-77' },
      sources: { policies: { connector: 'core-policies', found: true } },
    });
    expect(JSON.stringify(scripts.askedOf(id))).toContain('CORE-77');
  });
});

describe('The circuit breaker', () => {
  it('after five failures nobody calls, and a successful test closes it', async () => {
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

describe('A run that sleeps for long', () => {
  it('the run continues soon after its core system has answered somebody else', async () => {
    const path = '/v1/connectors/core-policies';
    await service.database.db
      .updateTable('connectors')
      .set({ failures: 9, code: 'status', open_until: new Date(Date.now() + 280_000) })
      .where('name', '=', 'core-policies')
      .execute();
    const { id } = await service.startRun('kyc', { ...claim, id: 'CLM-4', admission: '2026-07-04' });
    await untilItWaits(id, 'circuit_open');
    // The pause of the run is as long as that of the breaker, which this call closes.
    await asAdmin('POST', `${path}/test`, { key: 'CORE-77' });
    expect(await service.finished(id)).toMatchObject({ decision: 'approve', waiting_for: null });
  });
});

describe('A deleted connector', () => {
  it('its creation and deletion are rows of the ledger, and steps read the table again', async () => {
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

describe('A caller whom a connector serves', () => {
  const CALLER = { phone: '9876501234', policy: 'HI-1010', code: '771204' };
  const call = { caller: 'Ravi Sample', phone: '+91 98765 01234', policy: 'HI-1010', otp: '771204' };
  const end = async (given: object) =>
    service.finished((await service.startRun('voice', { ...call, ...given })).id);

  beforeAll(async () => {
    core.behave((received, response, socket) =>
      received.path === '/callers/%2B919876501234'
        ? json(CALLER)(received, response, socket)
        : json({}, 404)(received, response, socket),
    );
    const http = { url: 'http://core.bank.example/callers/{key}' };
    const body = { kind: 'http', serves: 'callers', http };
    expect((await asAdmin('PUT', '/v1/connectors/core-callers', body)).status).toBe(201);
  });
  afterAll(async () => {
    await asAdmin('DELETE', '/v1/connectors/core-callers');
  });

  it('the caller is verified by the code of the institution’s own system, which works in one call', async () => {
    const run = await end({ id: 'CALL-1' });
    expect(run).toMatchObject({ decision: 'completed' });
    const rows = JSON.stringify((await service.ledgerOf(run.id)).entries);
    expect(rows).toContain('core-callers');
    expect(rows).not.toContain('771204');
    expect(rows).not.toContain('9876501234');
    expect((await end({ id: 'CALL-1' })).decision).toBe('completed');
    expect((await end({ id: 'CALL-2' })).reasons).toMatchObject([{ code: 'VOX-CODE-USED' }]);
    expect((await end({ id: 'CALL-3', phone: '9876501235' })).reasons).toMatchObject([
      { code: 'VOX-CALLER' },
    ]);
  });

  it('a new address goes to a person, and wrong codes invalidate the issued code', async () => {
    CALLER.code = '880011';
    const address = '14 Lake View Road, Bengaluru, Karnataka 560038';
    const moved = await end({ id: 'CALL-4', otp: '880011', address, readback: address, confirmed: 'yes' });
    expect(moved.reasons).toMatchObject([{ code: 'VOX-ADDRESS' }]);
    CALLER.code = '990022';
    for (const n of [5, 6, 7])
      expect((await end({ id: `CALL-${n}`, otp: '000000' })).reasons).toMatchObject([{ code: 'VOX-CODE' }]);
    expect((await end({ id: 'CALL-8', otp: '990022' })).reasons).toMatchObject([{ code: 'VOX-TRIES' }]);
  });
});

const sms = (idempotent: boolean) => ({
  kind: 'http',
  serves: 'messages',
  timeout_ms: 1_000,
  http: {
    method: 'POST',
    url: 'http://gateway.example/send',
    body: { to: '{to}', body: '{text}', template: '{kind}' },
    idempotent,
  },
});

const messageOf = async (runId: string) =>
  service.database.db
    .selectFrom('messages')
    .select(['state', 'code', 'attempts', 'to_masked'])
    .where('run_id', '=', runId)
    .executeTakeFirstOrThrow();

const ended = async (runId: string) => {
  await vi.waitUntil(async () => (await messageOf(runId)).state !== 'queued', {
    timeout: 30_000,
    interval: 50,
  });
  return messageOf(runId);
};

describe('Messages', () => {
  const PAN = makePan(11, 'P');
  const accounts = (received: Received, status: string): object | undefined =>
    received.path === '/accounts/AC-55'
      ? { number: 'AC-55', pan: PAN, email: 'meera.sample@mail.example', status }
      : undefined;
  const ticket = {
    customer: 'M. Sample',
    pan: PAN,
    account: 'AC-55',
    issue: 'I am locked out, please reset my access.',
  };
  const resolve = async (id: string) => {
    const run = await service.finished((await service.startRun('support', { ...ticket, id })).id);
    expect(run).toMatchObject({ decision: 'resolved' });
    return run.id;
  };

  beforeAll(async () => {
    core.behave((received, response, socket) => {
      const found = accounts(received, 'locked');
      return json(found ?? {}, found === undefined ? 404 : 200)(received, response, socket);
    });
    const url = 'http://core.bank.example/accounts/{key}';
    expect(
      (
        await asAdmin('PUT', '/v1/connectors/core-accounts', {
          kind: 'http',
          serves: 'accounts',
          http: { url },
        })
      ).status,
    ).toBe(201);
    expect((await asAdmin('PUT', '/v1/connectors/sms', sms(false))).status).toBe(201);
  });

  it('an alert is sent once with its key to the address from the account’s own system, and its recipient is stored sealed', async () => {
    const id = await resolve('T-1');
    expect(await ended(id)).toMatchObject({ state: 'sent', attempts: 1, code: null });
    expect(gateway.received).toHaveLength(1);
    const [sent] = gateway.received;
    expect(sent?.headers['idempotency-key']).toMatch(/^msg-[0-9a-f]+-device_alert$/);
    expect(JSON.parse(sent!.body)).toMatchObject({
      to: 'meera.sample@mail.example',
      template: 'device_alert',
    });
    expect(JSON.stringify((await service.ledgerOf(id)).entries)).not.toContain('meera.sample');
    const { entries } = (await (
      await asAdmin('GET', `/v1/govern/ledger/${String(sent?.headers['idempotency-key'])}`)
    ).json()) as { entries: object[] };
    expect(entries).toMatchObject([{ action: 'message.sent', detail: { run_id: id, attempts: 1 } }]);
  });

  it('a message whose outcome is unclear is not sent again, unless the receiver recognises its key', async () => {
    gateway.behave((_received, _response, socket) => socket.destroy());
    expect(await ended(await resolve('T-2'))).toMatchObject({
      state: 'failed',
      code: 'outcome_unknown',
      attempts: 1,
    });
    await asAdmin('PUT', '/v1/connectors/sms', sms(true));
    const before = gateway.received.length;
    const id = await resolve('T-3');
    await gateway.arrived(before + 1);
    gateway.behave(json({ accepted: true }));
    expect(await ended(id)).toMatchObject({ state: 'sent' });
    const keys = gateway.received.slice(before).map(({ headers }) => headers['idempotency-key']);
    expect(keys.length).toBeGreaterThan(1);
    expect(new Set(keys).size).toBe(1);
  });

  it('a message that the gateway refuses has failed, and one that nobody could receive is sent later', async () => {
    gateway.behave(json({ error: 'bad number' }, 422));
    expect(await ended(await resolve('T-4'))).toMatchObject({ state: 'failed', code: 'status', attempts: 1 });
    await gateway.goAway();
    const id = await resolve('T-5');
    await vi.waitUntil(async () => (await messageOf(id)).code === 'unreachable', {
      timeout: 30_000,
      interval: 50,
    });
    gateway.behave(json({ accepted: true }));
    await gateway.comeBack();
    expect(await ended(id)).toMatchObject({ state: 'sent' });
  });

  it('an account that its own system put on hold in the meantime is not reset', async () => {
    let calls = 0;
    core.behave((received, response, socket) => {
      calls += 1;
      return json(accounts(received, calls > 2 ? 'fraud_hold' : 'locked') ?? {})(received, response, socket);
    });
    const run = await service.finished((await service.startRun('support', { ...ticket, id: 'T-6' })).id);
    expect(run.reasons.map(({ code }) => code)).toEqual(['SUP-CHANGED']);
  });
});
