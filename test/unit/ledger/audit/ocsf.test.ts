import { expect, it } from 'vitest';
import { actedBy, actorOf, askedBy, byService } from '../../../../src/ledger/actor.ts';
import type { JsonObject } from '../../../../src/ledger/canonical.ts';
import { bodyOf } from '../../../../src/ledger/entry.ts';
import { prepare } from '../../../../src/ledger/prepare-entry.ts';
import { toOcsf } from '../../../../src/ledger/audit/ocsf.ts';

/** The account types of `user` and the activities of class API Activity in OCSF 1.3.0. */
const USER_TYPE_IDS = [0, 1, 2, 3, 99];
const ACTIVITY_IDS = [0, 1, 2, 3, 4, 99];
const KEY = { kind: 'key', id: 'key_1', name: 'portal' } as const;
const PERSON = { kind: 'person', id: 'person_1', name: 'A. S.' } as const;

interface Event {
  readonly activity_id: number;
  readonly activity_name?: string;
  readonly actor: {
    readonly app_name: string;
    readonly user?: { readonly type_id: number; readonly type?: string; readonly uid: string };
  };
  readonly api: object;
}

const eventOf = (actor: JsonObject | undefined, action = 'pii.scan'): Event => {
  const { content } = prepare({
    teamId: 't',
    ledgerRef: 'wf-1',
    step: 1,
    action,
    governance: 'recorded',
    summary: 'Did it.',
    detail: {},
    ...(actor !== undefined && { actor }),
  });
  const columns = {
    action,
    created_at: '2026-11-27T10:00:00.000Z',
    id: 'act_1',
    idem_key: 'wf-1/1',
    ledger_ref: 'wf-1',
    seq: 1,
    step: 1,
    team_id: 't',
  };
  const line = { ...columns, v: 1, prev_hash: '', row_hash: '', body: bodyOf(columns, content) };
  return toOcsf(line, 't', 0) as Event;
};

it.each([
  ['a person', actedBy(PERSON), { uid: 'person_1', name: 'A. S.', type_id: 1, type: 'User' }],
  [
    'a key',
    actorOf({ actor: KEY, keyId: 'key_1' }),
    { uid: 'key_1', name: 'portal', type_id: 99, type: 'API key', credential_uid: 'key_1' },
  ],
  [
    'a job of the service',
    byService('retention'),
    { uid: 'retention', name: 'Retention', type_id: 3, type: 'System' },
  ],
  [
    'a key in a row of an earlier release',
    { key_id: 'key_1' },
    { uid: 'key_1', type_id: 99, type: 'API key', credential_uid: 'key_1' },
  ],
])('an event names %s as its user', (_, actor, user) => {
  const event = eventOf(actor);
  expect(event.actor).toEqual({ app_name: 'pramaan', user });
  expect(USER_TYPE_IDS).toContain(event.actor.user?.type_id);
});

it('an event names the run in which it happened as the session, beside who started the run', () => {
  expect(eventOf(askedBy({ asked_by: KEY }, { workflow_id: 'run_1' })).actor).toMatchObject({
    user: { uid: 'key_1' },
    session: { uid: 'run_1' },
  });
});

it('an event of a row that names nobody has no user', () => {
  expect(eventOf(undefined).actor).toEqual({ app_name: 'pramaan' });
  expect(eventOf({ run_id: 'run_1' }).actor).toEqual({ app_name: 'pramaan', session: { uid: 'run_1' } });
});

it('an event of a request carries the request’s id', () => {
  expect(eventOf(actorOf({ actor: KEY, keyId: 'key_1' }, 'req_1')).api).toEqual({
    operation: 'pii.scan',
    service: { name: 'pramaan' },
    request: { uid: 'req_1' },
  });
});

it.each([
  ['key.issued', 1],
  ['vault.read', 2],
  ['ledger.exported', 2],
  ['codec.decoded', 2],
  ['setting.changed', 3],
  ['records.imported', 3],
  ['payout.paid', 3],
  ['records.deleted', 4],
  ['key.revoked', 4],
  ['codec.signed_in', 99],
])('the administrative act %s has an activity of the class', (action, activity) => {
  const event = eventOf(byService('command-line'), action);
  expect(event).toMatchObject({ activity_id: activity, type_uid: 600_300 + activity, class_uid: 6003 });
  expect(ACTIVITY_IDS).toContain(event.activity_id);
  expect(event.activity_name).toBe(activity === 99 ? action : undefined);
});
