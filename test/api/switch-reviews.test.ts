import { sql } from 'kysely';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { ReviewBody } from '../../src/contract/review.ts';
import type { SwitchBody } from '../../src/contract/switch.ts';
import { createLedger } from '../../src/ledger/index.ts';
import { openSwitchReview } from '../../src/runs/reviews/switch.ts';
import { lockSwitches, requireSecondPerson } from '../../src/store/switches/switches.ts';
import { bySomeKey } from '../helpers/actors.ts';
import { problemOf, startTestApi, type TestApi } from '../helpers/api.ts';
import { createReview } from '../helpers/reviews.ts';
import { createRecords } from '../helpers/records.ts';

const SWITCHES = '/v1/govern/switches';
const SCOPES = ['safety', 'reviews:read', 'ledger:read'] as const;

interface Caller {
  readonly key: string;
  readonly keyId: string;
}

// Temporal is unavailable in this file, because work must be resumed without it.
let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});

/**
 * A team that requires two people: one person who suspends, one who agrees, and one who may only decide
 * cases.
 */
const newTeam = async () => {
  const first = await api.newTeam([...SCOPES]);
  const { teamId } = first;
  await api.database.db.transaction().execute(async (tx) => requireSecondPerson(tx, teamId, true));
  const second = await api.newKey(teamId, [...SCOPES]);
  const reviewer = await api.newKey(teamId, ['reviews:read', 'reviews:decide']);
  return { teamId, first, second, reviewer };
};

const set = async ({ key }: Caller, action: 'suspend' | 'resume', reason: string, scope = 'payouts') =>
  api.send<SwitchBody>('POST', SWITCHES, { key, body: { scope, action, reason } });

const decide = async ({ key }: Caller, id: string, body: object) =>
  api.send('POST', `/v1/reviews/${id}/decide`, { key, body });

const openReviews = async ({ key }: Caller): Promise<readonly ReviewBody[]> =>
  (await api.send<{ reviews: ReviewBody[] }>('GET', '/v1/reviews?kind=switch', { key })).body.reviews;

const read = async ({ key }: Caller, id: string): Promise<ReviewBody> =>
  (await api.send<ReviewBody>('GET', `/v1/reviews/${id}`, { key })).body;

const suspendedIn = async ({ key }: Caller): Promise<readonly SwitchBody[]> =>
  (await api.send<{ suspended: SwitchBody[] }>('GET', SWITCHES, { key })).body.suspended;

describe('Somebody who wants to resume what they suspended, in a team that requires two people', () => {
  it('a second person with the role safety agrees, and the work is resumed once', async () => {
    const team = await newTeam();
    const { payouts: payoutId } = await createRecords(api.database.db, team.teamId, 'run_0');
    const { body: suspended } = await set(team.first, 'suspend', 'The bank is closed.');
    const asked = await set(team.first, 'resume', 'The bank is open again.');
    expect([asked.status, problemOf(asked)]).toEqual([403, 'second-person-needed']);
    const [review, ...others] = await openReviews(team.second);
    expect(others).toEqual([]);
    const { id } = review!;
    expect(JSON.stringify(asked.body)).toContain(id);
    expect(review).toMatchObject({
      kind: 'switch',
      run_id: null,
      ledger_ref: suspended.id,
      subject: { kind: 'switch', id: suspended.id },
      reasons: [{ code: 'SWITCH-RESUME', detail: 'The bank is open again.' }],
      options: ['approve', 'deny'],
      roles: { approve: ['safety'], deny: ['safety'] },
      submitted_by: { id: team.first.keyId },
      on_expiry: 'refuse',
    });
    expect((await read(team.second, id)).evidence).toMatchObject({
      suspension: { scope: 'payouts', reason: 'The bank is closed.', actor: { id: team.first.keyId } },
    });
    // Asking again opens no second review.
    await set(team.first, 'resume', 'Please.');
    expect((await openReviews(team.second)).map((each) => each.id)).toEqual([id]);

    expect(problemOf(await decide(team.first, id, { option: 'approve' }))).toBe('another-person-needed');
    expect(problemOf(await decide(team.reviewer, id, { option: 'approve' }))).toBe('role-missing');
    const viewer = await api.newKey(team.teamId, ['reviews:read']);
    expect(problemOf(await decide(viewer, id, { option: 'approve' }))).toBe('scope-missing');
    expect(problemOf(await decide(team.second, 'rev_0', { option: 'approve' }))).toBe('not-found');
    expect(await suspendedIn(team.first)).toHaveLength(1);
    const answers = await Promise.all(
      Array.from({ length: 10 }, async () => decide(team.second, id, { option: 'approve' })),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      200,
      ...Array<number>(9).fill(409),
    ]);
    expect(await suspendedIn(team.first)).toEqual([]);
    const acts = await api.database.db
      .selectFrom('switches')
      .select(['action', 'reason', 'actor'])
      .where('team_id', '=', team.teamId)
      .where('action', '=', 'resume')
      .execute();
    expect(acts).toMatchObject([{ reason: 'The bank is open again.', actor: { id: team.second.keyId } }]);
    const payout = await api.database.db
      .selectFrom('payouts')
      .select('status')
      .where('id', '=', payoutId!)
      .executeTakeFirstOrThrow();
    expect(payout.status).toBe('queued');
    const rows = await api.database.db
      .selectFrom('agent_actions')
      .select('action')
      .where('team_id', '=', team.teamId)
      .where('action', 'in', ['safety.resumed', 'review.decided'])
      .orderBy('seq')
      .execute();
    expect(rows.map(({ action }) => action)).toEqual(['safety.resumed', 'review.decided']);
  });

  it('a second person who denies leaves the work suspended, and the question can be asked again', async () => {
    const team = await newTeam();
    await set(team.first, 'suspend', 'A test.', 'model');
    await set(team.first, 'resume', 'Done.', 'model');
    const [review] = await openReviews(team.second);
    expect((await decide(team.second, review!.id, { option: 'deny', reason: 'Not yet.' })).status).toBe(200);
    expect(await suspendedIn(team.second)).toMatchObject([{ scope: 'model' }]);
    await set(team.first, 'resume', 'Now it is done.', 'model');
    const [next] = await openReviews(team.second);
    expect(next!.id).not.toBe(review!.id);
    expect((await decide(team.second, next!.id, { option: 'approve' })).status).toBe(200);
    expect(await suspendedIn(team.second)).toEqual([]);
  });

  it('a person who may only resume work decides no other review', async () => {
    const team = await newTeam();
    const id = await createReview(api.database, team.teamId, bySomeKey);
    expect(problemOf(await decide(team.second, id, { option: 'resolve' }))).toBe('scope-missing');
    expect((await read(team.second, id)).state).toBe('open');
  });

  it('setting the switch in the meantime closes the review', async () => {
    const team = await newTeam();
    await set(team.first, 'suspend', 'A test.', 'model');
    await set(team.first, 'resume', 'Done.', 'model');
    const [review] = await openReviews(team.second);
    expect((await set(team.second, 'resume', 'Agreed.', 'model')).status).toBe(201);
    expect((await read(team.second, review!.id)).state).toBe('superseded');
    await set(team.first, 'suspend', 'Another test.', 'model');
    await set(team.first, 'resume', 'Done.', 'model');
    const [second] = await openReviews(team.second);
    await set(team.first, 'suspend', 'It goes on.', 'model');
    expect((await read(team.second, second!.id)).state).toBe('superseded');
    expect(problemOf(await decide(team.second, second!.id, { option: 'approve' }))).toBe('review-closed');
    expect(await suspendedIn(team.second)).toMatchObject([{ reason: 'It goes on.' }]);
  });

  it('a review that is opened while somebody else resumes the work is closed by the resumption', async () => {
    const team = await newTeam();
    await set(team.first, 'suspend', 'A test.', 'model');
    const { db, pool } = api.database;
    const ledger = createLedger({ pool });
    /** Waits until this many transactions wait for an advisory lock. */
    const waiting = async (count: number) =>
      vi.waitUntil(
        async () => {
          const { rows } = await sql<{ count: number }>`
            SELECT count(*)::int AS count FROM pg_locks
            WHERE locktype = 'advisory' AND NOT granted AND database = (SELECT oid FROM pg_database
              WHERE datname = current_database())`.execute(db);
          return rows[0]!.count === count;
        },
        { timeout: 60_000, interval: 20 },
      );
    const actor = { kind: 'key', id: team.first.keyId, name: 'first' } as const;
    const wanted = { teamId: team.teamId, scope: 'model', reason: 'Done.', until: null, actor } as const;
    // Both wait for the lock of the switches, the review first.
    const both = await db.transaction().execute(async (holder) => {
      await lockSwitches(holder, team.teamId);
      const opening = db
        .transaction()
        .execute(async (tx) => openSwitchReview(tx, ledger, { ...wanted, by: bySomeKey }));
      await waiting(1);
      const resuming = set(team.second, 'resume', 'Agreed.', 'model');
      await waiting(2);
      return { opening, resuming };
    });
    const reviewId = await both.opening;
    expect((await both.resuming).status).toBe(201);
    expect((await read(team.second, reviewId!)).state).toBe('superseded');
  });

  it('a concurrent agreement and new suspension leave a consistent state', async () => {
    const team = await newTeam();
    await set(team.first, 'suspend', 'A test.', 'model');
    for (let round = 0; round < 5; round += 1) {
      await set(team.first, 'resume', 'Done.', 'model');
      const [review] = await openReviews(team.second);
      const [agreed, suspended] = await Promise.all([
        decide(team.second, review!.id, { option: 'approve' }),
        set(team.first, 'suspend', `Round ${round}`, 'model'),
      ]);
      expect(suspended.status).toBe(201);
      expect([200, 409]).toContain(agreed.status);
      expect((await read(team.second, review!.id)).state).toBe(
        agreed.status === 200 ? 'decided' : 'superseded',
      );
      // If the agreement came first, the new suspension followed it.
      expect(await suspendedIn(team.second)).toMatchObject([{ reason: `Round ${round}` }]);
    }
  });
});

const inDays = (days: number): Date => new Date(Date.now() + days * 86_400_000);

const shorten = async ({ key }: Caller, until: Date, scope = 'model') =>
  api.send<SwitchBody>('POST', SWITCHES, {
    key,
    body: { scope, action: 'suspend', reason: 'It is enough.', until: until.toISOString() },
  });

describe('Somebody who wants their own suspension to end earlier, in a team that requires two people', () => {
  it('a second person agrees to the end that they were shown, and the first still cannot end it alone', async () => {
    const team = await newTeam();
    const { body: suspended } = await set(team.first, 'suspend', 'A test.', 'model');
    const [late, early] = [inDays(3), inDays(2)];
    const asked = await shorten(team.first, late);
    expect([asked.status, problemOf(asked)]).toEqual([403, 'second-person-needed']);
    const [before] = await openReviews(team.second);
    // Asking about the same end opens no second review; another end replaces the first.
    await shorten(team.first, late);
    expect((await openReviews(team.second)).map(({ id }) => id)).toEqual([before!.id]);
    await shorten(team.first, early);
    const [review, ...others] = await openReviews(team.second);
    expect(others).toEqual([]);
    expect((await read(team.second, before!.id)).state).toBe('superseded');
    expect(review).toMatchObject({
      subject: { id: suspended.id },
      reasons: [{ code: 'SWITCH-SHORTEN', detail: 'It is enough.' }],
      submitted_by: { id: team.first.keyId },
    });
    const { evidence } = await read(team.second, review!.id);
    expect(evidence).toMatchObject({
      suspension: { until: null },
      shorten: { until: early.toISOString(), actor: { id: team.first.keyId } },
    });
    expect(problemOf(await decide(team.first, review!.id, { option: 'approve' }))).toBe(
      'another-person-needed',
    );
    expect(await suspendedIn(team.second)).toMatchObject([{ id: suspended.id, until: null }]);
    expect((await decide(team.second, review!.id, { option: 'approve' })).status).toBe(200);
    expect(await suspendedIn(team.second)).toMatchObject([{ id: suspended.id, until: early.toISOString() }]);
    const rows = await api.database.db
      .selectFrom('agent_actions')
      .select('action')
      .where('team_id', '=', team.teamId)
      .where('action', 'in', ['safety.suspended', 'safety.resumed', 'review.decided'])
      .orderBy('seq')
      .execute();
    expect(rows.map(({ action }) => action)).toEqual([
      'safety.suspended',
      'safety.suspended',
      'review.decided',
    ]);
    expect(problemOf(await set(team.first, 'resume', 'Done.', 'model'))).toBe('second-person-needed');
    // A person who did not suspend it needs nobody's agreement.
    expect((await shorten(team.second, inDays(1))).status).toBe(201);
  });

  it('an agreement after the requested end resumes the work', async () => {
    const team = await newTeam();
    await set(team.first, 'suspend', 'A test.', 'model');
    expect((await shorten(team.first, inDays(1))).status).toBe(403);
    const [review] = await openReviews(team.second);
    // The person answers two days later.
    await api.database.db
      .updateTable('reviews')
      .set({ evidence: sql`jsonb_set(evidence, '{shorten,until}', to_jsonb(now() - interval '1 day'))` })
      .where('id', '=', review!.id)
      .execute();
    expect((await decide(team.second, review!.id, { option: 'approve' })).status).toBe(200);
    expect(await suspendedIn(team.second)).toEqual([]);
  });

  it('a suspension that another one has replaced is not shortened', async () => {
    const team = await newTeam();
    await set(team.first, 'suspend', 'A test.', 'model');
    await shorten(team.first, inDays(1));
    const [review] = await openReviews(team.second);
    await set(team.first, 'suspend', 'It goes on.', 'model');
    expect(problemOf(await decide(team.second, review!.id, { option: 'approve' }))).toBe('review-closed');
    expect(await suspendedIn(team.second)).toMatchObject([{ reason: 'It goes on.', until: null }]);
  });
});
