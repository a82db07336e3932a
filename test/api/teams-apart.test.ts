import { randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { operations } from '../../src/contract/operations/index.ts';
import type { Operation } from '../../src/contract/operation.ts';
import { grantableScopes } from '../../src/contract/scopes.ts';
import { startOperatorBody } from '../../src/contract/operator.ts';
import type { RunBody } from '../../src/contract/run.ts';
import { createAgentTask } from '../../src/runs/agent/task/create.ts';
import { filesOfRun } from '../../src/runs/agent/read-files.ts';
import { createAnalysis } from '../../src/runs/agent/analysis/create.ts';
import { storeUpload } from '../../src/runs/document/stored.ts';
import { KeyRing } from '../../src/store/crypto/key-ring.ts';
import { newLedgerRef } from '../../src/ids.ts';
import { storeSession } from '../../src/store/sandboxes/sessions.ts';
import { createLedger } from '../../src/ledger/index.ts';
import { addPerson } from '../../src/people/people.ts';
import { commandLine } from '../../src/people/rows.ts';
import { openSession } from '../../src/people/sessions.ts';
import { revokeKey } from '../../src/store/keys/store.ts';
import { rotateKey } from '../../src/store/keys/rotate.ts';
import { createOperatorRun } from '../../src/runs/operator/create.ts';
import { requestCancel } from '../../src/runs/vertical/cancel.ts';
import { listRuns } from '../../src/runs/vertical/list.ts';
import { readRun } from '../../src/runs/vertical/read.ts';
import { isRefOfRun, ledgerRefOf } from '../../src/runs/vertical/run-refs.ts';
import { createWebhook } from '../../src/store/webhooks/endpoints.ts';
import { addTest } from '../../src/store/webhooks/deliveries.ts';
import { markStarted } from '../../src/runs/vertical/started.ts';
import { bySomeKey, someKey } from '../helpers/actors.ts';
import { problemOf, startTestApi, type TestApi } from '../helpers/api.ts';
import { createRecords } from '../helpers/records.ts';
import { createReview } from '../helpers/reviews.ts';
import { createOwnRules } from '../helpers/rule-sets.ts';
import { createOwnPolicy, REFUNDS } from '../helpers/agent-policies.ts';
import { createOwnVertical, INVOICE } from '../helpers/team-verticals.ts';
import { openStream } from '../helpers/live-stream.ts';

const ALL = grantableScopes;

let api: TestApi;
let ours: { teamId: string; key: string; keyId: string };
let theirs: { teamId: string; key: string; keyId: string };
let run: RunBody;
let records: Readonly<Record<string, string>>;
let review: string;
let backtest: string;
const sandbox = newLedgerRef('sandbox');
let person: { id: string; sessionId: string };
let refs: Readonly<
  Record<
    'document' | 'task' | 'analysis' | 'operator' | 'taskFile' | 'analysisFile' | 'webhook' | 'delivery',
    string
  >
>;

beforeAll(async () => {
  api = await startTestApi();
  ours = await api.newTeam(ALL);
  theirs = await api.newTeam(ALL);
  run = (await api.send<RunBody>('POST', '/v1/workforce/verticals/kyc/runs', { key: theirs.key })).body;
  const url = 'https://core.example.in/{key}';
  const connector = { kind: 'http', serves: 'policies', http: { url } };
  await api.send('PUT', '/v1/connectors/theirs', { key: theirs.key, body: connector });
  const credential = { hosts: ['portal.example.in'], fields: { password: 'made-up' } };
  await api.send('PUT', '/v1/credentials/theirs', { key: theirs.key, body: credential });
  refs = await createAgentRuns(theirs.teamId);
  records = await createRecords(api.database.db, theirs.teamId, run.id);
  review = await createReview(api.database, theirs.teamId, bySomeKey);
  backtest = await createOwnRules(api, theirs);
  const times = { idleMs: 600_000, lifetimeMs: 600_000 };
  const owner = { teamId: theirs.teamId, askedBy: someKey };
  const session = { id: sandbox, profile: 'python', memoryMb: 512, ...owner, ...times } as const;
  await api.database.db
    .transaction()
    .execute(async (tx) => storeSession(tx, session, { sandboxes: 1, memoryMb: 512 }));
  await createOwnVertical(api, theirs);
  await createOwnPolicy(api, theirs);
  person = await signedInPerson(theirs.teamId);
  await createLedger({ pool: api.database.pool }).append({
    teamId: theirs.teamId,
    ledgerRef: run.ledger_ref,
    step: 1,
    action: 'fs.read',
    governance: 'none',
    summary: 'read',
    detail: {},
    actor: bySomeKey,
  });
});

const signedInPerson = async (teamId: string): Promise<typeof person> => {
  const ledger = createLedger({ pool: api.database.pool });
  const wanted = { teamId, name: 'Asha Sample', roles: ['viewer'], rolesFrom: 'here' } as const;
  return api.database.db.transaction().execute(async (tx) => {
    const added = (await addPerson(tx, ledger, wanted, commandLine))!;
    const { sessionId } = await openSession(tx, ledger, added, { how: 'link', client: 'test' });
    return { id: added.id, sessionId };
  });
};

/** Creates one run of each kind that uses a model, and a webhook, stored as the API stores them. */
const createAgentRuns = async (teamId: string): Promise<typeof refs> => {
  const ring = new KeyRing([{ id: 'k1', key: randomBytes(32) }], 'case-vault');
  const model = { name: 'a-model', budgets: { turns: 1, tool_calls: 1, tokens: 1, wall_ms: 1, cost: 0 } };
  return api.database.db.transaction().execute(async (tx) => {
    const wish = startOperatorBody.parse({ task: 'x' });
    const bounds = { tokens: 1, cost: 0 };
    const operator = { teamId, askedBy: someKey, wish, allow: [], model, bounds, taskQueue: 'none' };
    const file = { name: 'x', content: Buffer.from('x') };
    const task = await createAgentTask(tx, ring, {
      teamId,
      askedBy: someKey,
      task: 'x',
      files: [file],
      model,
    });
    const datasets = [file];
    const analysis = await createAnalysis(tx, ring, {
      teamId,
      askedBy: someKey,
      question: 'x',
      datasets,
      model,
    });
    const fileOf = async (ledgerRef: string): Promise<string> =>
      (await filesOfRun(tx, { teamId, ledgerRef }))[0]!.id;
    const hook = await createWebhook(tx, ring, {
      teamId,
      url: 'https://a.example.in/',
      events: ['run.error'],
    });
    const parts = [{ format: 'text', content: Buffer.from('x') }];
    const document = await storeUpload(tx, ring, { teamId, askedBy: someKey, parts });
    const webhook = hook!.record.id;
    const delivery = await addTest(tx, { teamId, webhookId: webhook, eventId: 'evt_1' });
    return {
      document,
      webhook,
      delivery: delivery.id,
      task,
      analysis,
      taskFile: await fileOf(task),
      analysisFile: await fileOf(analysis),
      operator: (await createOperatorRun(tx, ring, operator)).run_id,
    };
  });
};

/** Every operation that addresses a team's resource, taken from the contract so that a new operation cannot be forgotten. */
const withIds = operations.filter(
  // Writing a record creates one that belongs to the team.
  ({ params, access, id, method }) =>
    params !== undefined && access !== 'public' && id !== 'startRun' && method !== 'put',
);

/** Request bodies for operations that check the body before they look up the id. */
const BODIES: Readonly<Record<string, object>> = {
  approveOperatorAction: { id: 'none', approve: true },
  testConnector: { key: 'x' },
  decideReview: { option: 'resolve' },
  commentReview: { text: 'x' },
  activateRuleSet: {},
  activateTeamVertical: {},
  rollBackTeamVertical: { reason: 'x' },
  activateAgentPolicy: {},
  rollBackAgentPolicy: { reason: 'x' },
  dryRunAgentPolicy: {},
  rollBackRuleSet: { reason: 'x' },
  startBacktest: {},
  startShadow: {},
  reviseRun: {},
  runInSandbox: { code: '1' },
  reportPayout: { status: 'paid', reference: 'x' },
  changeRoles: { roles: [] },
  describeSystem: { owner: null, risk_tier: null, validator: null, approved_on: null, next_review: null },
};

const idIn = (path: string): string => {
  if (path.includes('/admin/keys/')) return theirs.keyId;
  if (path.startsWith('/v1/records/')) return records[path.split('/')[3]!]!;
  if (path.includes('/people/')) return person.id;
  if (path.includes('/sessions/')) return person.sessionId;
  if (path.startsWith('/v1/webhooks/')) return refs.webhook;
  if (path.startsWith('/v1/documents/')) return refs.document;
  if (path.startsWith('/v1/reviews/')) return review;
  if (path.startsWith('/v1/sandboxes/')) return sandbox;
  if (path.startsWith('/v1/rule-sets/')) return 'their-rules';
  if (path.startsWith('/v1/verticals/')) return INVOICE.id;
  if (path.startsWith('/v1/agent-policies/')) return REFUNDS.id;
  if (path.startsWith('/v1/collections/')) return 'PO-1';
  if (!path.includes('/files/')) return run.id;
  return path.startsWith('/v1/analyze/') ? refs.analysisFile : refs.taskFile;
};

const pathOf = (spec: Operation): string => {
  const id = idIn(spec.path);
  const ref = spec.path.startsWith('/v1/agents/')
    ? refs.task
    : spec.path.startsWith('/v1/analyze/')
      ? refs.analysis
      : run.ledger_ref;
  const query = spec.path.endsWith('/diff') ? '?from=1&to=1' : '';
  return (spec.path + query)
    .replace('{version}', '1')
    .replace('{backtest_id}', backtest)
    .replace('{collection}', 'purchase_orders')
    .replace('{id}', id)
    .replace('{key}', id)
    .replace('{ref}', ref)
    .replace('{run_id}', refs.operator)
    .replace('{name}', 'theirs')
    .replace('{delivery_id}', refs.delivery)
    .replace('{n}', '1');
};

describe('Data of another team', () => {
  it.each(withIds.map((spec) => [spec.id, spec] as const))(
    '%s returns 404 exactly as for an unknown id',
    async (_id, spec) => {
      const sent = { key: ours.key, ...(spec.id in BODIES && { body: BODIES[spec.id]! }) };
      const foreign = await api.send(spec.method.toUpperCase(), pathOf(spec), sent);
      expect(foreign.status).toBe(404);
      const unknown = await api.send(
        spec.method.toUpperCase(),
        (spec.path + (spec.path.endsWith('/diff') ? '?from=1&to=1' : ''))
          .replace('{version}', '9')
          .replace('{backtest_id}', 'bt_0')
          .replace('{collection}', 'no_orders')
          .replace(
            '{id}',
            /^\/v1\/(rule-sets|verticals|agent-policies)\//.test(spec.path) ? 'no-rules' : 'run_0',
          )
          .replace('{key}', 'none')
          .replace('{ref}', 'wf-0')
          .replace('{run_id}', 'op_0')
          .replace('{name}', 'none')
          .replace('{delivery_id}', 'dlv_0')
          .replace('{n}', '1'),
        sent,
      );
      expect(foreign.body).toEqual({ ...unknown.body, request_id: foreign.body['request_id'] });
    },
  );

  it('the ledger of another team’s run shows neither its entries nor their number', async () => {
    const { status, body } = await api.send('GET', `/v1/workforce/runs/${run.id}/ledger`, { key: ours.key });
    expect(status).toBe(404);
    expect(Object.keys(body).toSorted()).toEqual(['detail', 'request_id', 'status', 'title', 'type']);
  });

  it('the team itself can read its data', async () => {
    // A screenshot exists only once the run has taken one, a video once it was made, a ClaimResponse once the run has ended, and these
    // files are sealed with the test's own key.
    const readable = withIds.filter(
      ({ method, path, id }) =>
        method === 'get' && !/\{n\}|\/files\/|\/video/.test(path) && id !== 'readClaimResponse',
    );
    for (const spec of readable) {
      // A stream lasts as long as its run, so only its head is read.
      const isStream = Object.values(spec.replies).some(({ type }) => type === 'text/event-stream');
      const seen = isStream
        ? await openStream(api.url + pathOf(spec), { key: theirs.key })
        : await api.send('GET', pathOf(spec), { key: theirs.key });
      if ('cut' in seen) seen.cut();
      expect(seen.status).toBe(200);
    }
  });

  it.each(['scan-', 'doc-', 'run-', 'task-', 'analyze-', 'op_'])(
    'another team’s %s ref gets a 404',
    async (prefix) => {
      const ledgerRef = `${prefix}1`;
      const entry = {
        teamId: theirs.teamId,
        ledgerRef,
        step: 1,
        action: 'a.b',
        governance: 'none',
        summary: 's',
        detail: {},
        actor: bySomeKey,
      };
      await createLedger({ pool: api.database.pool }).append(entry);
      expect((await api.send('GET', `/v1/govern/ledger/${ledgerRef}`, { key: theirs.key })).status).toBe(200);
      expect((await api.send('GET', `/v1/govern/ledger/${ledgerRef}`, { key: ours.key })).status).toBe(404);
    },
  );

  it('lists contain nothing that belongs to another team', async () => {
    expect((await api.send('GET', '/v1/workforce/runs', { key: ours.key })).body['runs']).toEqual([]);
    expect((await api.send('GET', '/v1/reviews', { key: ours.key })).body['reviews']).toEqual([]);
    const { body } = await api.send<{ keys: { id: string }[] }>('GET', '/v1/admin/keys', { key: ours.key });
    expect(body.keys.map(({ id }) => id)).toEqual([ours.keyId]);
  });

  it('the same Idempotency-Key does not return another team’s run', async () => {
    const headers = { 'idempotency-key': 'shared-by-chance' };
    const first = await api.send<RunBody>('POST', '/v1/workforce/verticals/kyc/runs', {
      key: theirs.key,
      headers,
    });
    const second = await api.send<RunBody>('POST', '/v1/workforce/verticals/kyc/runs', {
      key: ours.key,
      headers,
    });
    expect(second.status).toBe(202);
    expect(second.body.id).not.toBe(first.body.id);
    expect(second.headers.has('idempotency-replayed')).toBe(false);
  });

  it('another team’s cursor is rejected', async () => {
    await api.send('POST', '/v1/workforce/verticals/kyc/runs', { key: theirs.key });
    const page = await api.send('GET', '/v1/workforce/runs?limit=1', { key: theirs.key });
    const cursor = page.body['next_cursor'] as string;
    const answer = await api.send('GET', `/v1/workforce/runs?cursor=${cursor}`, { key: ours.key });
    expect(problemOf(answer)).toBe('invalid-request');
  });
});

describe('A store function with the wrong team', () => {
  it('store functions find and change nothing', async () => {
    const { db } = api.database;
    const wrong = { teamId: ours.teamId, runId: run.id };
    const before = await db.selectFrom('runs').selectAll().where('id', '=', run.id).executeTakeFirstOrThrow();
    expect(await readRun(db, wrong)).toBeUndefined();
    expect(await ledgerRefOf(db, wrong)).toBeUndefined();
    expect(await isRefOfRun(db, { teamId: ours.teamId, ledgerRef: run.ledger_ref })).toBe(false);
    expect(
      (await listRuns(db, { teamId: ours.teamId, limit: 100 })).runs.some(({ id }) => id === run.id),
    ).toBe(false);
    expect(await requestCancel(db, wrong, someKey)).toBeUndefined();
    await markStarted(db, wrong);
    expect(await revokeKey(db, { teamId: ours.teamId, keyId: theirs.keyId })).toBeUndefined();
    expect(
      await db
        .transaction()
        .execute(async (tx) => rotateKey(tx, { teamId: ours.teamId, keyId: theirs.keyId, graceSeconds: 0 })),
    ).toBeUndefined();
    const after = await db.selectFrom('runs').selectAll().where('id', '=', run.id).executeTakeFirstOrThrow();
    expect(after).toEqual(before);
    expect((await api.send('GET', '/v1/workforce/runs', { key: theirs.key })).status).toBe(200);
  });
});
