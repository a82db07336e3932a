import { beforeAll, describe, expect, it } from 'vitest';
import type { DecidedAct } from '../../src/contract/agent-act.ts';
import { grantableScopes, type Scope } from '../../src/contract/scopes.ts';
import { createRuleSet } from '../../src/store/rule-sets/rule-sets.ts';
import { problemOf, startTestApi, type TestApi } from '../helpers/api.ts';
import { signedIn } from '../helpers/signed-in.ts';
import { activatePolicy, REFUNDS } from '../helpers/agent-policies.ts';

let api: TestApi;
let team: Awaited<ReturnType<TestApi['newTeam']>>;
/** The key that decides reviews, issued by none of the people who ask. */
let reviewer: string;

const AGENT: readonly Scope[] = ['govern'];

beforeAll(async () => {
  api = await startTestApi();
  team = await api.newTeam(AGENT);
  reviewer = (await api.newKey(team.teamId, grantableScopes)).key;
  await activatePolicy(api.database.db, team.teamId, REFUNDS);
});

const READ = { agent: 'refund-bot', action: 'read_account', resource: 'payments' };
const refund = (rupees: number, more: object = {}) => ({
  agent: 'refund-bot',
  action: 'issue_refund',
  resource: 'payments',
  input: { rupees },
  ...more,
});

const decide = async (body: object, headers: Record<string, string> = {}, key = team.key) =>
  api.send<DecidedAct>('POST', '/v1/govern/decide', { key, headers, body });

const rowsOf = async (ref: string) => {
  const { body } = await api.send<{
    entries: { action: string; id: string; detail: Record<string, unknown> }[];
  }>('GET', `/v1/govern/ledger/${ref}`, { key: reviewer });
  return body.entries;
};

const answer = async (reviewId: string, option: 'approve' | 'deny') =>
  api.send('POST', `/v1/reviews/${reviewId}/decide`, {
    key: reviewer,
    body: { option, ...(option === 'deny' && { reason: 'Too much.' }) },
  });

const setSwitch = async (action: 'suspend' | 'resume', scope: string) =>
  api.send('POST', '/v1/govern/switches', { key: reviewer, body: { scope, action, reason: 'An exercise.' } });

const storedKeys = async () =>
  api.database.db.selectFrom('idempotency_keys').select('key').where('team_id', '=', team.teamId).execute();

/** Reports an act with about this many bytes of detail. */
const reportOf = async (bytes: number) =>
  api.send('POST', '/v1/govern/record', {
    key: team.key,
    body: { ...READ, resource: undefined, summary: 'Read it.', detail: { text: 'x'.repeat(bytes) } },
  });

describe('A decision', () => {
  it('is deny for a team without a policy', async () => {
    const other = await api.newTeam(AGENT);
    const { body } = await decide(READ, {}, other.key);
    expect(body).toMatchObject({ decision: 'deny', reason: 'no_policy', decided_by: [] });
  });

  it('follows the order of the session, and leaves one row each with masked input', async () => {
    const session = 'order-1';
    expect((await decide(refund(500, { session }))).body.decision).toBe('deny');
    const read = await decide({ ...READ, session, input: { pan: 'ABCPK1234L' } });
    expect(read.body).toMatchObject({ decision: 'allow', policies: ['refunds/read'] });
    expect(JSON.stringify(read.body.masked_input)).not.toContain('ABCPK1234L');
    expect((await decide(refund(500, { session }))).body).toMatchObject({
      decision: 'allow',
      reason: 'permitted',
    });
    const rows = await rowsOf(read.body.ledger_ref);
    expect(rows.map(({ action }) => action)).toEqual(['agent.denied', 'agent.allowed', 'agent.allowed']);
    expect(JSON.stringify(rows)).not.toContain('ABCPK1234L');
    expect(rows[2]!.detail).toMatchObject({ session: { allowed: ['read_account'] }, input: { rupees: 500 } });
  });

  it('counts at once for other decisions in its session, so a rule permits only one of several equal acts', async () => {
    const session = 'once-per-session';
    await decide({ ...READ, session });
    const pay = async () => decide({ ...READ, action: 'pay_once', session });
    const all = await Promise.all([1, 2, 3, 4, 5, 6].map(pay));
    expect(all.filter(({ body }) => body.decision === 'allow')).toHaveLength(1);
  });

  it('is deny in a session with too many names, because rules could not read all of them', async () => {
    const session = 'flooded';
    const denied = (await decide({ ...READ, action: 'wire_money', session })).body;
    expect(denied.reason).toBe('not_permitted');
    const names = Array.from({ length: 100 }, (_, n) => `a${n}`);
    for (const action of names)
      await api.database.db
        .insertInto('session_acts')
        .values({ team_id: team.teamId, ledger_ref: denied.ledger_ref, kind: 'denied', action })
        .execute();
    expect((await decide({ ...READ, session })).body).toMatchObject({
      decision: 'deny',
      reason: 'policy_failed',
    });
  });

  it('masks an identifier that a label in the input reveals, in all of its parts', async () => {
    const body = { ...READ, resource: 'of/004512345', input: { bank_account: '004512345' } };
    const { ledger_ref } = (await decide(body)).body;
    expect(JSON.stringify(await rowsOf(ledger_ref))).not.toContain('004512345');
  });

  it('refuses a name that would be masked in its row', async () => {
    expect(problemOf(await decide({ ...READ, action: 'pay_9876543210' }))).toBe('invalid-request');
  });

  it('is not repeated for a repeated request after the act was suspended', async () => {
    const headers = { 'idempotency-key': 'held-1' };
    const body = { ...READ, session: 'held' };
    expect((await decide(body, headers)).body.decision).toBe('allow');
    await setSwitch('suspend', 'tool:read_account');
    expect((await decide(body, headers)).status).toBe(423);
    await setSwitch('resume', 'tool:read_account');
    expect((await decide(body, headers)).headers.get('idempotency-replayed')).toBe('true');
  });

  it('is written once for a repeated request', async () => {
    const body = { ...READ, session: 'once-1' };
    const headers = { 'idempotency-key': 'once-1' };
    const [first, second] = [await decide(body, headers), await decide(body, headers)];
    expect(second.body).toEqual(first.body);
    expect(second.headers.get('idempotency-replayed')).toBe('true');
    expect(await rowsOf(first.body.ledger_ref)).toHaveLength(1);
  });
});

describe('An act about which a person is asked', () => {
  it('is allowed once after the approval, and the next one asks again', async () => {
    const session = 'ask-1';
    const asked = (await decide(refund(5000, { session }))).body;
    expect(asked).toMatchObject({ decision: 'ask', reason: 'needs_approval' });
    const again = (await decide(refund(5000, { session }))).body;
    expect(again).toMatchObject({ decision: 'ask', review_id: asked.review_id, row_id: null });
    await answer(asked.review_id!, 'approve');
    const both = await Promise.all(
      [1, 2].map(async () => decide(refund(5000, { session, review_id: asked.review_id }))),
    );
    expect(both.map(({ body }) => body.reason).toSorted()).toEqual(['approval_used', 'approved']);
    expect((await rowsOf(asked.ledger_ref)).map(({ action }) => action).toSorted()).toEqual([
      'agent.allowed',
      'agent.asked',
      'agent.denied',
    ]);
    const next = (await decide(refund(5000, { session }))).body;
    expect(next.decision).toBe('ask');
    expect(next.review_id).not.toBe(asked.review_id);
  });

  it('gets a new answer for a repeated request, which stores nothing while the review is open', async () => {
    const headers = { 'idempotency-key': 'ask-again' };
    const asked = (await decide(refund(6000), headers)).body;
    const open = { ...refund(6000), review_id: asked.review_id };
    const before = await storedKeys();
    expect((await decide(open, { 'idempotency-key': 'poll-1' })).body.row_id).toBeNull();
    expect(await storedKeys()).toHaveLength(before.length);
    await answer(asked.review_id!, 'approve');
    expect((await decide(refund(6000), headers)).body).toMatchObject({
      decision: 'allow',
      review_id: asked.review_id,
    });
    expect((await decide(open)).body.reason).toBe('approval_used');
  });

  it('is not allowed by an approval that is more than a day old', async () => {
    const asked = (await decide(refund(4000))).body;
    await answer(asked.review_id!, 'approve');
    await api.database.db
      .updateTable('asked_acts')
      .set({ answered_at: new Date(Date.now() - 25 * 3_600_000) })
      .where('review_id', '=', asked.review_id!)
      .execute();
    expect((await decide(refund(4000, { review_id: asked.review_id }))).body.reason).toBe('approval_expired');
  });

  it('stays denied in its session, with the person’s message', async () => {
    const session = 'ask-2';
    const asked = (await decide(refund(7000, { session }))).body;
    await answer(asked.review_id!, 'deny');
    const denied = (await decide(refund(7000, { session }))).body;
    expect(denied).toMatchObject({ decision: 'deny', reason: 'person_denied' });
    expect(denied.detail).toContain('Too much.');
    const disguised = refund(7000, { session, input: { rupees: 7000, x: null, __y: 1 } });
    expect((await decide(disguised)).body).toMatchObject({ decision: 'deny', reason: 'person_denied' });
  });

  it('cannot use the approval of another act', async () => {
    const asked = (await decide(refund(2000))).body;
    await answer(asked.review_id!, 'approve');
    const other = await decide(refund(200_000, { review_id: asked.review_id }));
    expect(problemOf(other)).toBe('invalid-request');
    expect((await decide(refund(2000, { review_id: asked.review_id }))).body.reason).toBe('approved');
  });

  it('is not allowed by an approval whose policy was rolled back', async () => {
    const other = await api.newTeam(AGENT);
    await activatePolicy(api.database.db, other.teamId, REFUNDS);
    const binod = await signedIn(api, other.teamId, 'Binod Sample', ['analyst', 'committee']);
    const asked = (await decide(refund(5000), {}, other.key)).body;
    const approved = await api.send('POST', `/v1/reviews/${asked.review_id}/decide`, {
      key: (await api.newKey(other.teamId, grantableScopes)).key,
      body: { option: 'approve' },
    });
    expect(approved.status).toBe(200);
    const path = '/v1/agent-policies/refunds/versions/1/roll-back';
    const body = { reason: 'Too generous.' };
    expect((await api.send('POST', path, { headers: binod, body })).status).toBe(200);
    const { body: decided } = await decide(refund(5000, { review_id: asked.review_id }), {}, other.key);
    expect(decided).toMatchObject({ decision: 'deny', reason: 'no_policy', decided_by: [] });
  });

  it('cannot be decided by the key that asks', async () => {
    const own = await api.newKey(team.teamId, [...grantableScopes]);
    const asked = (await decide(refund(3000), {}, own.key)).body;
    const refused = await api.send('POST', `/v1/reviews/${asked.review_id}/decide`, {
      key: own.key,
      body: { option: 'approve' },
    });
    expect(problemOf(refused)).toBe('another-person-needed');
  });
});

describe('A report', () => {
  it('is marked as reported, once, and later rules read it', async () => {
    const session = 'report-1';
    const body = {
      agent: 'refund-bot',
      session,
      action: 'close_account',
      summary: 'Closed 004512345, the account of 98765 43210.',
      detail: { email: 'asha@mail.example', bank_account: '004512345' },
    };
    const sent = { key: team.key, body, headers: { 'idempotency-key': 'report-1' } };
    const first = await api.send<{ ledger_ref: string; evidence: string }>('POST', '/v1/govern/record', sent);
    await api.send('POST', '/v1/govern/record', sent);
    expect(first.body.evidence).toBe('reported');
    const rows = await rowsOf(first.body.ledger_ref);
    expect(rows).toHaveLength(1);
    expect(rows[0]!.detail).toMatchObject({ evidence: 'reported' });
    expect(JSON.stringify(rows)).not.toMatch(/98765 43210|asha@mail|004512345/);
    expect((await decide(refund(500, { session }))).body.reason).toBe('forbidden');
  });
});

describe('A large report', () => {
  it('leaves room for the service’s own members, or is refused', async () => {
    expect((await reportOf(64_980)).status).toBe(200);
    expect(problemOf(await reportOf(65_480))).toBe('invalid-request');
  });
});

describe('The kill switch', () => {
  it.each(['tool:issue_refund', 'all'])('%s refuses decisions with 423, and takes reports', async (scope) => {
    const asked = (await decide(refund(9000, { session: scope }))).body;
    expect((await setSwitch('suspend', scope)).status).toBe(201);
    for (const body of [refund(500), refund(9000, { session: scope })]) {
      const refused = await decide(body);
      expect(refused.status).toBe(423);
      expect(problemOf(refused)).toBe('suspended');
    }
    const report = { agent: 'refund-bot', action: 'issue_refund', summary: 'It had begun before.' };
    expect((await api.send('POST', '/v1/govern/record', { key: team.key, body: report })).status).toBe(200);
    await setSwitch('resume', scope);
    expect((await decide(refund(9000, { session: scope }))).body.review_id).toBe(asked.review_id);
  });

  it('does not know tools that no rule names', async () => {
    expect(problemOf(await setSwitch('suspend', 'tool:isue_refund'))).toBe('invalid-request');
  });
});

describe('Slow rules of a team', () => {
  it('deny its acts, while those of others are decided', async () => {
    const slow = await api.newTeam(AGENT);
    const like = `*${'a'.repeat(30_000)}b`;
    const cedar = `permit(principal, action, resource) when { context.input.t like "${like}" };`;
    await activatePolicy(api.database.db, slow.teamId, { ...REFUNDS, cedar });
    const order: string[] = [];
    const slowly = async () => {
      const { body } = await decide({ ...READ, input: { t: 'a'.repeat(120_000) } }, {}, slow.key);
      order.push(body.reason);
    };
    await slowly();
    await expect.poll(async () => (await decide(READ)).body.reason, { timeout: 20_000 }).toBe('permitted');
    await Promise.all([
      slowly(),
      slowly(),
      slowly(),
      decide(READ).then(({ body }) => order.push(body.reason)),
    ]);
    expect(order.toSorted()).toEqual(['permitted', ...Array<string>(4).fill('policy_failed')]);
    expect(order.at(-1)).toBe('policy_failed');
  });
});

describe('A version', () => {
  it('is tried on past decisions before it decides', async () => {
    const cedar = REFUNDS.cedar.replace('<= 1000', '<= 100').replace('> 1000', '> 100');
    const draft = { ...REFUNDS, version: 2, cedar, tests: [REFUNDS.tests[1]!] };
    const path = '/v1/agent-policies/refunds/versions/2';
    const put = await api.send<{ faults: object[] }>('PUT', path, { key: reviewer, body: draft });
    expect(put).toMatchObject({ status: 201, body: { faults: [] } });
    const { body } = await api.send<{ decisions: number; differences: { before: string; after: string }[] }>(
      'POST',
      `${path}/dry-run`,
      { key: reviewer, body: {} },
    );
    expect(body.decisions).toBeGreaterThan(5);
    expect(body.differences).toContainEqual(expect.objectContaining({ before: 'allow', after: 'ask' }));
    expect(await api.send('POST', `${path}/propose`, { key: reviewer })).toMatchObject({ status: 200 });
    const own = await api.send('POST', `${path}/approve`, { key: reviewer });
    expect(problemOf(own)).toBe('another-person-needed');
    const edited = await api.send('PUT', path, { key: reviewer, body: { ...draft, title: 'Other' } });
    expect(problemOf(edited)).toBe('rule-set-state');
    expect((await decide({ ...READ, session: 'v1' })).body.decided_by).toMatchObject([
      { id: 'refunds', version: 1 },
    ]);
  });

  it('is not tried on past decisions for longer than its rules may take', async () => {
    const slow = await api.newTeam(grantableScopes);
    await activatePolicy(api.database.db, slow.teamId, REFUNDS);
    for (let n = 0; n < 4; n += 1) await decide({ ...READ, input: { t: 'a'.repeat(15_000) } }, {}, slow.key);
    // Each of these patterns is tried at some 7,000 places of the text.
    const patterns = Array.from({ length: 8 }, (_, n) => `*${'a'.repeat(7_000 + n)}b`);
    const rules = patterns.map((pattern) => `!(context.input.t like "${pattern}")`).join(' && ');
    const cedar = `permit(principal, action, resource) when { context.input has t && ${rules} };`;
    const path = '/v1/agent-policies/refunds/versions/2';
    const draft = { ...REFUNDS, version: 2, cedar, tests: [{ ...REFUNDS.tests[0]!, expect: 'deny' }] };
    const put = await api.send('PUT', path, { key: slow.key, body: draft });
    expect(put).toMatchObject({ status: 201, body: { faults: [] } });
    const tried = await api.send('POST', `${path}/dry-run`, { key: slow.key, body: {} });
    expect([tried.status, problemOf(tried)]).toEqual([504, 'work-timeout']);
  });

  it('is one of at most 20 policies', async () => {
    const full = await api.newTeam(grantableScopes);
    await api.database.db.transaction().execute(async (tx) => {
      for (let n = 1; n < 20; n += 1)
        await createRuleSet(tx, { teamId: full.teamId, name: `policy-${n}`, kind: 'policy' });
    });
    const put = async (id: string) =>
      api.send('PUT', `/v1/agent-policies/${id}/versions/1`, { key: full.key, body: { ...REFUNDS, id } });
    expect((await put('the-twentieth')).status).toBe(201);
    const refused = await put('one-too-many');
    expect([refused.status, problemOf(refused)]).toEqual([409, 'rule-set-state']);
    expect((await put('policy-1')).status).toBe(201);
  });

  it('cannot be proposed with failing tests', async () => {
    const tests = [{ ...REFUNDS.tests[1]!, expect: 'allow' }];
    const path = '/v1/agent-policies/others/versions/1';
    await api.send('PUT', path, { key: reviewer, body: { ...REFUNDS, id: 'others', tests } });
    expect(problemOf(await api.send('POST', `${path}/propose`, { key: reviewer }))).toBe('invalid-request');
  });
});
