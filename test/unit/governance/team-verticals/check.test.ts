import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { checkTeamVertical } from '../../../../src/governance/team-verticals/check.ts';
import { isCompiledVertical } from '../../../../src/governance/team-verticals/compile.ts';

const FOLDER = new URL('../../../../examples/verticals/', import.meta.url);

type Step = Record<string, unknown> & { id: string; do: string };
type Document = Record<string, unknown> & {
  id: string;
  steps: Step[];
  tests: Record<string, unknown>[];
  decisions: string[];
};

const example = (name: string): Document =>
  JSON.parse(readFileSync(new URL(name, FOLDER), 'utf8')) as Document;

const invoice = (): Document => example('invoice.json');
const step = (document: Document, id: string): Step => document.steps.find((each) => each.id === id)!;

const faultsOf = (document: Document): readonly string[] => {
  const checked = checkTeamVertical(document);
  return isCompiledVertical(checked) ? [] : checked.map(({ at, fault }) => `${at}: ${fault}`);
};

describe('The example', () => {
  it.each(readdirSync(FOLDER).filter((name) => name.endsWith('.json')))(
    '%s has no faults, and its own tests pass',
    (name) => {
      expect(faultsOf(example(name))).toEqual([]);
    },
  );
});

const message = (id: string): Step => ({
  do: 'write',
  id,
  effect: 'tell the vendor',
  on: ['approve'],
  message: { kind: 'text_message', to: 'case.vendor_gstin', body: '"Paid."' },
});

/** Changes to the example of an invoice, and the fault that the check must find. */
const FAULTS: readonly (readonly [string, (document: Document) => void, string])[] = [
  [
    'code whose answer has a member ok',
    ({ steps }) =>
      steps.splice(1, 0, {
        do: 'run_python',
        id: 'code',
        effect: 'compute',
        given: { total: 'case.total' },
        code: '{}',
        fields: { type: 'object', properties: { ok: { type: 'boolean' } } },
      }),
    'steps.code: a field cannot be named ok',
  ],
  [
    'a document of the case for a member that is not there',
    (document) => (document['documents'] = { pan: 'pan' }),
    'documents.pan: there is no such member of the case',
  ],
  [
    'documents for two members that take the same',
    (document) => (document['documents'] = { total: 'amount', id: 'amount' }),
    'documents.id: total takes amount already',
  ],
  [
    'documents for a list',
    (document) => (document['documents'] = { lines: 'amount' }),
    'documents.lines: a document can supply no list and no object',
  ],
  [
    'a write before the decision',
    ({ steps }) => steps.splice(0, 0, steps.pop()!),
    'steps.book: writes before the decision; move it after decide',
  ],
  ['no decision', (document) => (document.steps = document.steps.slice(0, 8)), 'steps: no step decides'],
  [
    'a step after the decision',
    ({ steps }) => steps.push({ id: 'late', do: 'scan', effect: 'scan' }),
    'steps.late: is never needed, because decide has decided the case',
  ],
  [
    'a second decision',
    ({ steps }) => steps.push({ id: 'again', do: 'decide', effect: 'decide', clear: 'approve' }),
    'steps.again: is never reached, because decide has decided the case',
  ],
  [
    'an outward step without an egress rule',
    ({ steps }) =>
      steps.splice(2, 0, {
        id: 'ask',
        do: 'call_outside',
        effect: 'ask',
        url: 'https://api.gst.example/v1',
        purpose: 'look-up of the vendor',
      }),
    'steps.ask: no rule of egress allows api.gst.example, so the step may not call it',
  ],
  [
    'a reference to a step that comes later',
    (document) => (step(document, 'order')['key'] = 'sums.lines_total'),
    'steps.order.key: sums.lines_total: the step sums comes later',
  ],
  [
    'a reference to nothing',
    (document) => (step(document, 'look')['if'] = 'nobody.knows'),
    'steps.look.if: nobody.knows: there is no step or value nobody',
  ],
  [
    'an unknown member',
    (document) => (step(document, 'order')['key'] = 'case.purchase_ordr'),
    'steps.order.key: case.purchase_ordr: there is no member purchase_ordr',
  ],
  [
    'a cell of a wrong type',
    (document) => (step(document, 'look')['if'] = 'case.total'),
    'steps.look.if: case.total: expected bool, the cell is int',
  ],
  [
    'a condition that never holds',
    (document) => (step(document, 'scan')['if'] = '1 > 2'),
    'steps.scan: is never reached, because its condition is never true',
  ],
  [
    'a loop inside a loop',
    (document) => (step(document, 'look')['if'] = 'case.lines.all(l, case.lines.exists(m, m.rate > l.rate))'),
    'steps.look.if: case.lines.all(l, case.lines.exists(m, m.rate > l.rate)): exists inside another macro is not allowed',
  ],
  [
    'a decision that nothing decides',
    ({ decisions }) => decisions.push('park'),
    'decisions: no step decides park',
  ],
  [
    'a write after a decision that nobody makes',
    (document) => {
      document.decisions.push('park');
      step(document, 'book')['on'] = ['park'];
    },
    'steps.book: is never reached, because nothing decides park',
  ],
  [
    'a record that may be refused after another write',
    ({ steps }) => steps.splice(steps.length - 1, 0, message('tell')),
    'steps.book: can be refused after tell has written; only the first write may refuse',
  ],
  [
    'a second message of a kind',
    ({ steps }) => steps.push(message('tell'), message('tell_again')),
    'steps.tell_again: tell writes the text_message of a run already',
  ],
  [
    'no check of the members',
    (document) => (document.steps = document.steps.slice(1)),
    'steps: no step checks the members of every case before the decision',
  ],
  [
    'a test that comes out differently',
    ({ tests }) => (tests[0]!['expect'] = { decision: 'reject' }),
    'tests.an invoice that matches is approved and booked: the decision is approve instead of reject',
  ],
  [
    'a sample that does not fit',
    (document) => (document['sample'] = { ...(document['sample'] as object), total: 'much' }),
    'sample: total does not fit its schema',
  ],
  [
    'a step of an unknown kind',
    (document) => (step(document, 'scan').do = 'shell'),
    "steps.scan.do: Invalid discriminator value. Expected 'check_members' | 'scan' | 'look_up' | 'verify_code' | 'compute' | 'rules' | 'run_python' | 'model' | 'commands' | 'call_outside' | 'review' | 'decide' | 'write'",
  ],
  [
    'the id of a vertical of the service',
    (document) => (document.id = 'kyc'),
    'id: a vertical of the service has this id',
  ],
];

it.each(FAULTS)('the check finds %s', (_name, change, fault) => {
  const document = invoice();
  change(document);
  expect(faultsOf(document)).toContain(fault);
});
