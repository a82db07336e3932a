import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { StepOf } from '../../../../src/contract/team-vertical.ts';
import { checkTeamVertical } from '../../../../src/governance/team-verticals/check.ts';
import {
  type CompiledVertical,
  isCompiledVertical,
} from '../../../../src/governance/team-verticals/compile.ts';
import { before, type StepDone } from '../../../../src/governance/team-verticals/done.ts';
import { modelDone, simulatedDone } from '../../../../src/governance/team-verticals/model.ts';

type Step = Record<string, unknown> & { id: string; do: string };
interface Document {
  steps: Step[];
  tests: unknown[];
  live?: unknown;
  decisions: string[];
}

const complaint = (): Document =>
  JSON.parse(
    readFileSync(new URL('../../../../examples/verticals/complaint.json', import.meta.url), 'utf8'),
  ) as Document;

const step = ({ steps }: Document, id: string): Step => steps.find((each) => each.id === id)!;

const faultsOf = (document: Document): readonly string[] => {
  const checked = checkTeamVertical(document);
  return isCompiledVertical(checked) ? [] : checked.map(({ at, fault }) => `${at}: ${fault}`);
};

const unseen = (origin: string): string =>
  `steps.file: ${origin} is a model's answer, and neither rules nor a review of every case look at it before the decision`;

const rows = (document: Document): { id: string; when: string[] }[] =>
  (step(document, 'judge')['tables'] as { rows: { id: string; when: string[] }[] }[])[0]!.rows;

const without = (document: Document, row: string): void => {
  const all = rows(document);
  all.splice(
    all.findIndex(({ id }) => id === row),
    1,
  );
};

const fields = (document: Document): Record<string, string> =>
  (step(document, 'file')['record'] as { fields: Record<string, string> }).fields;

/** Changes to the example, and the fault that the check must find. */
const FAULTS: readonly (readonly [string, (document: Document) => void, string])[] = [
  [
    'an answer that is written and that no rule reads',
    (document) => without(document, 'demand'),
    unseen('read.demand'),
  ],
  [
    'an answer that is written under another name',
    (document) => {
      without(document, 'demand');
      document.steps.splice(4, 0, {
        id: 'sum',
        do: 'compute',
        effect: 'add',
        values: { total: 'read.demand + 1' },
      });
      fields(document)['demand'] = 'sum.total';
    },
    unseen('read.demand'),
  ],
  [
    'a write under a condition that a model decides',
    (document) => {
      without(document, 'legal');
      step(document, 'file')['if'] = '!read.legal';
    },
    unseen('read.legal'),
  ],
  [
    'a record that is looked up by an answer, and written',
    (document) => {
      without(document, 'about');
      document.steps.splice(4, 0, {
        id: 'team',
        do: 'look_up',
        effect: 'find the team',
        collection: 'teams',
        key: 'read.about',
        fields: { type: 'object', properties: { name: { type: 'string' } } },
      });
      fields(document)['about'] = 'team.name';
    },
    unseen('read.about'),
  ],
  [
    'rules that look at an answer only under a condition',
    (document) => (step(document, 'judge')['if'] = 'policy.found'),
    unseen('read.demand'),
  ],
  [
    'a model in a document without live runs',
    (document) => delete document.live,
    'steps.read: asks a model, which only live runs do; the document needs live',
  ],
  [
    'the text of a tool that is no step',
    (document) => (document.live = { instructions: 'Go.', tools: { raed: 'Read.' } }),
    'live.tools.raed: there is no step raed',
  ],
  [
    'a stated answer that does not fit',
    (document) => (step(document, 'read')['simulated'] = { about: 'delay', demand: 'much', legal: false }),
    'steps.read.simulated: demand does not fit its schema',
  ],
  [
    'a required member of an answer that is not described',
    (document) => ((step(document, 'read')['fields'] as { required: string[] }).required = ['tone']),
    'steps.read.fields.required: there is no member tone',
  ],
  [
    'a step that does not say what a simulated run takes',
    (document) => delete step(document, 'read')['simulated'],
    'steps.read.simulated: Invalid input',
  ],
];

it.each(FAULTS)('the check finds %s', (_name, change, fault) => {
  const document = complaint();
  change(document);
  expect(faultsOf(document)).toContain(fault);
});

it('a review of every case permits writing an answer that no rule reads', () => {
  const document = complaint();
  without(document, 'demand');
  delete step(document, 'look')['if'];
  document.tests = document.tests.slice(1, 2);
  expect(faultsOf(document)).toEqual([]);
});

describe('The answer of a model', () => {
  const vertical = checkTeamVertical(complaint()) as CompiledVertical;
  const asks = vertical.steps[3]!;
  const read = asks.step as StepOf<'model'>;
  const run = { case: vertical.document.sample, day: 20_000, mode: 'simulated' } as const;
  const found = (more: Record<string, unknown> = {}) =>
    before(vertical, { ...run, case: { ...run.case, ...more } }, [] as readonly StepDone[]);

  it('becomes its members if it fits, in paise and with its enum', () => {
    const done = modelDone(read, { about: 'delay', demand: '1,200.00', legal: false, tone: 'angry' });
    expect(done).toMatchObject({
      value: { ok: true, about: 'delay', demand: 120_000n, legal: false },
      reasons: [],
      detail: { asked: true, ok: true, record: { demand: 120_000, legal: false }, texts: ['about'] },
    });
  });

  it.each([
    ['is missing', undefined],
    ['has a member that does not fit', { about: 'weather', demand: '1', legal: false }],
    ['lacks a member', { about: 'delay', demand: '1' }],
  ])('is not known and asks a person if it %s', (_name, answer) => {
    const done = modelDone(read, answer);
    expect(done.value).toEqual({ ok: false });
    expect(done.reasons.map(({ code }) => code)).toEqual(['MODEL-NO-ANSWER']);
  });

  it('is stated by the document in a simulated run, which always needs a person', () => {
    const done = simulatedDone(asks, read, found());
    expect(done.value).toEqual({ ok: true, about: 'delay', demand: 120_000n, legal: false });
    expect(done.detail).toMatchObject({ asked: false, ok: true });
    expect(done.reasons.map(({ code }) => code)).toEqual(['MODEL-NOT-ASKED']);
    const none = simulatedDone(asks, { ...read, simulated: null }, found());
    expect(none.value).toEqual({ ok: false });
    expect(none.reasons.map(({ code }) => code)).toEqual(['MODEL-NOT-ASKED']);
  });

  it.each(['simulated', 'live'] as const)('is read beside the mode of a %s run', (mode) => {
    expect(before(vertical, { ...run, mode }, []).scope['run']).toMatchObject({ mode });
  });

  it('is not requested if a part of the model’s input is unknown', () => {
    const done = simulatedDone(asks, read, found({ letter: '' }));
    expect(done.value).toEqual({ ok: false });
    expect(done.reasons.map(({ code }) => code)).toEqual(['STEP-UNKNOWN']);
  });
});
