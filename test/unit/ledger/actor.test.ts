import { expect, it } from 'vitest';
import { actedBy, actorIn, actorOf, askedBy, byService } from '../../../src/ledger/actor.ts';
import { bodyOf, parseBody } from '../../../src/ledger/entry.ts';
import { prepare } from '../../../src/ledger/prepare-entry.ts';

const PERSON = { kind: 'person', id: 'person_1', name: 'A. S.' } as const;
const KEY = { kind: 'key', id: 'key_1', name: 'portal' } as const;
const ROW = { teamId: 't', ledgerRef: 'wf-1', step: 1, action: 'a', governance: '', summary: '', detail: {} };

it('a row names who asked beside the process that wrote it', () => {
  const { actor, content } = prepare({
    ...ROW,
    actor: askedBy({ asked_by: PERSON }, { workflow_id: 'run_1' }),
  });
  expect(actor).toEqual(PERSON);
  expect(JSON.parse(content)).toMatchObject({ actor: { ...PERSON, workflow_id: 'run_1' } });
});

it('the process that wrote a row cannot replace who asked', () => {
  expect(actedBy(PERSON, { id: 'run_1', kind: 'service', name: 'x' })).toEqual(PERSON);
});

it('a request by a key names the key as earlier releases did, and a request by a person does not', () => {
  expect(actorOf({ actor: KEY, keyId: 'key_1' }, 'req_1')).toEqual({
    ...KEY,
    key_id: 'key_1',
    request_id: 'req_1',
  });
  expect(actorOf({ actor: PERSON, keyId: 'key_1' })).toEqual(PERSON);
});

it('a row of a run that an earlier release accepted names only its writer', () => {
  const { actor, content } = prepare({ ...ROW, actor: askedBy({}, { workflow_id: 'run_1' }) });
  expect(actor).toBeNull();
  expect(JSON.parse(content)).toMatchObject({ actor: { workflow_id: 'run_1' } });
});

it('what the service does by itself has kind `service` and the name of its job', () => {
  expect(byService('retention', { job: 'retention' })).toEqual({
    kind: 'service',
    id: 'retention',
    name: 'Retention',
    job: 'retention',
  });
});

it.each([
  [undefined],
  [{}],
  [{ key_id: 'key_1' }],
  [{ kind: 'robot', id: 'x', name: 'y' }],
  [{ kind: 'key', id: 7, name: 'y' }],
  [{ kind: 'key', id: 'x' }],
  ['key'],
])('a stored actor that does not name anybody in full reads as nobody: %j', (stored) => {
  expect(actorIn(stored)).toBeNull();
});

it('characters that cannot be stored are replaced in what readers get, as in the body', () => {
  const { actor, content } = prepare({ ...ROW, actor: actedBy({ ...KEY, name: 'a\0b' }) });
  expect(actor?.name).toBe('a\ufffdb');
  const columns = { action: 'a', created_at: '', id: 'x', idem_key: 'k', ledger_ref: 'r', seq: 1, step: 1 };
  const body = bodyOf({ ...columns, team_id: 't' }, content);
  expect(actorIn(parseBody(body).content.actor)).toEqual(actor);
});
