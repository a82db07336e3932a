import { expect, it } from 'vitest';
import type { StepOf, TeamVertical } from '../../../../src/contract/team-vertical.ts';
import { checkTeamVertical } from '../../../../src/governance/team-verticals/check.ts';
import { isCompiledVertical } from '../../../../src/governance/team-verticals/compile.ts';
import { readByShape } from '../../../../src/governance/team-verticals/shape.ts';
import { SUPPORT_DESK } from '../../../helpers/team-verticals.ts';

const faultsOf = (change: (document: TeamVertical) => void): readonly string[] => {
  const document = structuredClone(SUPPORT_DESK);
  change(document);
  const checked = checkTeamVertical(document);
  return isCompiledVertical(checked) ? [] : checked.map(({ at, fault }) => `${at}: ${fault}`);
};

const step = <Kind extends 'check_members' | 'look_up' | 'rules' | 'write'>(
  { steps }: TeamVertical,
  id: string,
): StepOf<Kind> => steps.find((each) => each.id === id) as StepOf<Kind>;

it('the document of support has no faults', () => {
  expect(faultsOf(() => undefined)).toEqual([]);
});

it.each<[string, (document: TeamVertical) => void, string]>([
  [
    'unreadable members that no rules take',
    (document) => (step<'check_members'>(document, 'check').left_to = 'reset'),
    'steps.check: leaves unreadable members to reset, which applies no rules to every case after it',
  ],
  [
    'unreadable members that rules take only in some cases',
    (document) => {
      step<'rules'>(document, 'assess').if = 'account.found';
    },
    'steps.assess: a decision cannot be left out; remove its if',
  ],
  [
    'rules that do not read the members which are left to them',
    (document) => (step<'rules'>(document, 'assess').given!['unreadable'] = 'check.missing'),
    'steps.check: assess does not read check.unreadable',
  ],
  [
    'rules that decide in a document with live runs',
    (document) => (document.live = { instructions: 'Go.', tools: {} }),
    'steps.assess: decides without the model; live runs need a step decide',
  ],
  [
    'a row called what its step does not do',
    (document) => (step<'look_up'>(document, 'account').row!.action = 'agent.finding'),
    'steps.account: the row of look_up cannot be called agent.finding',
  ],
  [
    'words of a row about a later step',
    (document) => (step<'look_up'>(document, 'account').row!.words[0]!.summary = 'string(reset.written)'),
    'steps.account.row.words.0.summary: string(reset.written): the step reset comes later',
  ],
  [
    'access that is given back after another write',
    ({ steps }) => steps.push(...steps.splice(5, 1)),
    'steps.reset: can be refused after close has written; only the first write may refuse',
  ],
  [
    'a second alert',
    ({ steps }) =>
      steps.push({
        do: 'write',
        id: 'again',
        effect: 'alert again',
        on: ['resolved'],
        message: { kind: 'device_alert', to: 'check.email', body: "'Hello.'" },
      }),
    'steps.again: reset writes the device_alert of a run already',
  ],
  [
    'two effects in one write',
    (document) => (step<'write'>(document, 'close').access = step<'write'>(document, 'reset').access),
    'steps.close: expected one of record, message, access, ticket and address',
  ],
  [
    'a ticket that ends otherwise',
    (document) => {
      document.decisions.push('closed');
      step<'write'>(document, 'close').on = ['closed'];
    },
    'steps.close: a ticket is resolved or escalates',
  ],
  [
    'a comparison with records that have no digests',
    (document) => (step<'look_up'>(document, 'identity').records = 'policies'),
    'steps.identity: compare and resets belong to accounts',
  ],
  [
    'a value with the name of what the step leaves',
    (document) => (step<'check_members'>(document, 'check').values!['ok'] = 'true'),
    'steps.check: a value cannot be named ok',
  ],
])('the check finds %s', (_, change, fault) => {
  expect(faultsOf(change)).toContain(fault);
});

it('a text longer than its schema allows is unreadable, but not missing', () => {
  const shape = { properties: { issue: { type: 'string', maxLength: 5_000 } as const }, required: ['issue'] };
  const read = (length: number) => readByShape(shape, { issue: 'x'.repeat(length) });
  expect(read(5_000)).toMatchObject({ missing: [], unreadable: [] });
  expect(read(5_001)).toEqual({ members: {}, missing: [], unreadable: ['issue'] });
  const short = { properties: { note: { type: 'string' } as const }, required: [] };
  expect(readByShape(short, { note: 'x'.repeat(2_001) }).unreadable).toEqual(['note']);
});
