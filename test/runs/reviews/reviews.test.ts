import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ReviewBody, ReviewOption } from '../../../src/contract/review.ts';
import type { Role } from '../../../src/contract/roles.ts';
import type { Scope } from '../../../src/contract/scopes.ts';
import { verticals } from '../../../src/governance/verticals/index.ts';
import type { JsonObject } from '../../../src/ledger/canonical.ts';
import { actedBy, createLedger, keyIssued } from '../../../src/ledger/index.ts';
import { personActor } from '../../../src/people/caller.ts';
import { addPerson } from '../../../src/people/people.ts';
import { commandLine } from '../../../src/people/rows.ts';
import { decideReview, type DecidingReviewer } from '../../../src/runs/reviews/decide.ts';
import { digestOfEvidence } from '../../../src/runs/reviews/evidence.ts';
import { createPool } from '../../../src/store/db/client.ts';
import { issueKey } from '../../../src/store/keys/store.ts';
import { METRICS_TOKEN } from '../../helpers/contract.ts';
import { makeAadhaar, makePan } from '../../helpers/identifiers.ts';
import { sendAs } from '../../helpers/send-as.ts';
import { useService } from '../../helpers/use-service.ts';

const service = await useService();
const { db } = service.database;
const pool = createPool(service.env['DATABASE_URL']!, { onIdleError: () => undefined });
const ledger = createLedger({ pool });
afterAll(async () => pool.end());

/** A key that the command line issued, so there is no person behind it. */
let desk: string;
let asha: DecidingReviewer;
let bala: DecidingReviewer;
let chitra: DecidingReviewer;

const newKey = async (scopes: readonly Scope[], issuer?: DecidingReviewer): Promise<string> => {
  const { teamId } = service;
  const { key, record } = await issueKey(db, { teamId, name: 'desk', scopes: [...scopes] });
  if (issuer !== undefined) await ledger.append(keyIssued({ teamId, actor: issuer.by }, record));
  return key;
};

const newPerson = async (name: string, role: Role): Promise<DecidingReviewer> => {
  const wanted = { teamId: service.teamId, name, roles: [role], rolesFrom: 'here' } as const;
  const added = await db.transaction().execute(async (tx) => addPerson(tx, ledger, wanted, commandLine));
  const actor = personActor(added!);
  return { actor, subject: actor.id, roles: new Set([role]), by: actedBy(actor) };
};

beforeAll(async () => {
  desk = await newKey(['reviews:read', 'reviews:decide', 'admin', 'records:write']);
  asha = await newPerson('Asha Sample', 'reviewer');
  bala = await newPerson('Bala Sample', 'reviewer');
  chitra = await newPerson('Chitra Sample', 'committee');
});

const call = async (
  method: string,
  path: string,
  { key = desk, body }: { key?: string; body?: object } = {},
) => sendAs(key, service, method, path, body);

const read = async (id: string): Promise<ReviewBody> =>
  (await call('GET', `/v1/reviews/${id}`)).body as unknown as ReviewBody;

const reviewsOf = async (runId: string) =>
  db
    .selectFrom('reviews')
    .select(['id', 'kind', 'state'])
    .where('run_id', '=', runId)
    .orderBy('created_at')
    .execute();

const onlyReviewOf = async (runId: string): Promise<ReviewBody> => {
  const reviews = await reviewsOf(runId);
  expect(reviews).toHaveLength(1);
  return read(reviews[0]!.id);
};

const decideAs = async (who: DecidingReviewer, reviewId: string, option: ReviewOption, reason?: string) =>
  db.transaction().execute(async (tx) => {
    const wanted = { option, reason, note: undefined };
    const refusal = await decideReview(tx, ledger, { teamId: service.teamId, reviewId }, who, wanted);
    if (refusal !== undefined) throw Object.assign(new Error(refusal.detail), refusal);
  });

const actionsOf = async (ref: string): Promise<readonly string[]> =>
  (await ledger.read(service.teamId, ref)).map(({ action }) => action);

const eventsOf = async (subject: string): Promise<readonly string[]> =>
  (
    await db
      .selectFrom('events_outbox')
      .select('type')
      .where('subject', '=', subject)
      .orderBy('created_at')
      .execute()
  ).map(({ type }) => type);

const until = async (isTrue: () => Promise<boolean>): Promise<void> => {
  while (!(await isTrue())) await sleep(50);
};

let patients = 0;

/** A claim for 20,000 rupees of a separate patient, which is approved unless something is changed. */
const newClaim = (changes: object = {}) => {
  patients += 1;
  return {
    id: `R-${patients}`,
    pan: makePan(patients, 'P'),
    aadhaar: makeAadhaar(patients),
    policy: 'HI-1001',
    amount: '20000',
    admission: '2026-11-04',
    diagnosis: `illness ${patients}`,
    ...changes,
  };
};

const submit = async (vertical: 'kyc' | 'it' | 'support' | 'voice', given: object): Promise<string> => {
  const { id } = await service.startRun(vertical, given as Readonly<Record<string, unknown>>);
  expect((await service.finished(id)).status).toBe('succeeded');
  return id;
};

const escalated = async (changes: object = {}): Promise<{ runId: string; review: ReviewBody }> => {
  const runId = await submit('kyc', newClaim({ pan: 'not a PAN', ...changes }));
  return { runId, review: await onlyReviewOf(runId) };
};

const payoutsOf = async (runId: string) =>
  db.selectFrom('payouts').select(['id', 'status']).where('run_id', '=', runId).execute();

const claimOf = async (runId: string) =>
  db
    .selectFrom('claims')
    .select(['decision', 'review'])
    .where('run_id', '=', runId)
    .executeTakeFirstOrThrow();

/** Returns the answer that the hospital's system reads about a claim. */
const responseTo = async (runId: string): Promise<unknown> =>
  (await service.request('GET', `/v1/workforce/runs/${runId}/claim-response`)).json();

describe('A claim that a machine must not decide', () => {
  it('one of a hundred approvals at once pays the claim, and the others learn that it is decided', async () => {
    const { runId, review } = await escalated({ request: 'cashless' });
    expect(review).toMatchObject({
      kind: 'escalation',
      state: 'open',
      subject: { kind: 'claim' },
      reasons: expect.arrayContaining([expect.objectContaining({ code: 'KYC-PAN' })]),
      options: ['approve', 'reject', 'send_back', 'refer'],
      roles: { approve: ['reviewer', 'committee'], reject: ['committee'] },
      four_eyes: false,
      submitted_by: { kind: 'key', id: service.keyId },
      evidence: { record: { run_id: runId, amount: '20000.00' } },
    });
    expect(Date.parse(review.due_at) - Date.parse(review.created_at)).toBeLessThanOrEqual(3_600_000);
    expect(digestOfEvidence(review.evidence as JsonObject)).toBe(review.evidence_sha256);
    expect(JSON.stringify(review)).not.toContain(makeAadhaar(patients));
    expect((await service.run(runId)).review).toMatchObject({ id: review.id, state: 'open', option: null });
    expect(await responseTo(runId)).toMatchObject({ outcome: 'queued' });

    const path = `/v1/reviews/${review.id}/decide`;
    const body = { option: 'approve', note: 'The PAN card was seen.' };
    const answers = await Promise.all(Array.from({ length: 100 }, async () => call('POST', path, { body })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ problem }) => problem === 'review-closed')).toHaveLength(99);

    expect(await payoutsOf(runId)).toMatchObject([{ status: 'queued' }]);
    expect(await claimOf(runId)).toMatchObject({
      decision: 'approve',
      review: { id: review.id, option: 'approve' },
    });
    expect(await actionsOf(review.id)).toEqual(['review.opened', 'review.decided']);
    expect(await eventsOf(review.id)).toEqual(['review.opened', 'review.decided']);
    expect((await ledger.read(service.teamId, review.id))[1]!.detail).toMatchObject({
      option: 'approve',
      evidence_sha256: review.evidence_sha256,
      changed: { payout: 'queued', amount: '20000.00' },
    });
    const run = await service.run(runId);
    expect(run).toMatchObject({ status: 'succeeded', decision: 'escalate' });
    expect(run.review).toMatchObject({ id: review.id, state: 'decided', option: 'approve' });
    expect(await responseTo(runId)).toMatchObject({
      outcome: 'complete',
      total: [{ amount: { value: 20_000, currency: 'INR' } }],
    });
  });

  it('two people approve a large amount, and keys of the first do not count as the second', async () => {
    const minutes = { due_minutes: 600, remind_minutes: 10, expire_minutes: 60 };
    const rules = { four_eyes_above: 10_000, ...minutes };
    expect(await call('PUT', '/v1/reviews/policy', { body: rules })).toMatchObject({
      status: 200,
      body: { ...rules, version: 1 },
    });
    const { runId, review } = await escalated();
    expect(review.four_eyes).toBe(true);
    await decideAs(asha, review.id, 'approve');
    expect(await read(review.id)).toMatchObject({ state: 'open', decisions: [{ option: 'approve' }] });
    expect(await payoutsOf(runId)).toEqual([]);
    const key = await newKey(['reviews:decide'], asha);
    const body = { option: 'approve' };
    const again = await call('POST', `/v1/reviews/${review.id}/decide`, { key, body });
    expect(again).toMatchObject({ status: 403, problem: 'another-person-needed' });
    await decideAs(bala, review.id, 'approve');
    expect(await payoutsOf(runId)).toMatchObject([{ status: 'queued' }]);
    expect(await actionsOf(review.id)).toEqual([
      'review.opened',
      'review.approved_first',
      'review.refused',
      'review.decided',
    ]);
    await call('PUT', '/v1/reviews/policy', { body: { ...rules, four_eyes_above: null } });
  });

  it('nobody decides a case that they submitted with a key of theirs', async () => {
    const key = await newKey(['runs:write'], asha);
    const path = '/v1/workforce/verticals/kyc/runs';
    const started = await call('POST', path, { key, body: { case: newClaim({ pan: 'not a PAN' }) } });
    const runId = String(started.body['id']);
    await service.finished(runId);
    const { id } = await onlyReviewOf(runId);
    await expect(decideAs(asha, id, 'approve')).rejects.toMatchObject({ refused: 'another-person-needed' });
    await decideAs(bala, id, 'send_back', 'Please send a copy of the PAN card.');
    expect(await claimOf(runId)).toMatchObject({
      decision: 'escalate',
      review: { option: 'send_back', reason: 'Please send a copy of the PAN card.' },
    });
  });

  it('only the committee rejects, and a referred claim opens a new review for it', async () => {
    const { runId, review } = await escalated();
    await expect(decideAs(bala, review.id, 'reject', 'No.')).rejects.toMatchObject({
      refused: 'role-missing',
    });
    const rejected = await call('POST', `/v1/reviews/${review.id}/decide`, {
      body: { option: 'reject', reason: 'The PAN is not valid.' },
    });
    expect(rejected).toMatchObject({ status: 403, problem: 'role-missing' });
    await decideAs(bala, review.id, 'refer');
    const next = (await reviewsOf(runId))[1]!;
    expect(await read(next.id)).toMatchObject({
      state: 'open',
      asked: ['committee'],
      options: ['approve', 'reject', 'send_back'],
      evidence_sha256: review.evidence_sha256,
      expires_at: null,
      on_expiry: 'stay',
    });
    await decideAs(chitra, next.id, 'reject', 'The PAN on the form is not valid.');
    expect((await service.run(runId)).review).toMatchObject({
      id: next.id,
      option: 'reject',
      reason: 'The PAN on the form is not valid.',
    });
    expect(await claimOf(runId)).toMatchObject({ decision: 'escalate', review: { option: 'reject' } });
    expect(await payoutsOf(runId)).toEqual([]);
    expect(await responseTo(runId)).toMatchObject({
      outcome: 'complete',
      disposition: 'The claim is rejected.',
      processNote: [{ text: 'The PAN on the form is not valid.' }],
    });
  });

  it('a review of a case that was submitted again is closed', async () => {
    const claim = newClaim({ pan: 'not a PAN' });
    const first = await onlyReviewOf(await submit('kyc', claim));
    const second = await onlyReviewOf(await submit('kyc', claim));
    const body = { option: 'approve' };
    const late = await call('POST', `/v1/reviews/${first.id}/decide`, { body });
    expect(late).toMatchObject({ status: 409, problem: 'review-closed' });
    expect(await read(first.id)).toMatchObject({ state: 'superseded', decisions: [] });
    expect(await actionsOf(first.id)).toEqual(['review.opened', 'review.superseded']);
    expect((await call('POST', `/v1/reviews/${second.id}/decide`, { body })).status).toBe(200);
  });
});

describe('A case that was sent back', () => {
  it('continues once with the requested documents, and everything earlier stays', async () => {
    const { runId, review } = await escalated();
    const revise = `/v1/workforce/runs/${runId}/revisions`;
    const key = await newKey(['runs:write', 'documents:write', 'runs:read']);
    expect(await call('POST', revise, { key, body: {} })).toMatchObject({ problem: 'not-sent-back' });
    const rows = await ledger.read(service.teamId, review.ledger_ref);
    const body = { option: 'send_back', reason: 'Please send the PAN card.', documents: ['PAN card'] };
    expect((await call('POST', `/v1/reviews/${review.id}/decide`, { body })).status).toBe(200);
    expect((await service.run(runId)).review).toMatchObject({ option: 'send_back', documents: ['PAN card'] });
    const upload = await fetch(`${service.url}/v1/documents`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'text/plain' },
      body: 'INCOME TAX DEPARTMENT. Permanent Account Number Card',
    });
    const { id: file_id } = (await upload.json()) as { id: string };
    const pan = makePan(patients, 'P');
    expect(await call('POST', revise, { key, body: { case: { pan } } })).toMatchObject({
      status: 422,
      body: { errors: [{ pointer: '/documents' }] },
    });
    const given = { documents: [{ name: 'pan card', file_id }], case: { pan } };
    const answers = await Promise.all([1, 2, 3].map(async () => call('POST', revise, { key, body: given })));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([202, 409, 409]);
    const next = answers.find(({ status }) => status === 202)!.body as { id: string };
    expect(await service.run(next.id)).toMatchObject({ status: 'running', revision_of: runId });
    const documents = db
      .selectFrom('case_documents')
      .select('document_id')
      .where('team_id', '=', service.teamId);
    expect(await documents.execute()).toEqual([{ document_id: file_id }]);
    expect(await ledger.read(service.teamId, review.ledger_ref)).toEqual(rows);
    expect(await actionsOf(review.id)).toEqual(['review.opened', 'review.decided', 'review.taken_up']);
    // Without sandboxes nobody reads the document.
    await service.request('POST', `/v1/workforce/runs/${next.id}/cancel`);
  });

  it('continues with only changed members, and the new run decides anew', async () => {
    const { runId, review } = await escalated();
    await decideAs(bala, review.id, 'send_back', 'Please send your PAN.');
    const key = await newKey(['runs:write']);
    const body = { case: { pan: makePan(patients, 'P') } };
    const revised = await call('POST', `/v1/workforce/runs/${runId}/revisions`, { key, body });
    expect(revised.status).toBe(202);
    const run = await service.finished(String(revised.body['id']));
    expect(run).toMatchObject({ decision: 'approve', revision_of: runId, review: null });
    expect(await payoutsOf(run.id)).toMatchObject([{ status: 'queued' }]);
    expect(await service.run(runId)).toMatchObject({ decision: 'escalate', revision_of: null });
  });
});

describe('A claim of a review', () => {
  it('one person gets it, another learns until when, and gets it once it is released', async () => {
    const { review } = await escalated();
    const path = `/v1/reviews/${review.id}`;
    const other = await newKey(['reviews:read', 'reviews:decide'], bala);
    const both = await Promise.all([
      call('POST', `${path}/claim`),
      call('POST', `${path}/claim`, { key: other }),
    ]);
    expect(both.filter(({ status }) => status === 200)).toHaveLength(1);
    const [winner, loser] = both[0].status === 200 ? [desk, other] : [other, desk];
    expect(both.find(({ status }) => status === 409)).toMatchObject({ problem: 'review-claimed' });
    const refused = await call('POST', `${path}/decide`, { key: loser, body: { option: 'approve' } });
    expect(refused).toMatchObject({ status: 409, problem: 'review-claimed' });
    const mine = await call('GET', '/v1/reviews?state=claimed&assignee=me', { key: winner });
    expect(mine.body['reviews']).toMatchObject([{ id: review.id, state: 'claimed' }]);
    await call('POST', `${path}/comment`, { key: loser, body: { text: 'Call 98765 43210 first.' } });
    expect((await read(review.id)).comments).toMatchObject([{ text: expect.not.stringContaining('43210') }]);
    expect((await call('POST', `${path}/release`, { key: winner })).body['state']).toBe('open');
    expect((await call('POST', `${path}/claim`, { key: loser })).status).toBe(200);
    await db
      .updateTable('reviews')
      .set({ claimed_until: new Date(0) })
      .where('id', '=', review.id)
      .execute();
    expect((await read(review.id)).state).toBe('open');
    expect((await call('POST', `${path}/decide`, { key: winner, body: { option: 'approve' } })).status).toBe(
      200,
    );
  });
});

describe('Other verticals and payouts', () => {
  it('a held payout is released once there is room in the sum insured, and by a person', async () => {
    // The policy has 20,000 rupees left.
    const first = await submit('kyc', newClaim({ policy: 'HI-1003', amount: '15000' }));
    const second = await submit('kyc', newClaim({ policy: 'HI-1003', amount: '15000' }));
    expect(await reviewsOf(first)).toEqual([]);
    const review = await onlyReviewOf(second);
    expect(review).toMatchObject({ kind: 'payout', options: ['approve', 'reject', 'refer'] });
    expect(await responseTo(second)).toMatchObject({ outcome: 'queued' });
    const path = `/v1/reviews/${review.id}/decide`;
    const early = await call('POST', path, { body: { option: 'approve' } });
    expect(early).toMatchObject({ status: 409, problem: 'review-impossible' });
    const [payout] = await payoutsOf(first);
    await call('POST', `/v1/records/payouts/${payout!.id}/status`, {
      body: { status: 'failed', reference: 'REJ-1' },
    });
    expect((await call('POST', path, { body: { option: 'approve' } })).status).toBe(200);
    const [released] = await payoutsOf(second);
    expect(released).toMatchObject({ status: 'queued' });
    expect(await actionsOf(released!.id)).toEqual(['payout.released']);
  });

  it('only the committee refuses a held payout, which is withdrawn, and the claim keeps its reason', async () => {
    await submit('kyc', newClaim({ policy: 'HI-1003', amount: '15000' }));
    const runId = await submit('kyc', newClaim({ policy: 'HI-1003', amount: '19000' }));
    const { id } = await onlyReviewOf(runId);
    const reason = 'The sum insured is used up.';
    await expect(decideAs(bala, id, 'reject', reason)).rejects.toMatchObject({ refused: 'role-missing' });
    await decideAs(chitra, id, 'reject', reason);
    expect(await payoutsOf(runId)).toMatchObject([{ status: 'withdrawn' }]);
    expect(await claimOf(runId)).toMatchObject({
      decision: 'escalate',
      review: { option: 'reject', reason },
    });
    const body = { option: 'approve' };
    expect(await call('POST', `/v1/reviews/${id}/decide`, { body })).toMatchObject({
      problem: 'review-closed',
    });
  });

  it.each(['it', 'support', 'voice'] as const)(
    'a person resolves an escalated case of %s',
    async (vertical) => {
      const runId = await submit(vertical, {});
      const review = await onlyReviewOf(runId);
      expect(review.options).toEqual(['resolve', 'send_back', 'refer']);
      const body = { option: 'approve' };
      expect(await call('POST', `/v1/reviews/${review.id}/decide`, { body })).toMatchObject({
        status: 422,
        body: { errors: [{ in: 'body', pointer: '/option' }] },
      });
      await decideAs(asha, review.id, 'resolve');
      expect((await service.run(runId)).review).toMatchObject({ option: 'resolve', state: 'decided' });
      const tickets = db.selectFrom('tickets').select(['status', 'review']).where('run_id', '=', runId);
      const closed = { status: 'closed', review: expect.objectContaining({ option: 'resolve' }) };
      expect(await tickets.execute()).toEqual(vertical === 'voice' ? [] : [closed]);
    },
  );

  it('a sampled approval is paid at once and checked by a person, and the figures say how often they agree', async () => {
    const rules = { four_eyes_above: null, due_minutes: 600, remind_minutes: 10, expire_minutes: 60 };
    await call('PUT', '/v1/reviews/policy', { body: { ...rules, sample_one_in: 1 } });
    const runs = [await submit('kyc', newClaim()), await submit('kyc', newClaim())];
    await call('PUT', '/v1/reviews/policy', { body: rules });
    for (const [at, option] of (['agree', 'disagree'] as const).entries()) {
      const review = await onlyReviewOf(runs[at]!);
      expect(review).toMatchObject({ kind: 'quality', options: ['agree', 'disagree'], on_expiry: 'stay' });
      await decideAs(bala, review.id, option);
      expect(await payoutsOf(runs[at]!)).toMatchObject([{ status: 'queued' }]);
    }
    expect((await service.run(runs[0]!)).review).toBeNull();
    const { quality } = (await call('GET', '/v1/reviews/stats')).body;
    expect(quality).toEqual({ agreed: 1, disagreed: 1, agreement: 0.5 });
  });

  it.each(['kyc', 'it', 'support', 'voice'] as const)(
    'a good decision of %s needs no review',
    async (vertical) => {
      const runId = await submit(vertical, verticals[vertical].sample);
      expect(await reviewsOf(runId)).toEqual([]);
      expect((await service.run(runId)).review).toBeNull();
    },
  );
});

const set = async (id: string, times: { remind_at?: Date; due_at?: Date; expires_at?: Date }) =>
  db.updateTable('reviews').set(times).where('id', '=', id).execute();
const ago = (minutes: number): Date => new Date(Date.now() - minutes * 60_000);
const rowOf = async (id: string) =>
  db.selectFrom('reviews').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

describe('The times of a review', () => {
  it('a review is announced, becomes overdue, goes to the next role and expires, and nothing is approved', async () => {
    const { runId, review } = await escalated();
    await until(async () => (await rowOf(review.id)).clock_started_at !== null);
    await set(review.id, { remind_at: ago(1) });
    await until(async () => (await eventsOf(review.id)).includes('review.due_soon'));
    // Somebody ends the workflow from outside; the reconciler notices the time that it misses.
    await service.engine.workflow.getHandle(review.id).terminate();
    await set(review.id, { due_at: ago(1) });
    await until(async () => (await eventsOf(review.id)).includes('sla.breached'));
    expect(await read(review.id)).toMatchObject({
      state: 'open',
      overdue: true,
      asked: ['reviewer', 'committee'],
    });
    const metrics = await fetch(`${service.url}/metrics`, {
      headers: { authorization: `Bearer ${METRICS_TOKEN}` },
    });
    const lines = await metrics.text();
    expect(lines).toMatch(/^reviews_overdue\{kind="escalation"[^}]*\} 1$/m);
    expect(lines).toMatch(/^reviews_open\{kind="escalation"[^}]*\} [1-9]/m);
    expect(lines).toMatch(/^reviews_overdue\{kind="ledger"[^}]*\} 0$/m);
    await set(review.id, { expires_at: ago(0.5) });
    await until(async () => (await rowOf(review.id)).clock_stopped_at !== null);
    expect(await actionsOf(review.id)).toEqual(['review.opened', 'review.overdue', 'review.expired']);
    expect(await eventsOf(review.id)).toEqual(['review.opened', 'review.due_soon', 'sla.breached']);
    const [expired, next] = await reviewsOf(runId);
    expect([expired!.state, next!.state]).toEqual(['expired', 'open']);
    expect(await read(next!.id)).toMatchObject({ asked: ['committee'], on_expiry: 'stay' });
    expect(await payoutsOf(runId)).toEqual([]);
    expect(await claimOf(runId)).toEqual({ decision: 'escalate', review: null });
  });

  it('the workflow learns of a decision even if the process that stored it notified nobody', async () => {
    const { review } = await escalated();
    await until(async () => (await rowOf(review.id)).clock_started_at !== null);
    await decideAs(bala, review.id, 'send_back', 'Please send the PAN card.');
    const stats = (await call('GET', '/v1/reviews/stats')).body;
    expect(stats['decided']).toContainEqual(
      expect.objectContaining({ kind: 'escalation', role: 'reviewer', late: 0 }),
    );
    expect(stats['waiting']).toContainEqual(
      expect.objectContaining({ role: 'committee', claimed: 0, overdue: 0 }),
    );
    const handle = service.engine.workflow.getHandle(review.id);
    await handle.result();
    await until(async () => (await rowOf(review.id)).clock_stopped_at !== null);
    expect(await actionsOf(review.id)).toEqual(['review.opened', 'review.decided']);
    expect(await eventsOf(review.id)).toEqual(['review.opened', 'review.decided']);
  });
});
