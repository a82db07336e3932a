import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, it } from 'vitest';
import { reconcileWorkflow } from '../../../src/activities/ledger/history.ts';
import type { ReviewSummary } from '../../../src/contract/review.ts';
import type { RunBody } from '../../../src/contract/run.ts';
import { dayInIndia, formatDay } from '../../../src/governance/dates.ts';
import { ASKED_AT_MOST_MS } from '../../../src/governance/reviews/asks.ts';
import { ruleSetHash } from '../../../src/governance/rule-sets/canonical.ts';
import { createPool } from '../../../src/store/db/client.ts';
import { issueKey } from '../../../src/store/keys/store.ts';
import { signedIn } from '../../helpers/signed-in.ts';
import { INVOICE } from '../../helpers/team-verticals.ts';
import { useService } from '../../helpers/use-service.ts';

type Headers = Readonly<Record<string, string>>;

const service = await useService();
const { db } = service.database;
const { teamId } = service;
const pool = createPool(service.env['DATABASE_URL']!, { onIdleError: () => undefined });
afterAll(async () => pool.end());

const send = async (
  method: string,
  path: string,
  sent: { readonly headers?: Headers; readonly body?: object } = {},
) => {
  const response = await fetch(service.url + path, {
    method,
    headers: {
      ...sent.headers,
      ...(sent.body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(sent.body !== undefined && { body: JSON.stringify(sent.body) }),
  });
  return {
    status: response.status,
    headers: response.headers,
    body: (await response.json()) as Record<string, unknown>,
  };
};

const api = { url: service.url, database: { db, pool }, send: send as never };
const asha = await signedIn(api, teamId, 'Asha Sample', ['analyst', 'reviewer']);
const binod = await signedIn(api, teamId, 'Binod Sample', ['analyst', 'committee']);
const { key } = await issueKey(db, {
  teamId,
  name: 'desk',
  scopes: ['records:write', 'reviews:read', 'ledger:read'],
});
const desk: Headers = { authorization: `Bearer ${key}` };

const VERSION = '/v1/verticals/invoice/versions/1';
const PIN = { id: 'invoice', version: 1, sha256: ruleSetHash(INVOICE) };

/** Waits until a run waits for a person, and returns the review. */
const reviewOf = async (runId: string): Promise<ReviewSummary> => {
  for (;;) {
    const { waiting_for: waits, status } = await service.run(runId);
    expect(status).toBe('running');
    if (waits?.kind === 'review') {
      expect(waits.tool).toBe('look');
      return (await send('GET', `/v1/reviews/${waits.review_id}`, { headers: desk }))
        .body as unknown as ReviewSummary;
    }
    await sleep(100);
  }
};

/** The sample, dated today, because an old invoice is a finding. */
const SAMPLE = { ...INVOICE.sample, invoice_date: formatDay(dayInIndia(new Date())) };

const RUNS = '/v1/workforce/verticals/invoice/runs';

const start = async (value: object = SAMPLE): Promise<RunBody> => startWith({ case: value });

const startWith = async (given: object): Promise<RunBody> => {
  const response = await service.request('POST', RUNS, given);
  expect(response.status).toBe(202);
  return (await response.json()) as RunBody;
};

it('a vertical that a team wrote goes through its approvals, and decides invoices with people and rows', async () => {
  expect((await service.request('POST', RUNS, {})).status).toBe(404);

  const drafted = await send('PUT', VERSION, { headers: asha, body: INVOICE });
  expect(drafted, JSON.stringify(drafted.body['faults'])).toMatchObject({
    status: 201,
    body: { faults: [], sha256: PIN.sha256 },
  });
  expect((await send('POST', `${VERSION}/propose`, { headers: asha })).status).toBe(200);
  expect((await send('POST', `${VERSION}/approve`, { headers: asha })).status).toBe(403);
  expect((await send('POST', `${VERSION}/approve`, { headers: binod })).status).toBe(200);
  expect((await send('POST', `${VERSION}/activate`, { headers: binod, body: {} })).status).toBe(200);
  const { body } = await send('GET', '/v1/verticals/invoice', { headers: asha });
  expect(body).toMatchObject({ in_force: { ...PIN, owner: 'team' }, versions: [{ state: 'active' }] });

  const [matching] = INVOICE.tests;
  const { order, receipt } = matching!.results;
  for (const [collection, record] of [
    ['purchase_orders', order],
    ['goods_receipts', receipt],
  ] as const)
    expect(
      (await send('PUT', `/v1/collections/${collection}/PO-5001`, { headers: desk, body: record! })).status,
    ).toBe(200);

  const first = await service.finished((await start()).id);
  expect(first, JSON.stringify(first.error)).toMatchObject({
    vertical: 'invoice',
    vertical_version: PIN,
    status: 'succeeded',
    decision: 'approve',
    reasons: [],
  });
  expect(first.steps.map(({ action, status }) => [action, status])).toEqual(
    [
      'case.check',
      'pii.scan',
      'db.query',
      'db.query',
      'db.query',
      'case.compute',
      'rules.apply',
      'case.review',
      'agent.decision',
      'db.write',
    ].map((action) => [action, 'done']),
  );
  const { entries } = await service.ledgerOf(first.id);
  const { body: inventory } = await send('GET', '/v1/govern/systems', { headers: desk });
  expect(inventory['systems']).toContainEqual(
    expect.objectContaining({ id: 'vertical:invoice', name: INVOICE.title, version: 'invoice@1' }),
  );
  expect(entries.map(({ detail }) => detail['vertical'])).toEqual(entries.map(() => PIN));
  expect(JSON.stringify(entries)).not.toContain(INVOICE.sample['vendor_gstin']);

  // The same invoice again: the first run's record contradicts it, and a person denies.
  const again = await startWith({ case_of: first.id });
  expect((await service.request('POST', RUNS, { case_of: 'run_0' })).status).toBe(404);
  const review = await reviewOf(again.id);
  expect(review).toMatchObject({
    kind: 'step',
    vertical: 'invoice',
    subject: { kind: 'step', id: 'look' },
    options: ['approve', 'deny', 'refer'],
    reasons: [{ code: 'INV-DUPLICATE' }],
  });
  const decide = `/v1/reviews/${review.id}/decide`;
  expect(await send('POST', decide, { headers: asha, body: { option: 'deny' } })).toMatchObject({
    status: 422,
  });
  const denial = { option: 'deny', reason: 'It was paid already.' };
  expect((await send('POST', decide, { headers: asha, body: denial })).status).toBe(200);
  expect(await service.finished(again.id)).toMatchObject({
    decision: 'reject',
    reasons: [{ code: 'INV-DUPLICATE' }],
    waiting_for: null,
  });

  // An outage may last longer than other steps are repeated for, because a run may wait for days.
  const { events } = await service.engine.workflow.getHandle(again.id).fetchHistory();
  const limits = (events ?? []).flatMap(({ activityTaskScheduledEventAttributes: scheduled }) =>
    scheduled?.activityType?.name?.endsWith('StepReview') === true
      ? [Number(scheduled.scheduleToCloseTimeout?.seconds ?? 0) * 1_000]
      : [],
  );
  expect(limits.length).toBeGreaterThan(1);
  // Zero is not a limit of its own.
  expect(limits.filter((limit) => limit !== 0 && limit < ASKED_AT_MOST_MS)).toEqual([]);

  // A person refers a question to the committee, whose approval lets the run write.
  const dear = await start({ ...SAMPLE, invoice_no: 'S/26-27/0418', total: '43,661.00' });
  const asked = await reviewOf(dear.id);
  expect(asked.reasons.map(({ code }) => code)).toEqual(['INV-TOTAL']);
  const answer = async (id: string, headers: Headers, option: string) =>
    expect((await send('POST', `/v1/reviews/${id}/decide`, { headers, body: { option } })).status).toBe(200);
  await answer(asked.id, asha, 'refer');
  const { body: list } = await send('GET', '/v1/reviews?state=open', {
    headers: desk,
  });
  const next = (list['reviews'] as ReviewSummary[]).find(({ run_id: runId }) => runId === dear.id)!;
  expect(next).toMatchObject({ asked: ['committee'], options: ['approve', 'deny'] });
  await answer(next.id, binod, 'approve');
  expect(await service.finished(dear.id)).toMatchObject({
    decision: 'approve',
    reasons: [{ code: 'INV-TOTAL' }],
  });

  // The audit explains every row by an activity, and reports a missing row of an activity.
  const closed = { teamId, workflowId: dear.id, type: 'teamVerticalRun' };
  const { runId } = await service.engine.workflow.getHandle(dear.id).describe();
  const audited = async (rows: Pick<typeof pool, 'query'>) =>
    reconcileWorkflow({ pool: rows as typeof pool, client: service.engine }, { ...closed, runId });
  expect(await audited(pool)).toEqual([]);
  const hiding = async (text: string, values: unknown[]) => {
    const { rows } = await pool.query<{ action: string }>(text, values);
    return { rows: rows.filter(({ action }) => action !== 'db.write') };
  };
  expect(await audited({ query: hiding as unknown as typeof pool.query })).toMatchObject([
    { kind: 'missing_row', reason: expect.stringContaining('step.write') as string },
  ]);

  // A new version does not change an earlier run's own version, and a suspended vertical starts no runs.
  const listed = await service.request('GET', '/v1/workforce/runs?vertical=invoice');
  expect(((await listed.json()) as { runs: RunBody[] }).runs.map(({ id }) => id)).toEqual([
    dear.id,
    again.id,
    first.id,
  ]);
  expect(
    (await send('POST', `${VERSION}/roll-back`, { headers: binod, body: { reason: 'A test.' } })).status,
  ).toBe(200);
  expect((await service.request('POST', RUNS, {})).status).toBe(404);
  expect((await service.run(first.id)).vertical_version).toEqual(PIN);
});
