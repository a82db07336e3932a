import { expect, it } from 'vitest';
import type { StepOf, TeamVertical } from '../../../../src/contract/team-vertical.ts';
import { checkTeamVertical } from '../../../../src/governance/team-verticals/check.ts';
import { isCompiledVertical } from '../../../../src/governance/team-verticals/compile.ts';
import { readByShape } from '../../../../src/governance/team-verticals/shape.ts';
import { CALL_DESK } from '../../../helpers/team-verticals.ts';

const faultsOf = (change: (document: TeamVertical) => void): readonly string[] => {
  const document = structuredClone(CALL_DESK);
  change(document);
  const checked = checkTeamVertical(document);
  return isCompiledVertical(checked) ? [] : checked.map(({ at, fault }) => `${at}: ${fault}`);
};

const step = <Kind extends 'check_members' | 'verify_code' | 'look_up' | 'write'>(
  { steps }: TeamVertical,
  id: string,
): StepOf<Kind> => steps.find((each) => each.id === id) as StepOf<Kind>;

it('the document of voice has no faults', () => {
  expect(faultsOf(() => undefined)).toEqual([]);
});

const SHOWN = 'reads a secret member, which only the code of verify_code may';

it.each<[string, (document: TeamVertical) => void, string]>([
  [
    'a one-time code among computed values',
    (document) => (step<'check_members'>(document, 'call').values!['id'] = 'case.otp'),
    `steps.call: ${SHOWN}`,
  ],
  [
    'a one-time code in the words of a row',
    (document) => (step<'verify_code'>(document, 'caller').row!.words[1]!.summary = "'wrong: ' + case.code"),
    `steps.caller: ${SHOWN}`,
  ],
  [
    'a one-time code in a message',
    (document) => (step<'write'>(document, 'wrap_up').message!.body = 'case.one_time_code'),
    `steps.wrap_up: ${SHOWN}`,
  ],
  [
    'the digits of a one-time code, one by one, as inputs of rules',
    (document) =>
      (step<'look_up'>(document, 'policy').finds!.given['confirmed'] = "case.otp.startsWith('4')"),
    `steps.policy: ${SHOWN}`,
  ],
  [
    'a one-time code that is read as free text',
    (document) => (document.reads = { said: { of: ['otp'] } }),
    'reads.said: reads a secret member',
  ],
  [
    'live runs of cases with a one-time code',
    (document) => (document.live = { instructions: 'Go.', tools: {} }),
    'steps.policy: decides without the model; live runs need a step decide',
  ],
  [
    'a row about the decision before the run ends',
    (document) => (step<'write'>(document, 'address').row!.action = 'agent.decision'),
    'steps.address: only the row of the last step has the decision',
  ],
  [
    'an address of a caller whom no step verifies',
    (document) => (step<'write'>(document, 'address').address!.of = 'policy'),
    'steps.address: policy is no step verify_code',
  ],
  [
    'an address that is changed after another write',
    ({ steps }) => steps.push(...steps.splice(3, 1)),
    'steps.address: can be refused after wrap_up has written; only the first write may refuse',
  ],
  [
    'a write that does not read the members which are left to it',
    (document) => (step<'write'>(document, 'address').confirm!.given = { unreadable: 'call.missing' }),
    'steps.call: address does not read call.unreadable',
  ],
])('the check finds %s', (_, change, fault) => {
  expect(faultsOf(change)).toContain(fault);
});

it('an answer is a text, yes or no, whatever the words are', () => {
  const shape = { properties: { said: { type: 'string', format: 'answer' } as const }, required: [] };
  const read = (said: unknown) => readByShape(shape, { said });
  expect(read(true).members).toEqual({ said: 'yes' });
  expect(read(false).members).toEqual({ said: 'no' });
  expect(read('14 Lake View Road').members).toEqual({ said: '14 Lake View Road' });
  expect(read(['yes'])).toEqual({ members: {}, missing: [], unreadable: ['said'] });
});
