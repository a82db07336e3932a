/**
 * A model's answer must not reach a write, or the wording of a row, before rules or a review of every case
 * have examined it.
 */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { checkTeamVertical } from '../../../../src/governance/team-verticals/check.ts';
import { isCompiledVertical } from '../../../../src/governance/team-verticals/compile.ts';

type Step = Record<string, unknown> & { id: string; do: string };
interface Document {
  steps: Step[];
  tests: unknown[];
}

const EXAMPLE = readFileSync(
  new URL('../../../../examples/verticals/complaint.json', import.meta.url),
  'utf8',
);

/**
 * Returns the example, extended so that the model also answers a `note` and whether it is `urgent`, which
 * nothing examines.
 */
const complaint = (change: (document: Document) => void): Document => {
  const document = JSON.parse(EXAMPLE) as Document;
  const { properties } = step(document, 'read')['fields'] as { properties: Record<string, unknown> };
  properties['note'] = { type: 'string', maxLength: 200 };
  properties['urgent'] = { type: 'boolean' };
  change(document);
  return document;
};

const step = ({ steps }: Document, id: string): Step => steps.find((each) => each.id === id)!;

/** Adds a step before another one. */
const add = (document: Document, before: string, added: object): void => {
  const at = document.steps.findIndex(({ id }) => id === before);
  document.steps.splice(at < 0 ? document.steps.length : at, 0, {
    id: '',
    do: '',
    effect: 'do more',
    ...added,
  });
};

const faultsOf = (change: (document: Document) => void): readonly string[] => {
  const checked = checkTeamVertical(complaint(change));
  return isCompiledVertical(checked) ? [] : checked.map(({ at, fault }) => `${at}: ${fault}`);
};

const unseen = (id: string, origin: string, until: string): string =>
  `steps.${id}: ${origin} is a model's answer, and neither rules nor a review of every case look at it before ${until}`;

const fields = (document: Document): Record<string, string> =>
  (step(document, 'file')['record'] as { fields: Record<string, string> }).fields;

const ticket = (more: object) => ({
  do: 'write',
  id: 'hand',
  on: ['escalate'],
  ticket: { id: 'case.id', category: "'complaint'", trail: [{ step: 1 }], ...more },
});

const message = (more: object) => ({
  do: 'write',
  id: 'tell',
  on: ['answer'],
  message: { kind: 'text_message', to: 'case.id', body: "'Done.'", ...more },
});

const access = (more: object, alert: object = {}) => ({
  do: 'write',
  id: 'give',
  on: ['answer'],
  access: {
    account: 'case.id',
    case: 'case.id',
    changed: { code: 'CMP-CHANGED', detail: 'changed' },
    alert: { to: "'a'", body: "'b'", ...alert },
    ...more,
  },
});

const tableOf = (when: string, result: object) => ({
  id: 'more',
  hit: 'collect',
  // oxlint-disable-next-line unicorn/no-thenable -- a row of a decision table
  rows: [{ id: 'one', when: [when], then: result }],
});

const finding = (when: string, detail = "'x'") => tableOf(when, { code: 'CMP-MORE', detail });

const replacing = (document: Document): void => {
  (step(document, 'file')['record'] as Record<string, unknown>)['exists'] = 'replace';
};

const write = (name: string, change: (document: Document) => void, id: string, origin = 'read.note') =>
  [name, change, id, origin] as const;

describe('A write that depends on an unexamined answer is refused', () => {
  it.each([
    write('as its key', (d) => ((step(d, 'file')['record'] as { key: string }).key = 'read.note'), 'file'),
    write(
      'in the trail of a ticket',
      (d) => add(d, 'end', ticket({ trail: [{ said: 'read.note' }] })),
      'hand',
    ),
    write('as the key of a ticket', (d) => add(d, 'end', ticket({ id: 'read.note' })), 'hand'),
    write('as the category of a ticket', (d) => add(d, 'end', ticket({ category: 'read.note' })), 'hand'),
    write('as the subject of a ticket', (d) => add(d, 'end', ticket({ subject: 'read.note' })), 'hand'),
    write('as the recipient of a message', (d) => add(d, 'end', message({ to: 'read.note' })), 'tell'),
    write('in a message', (d) => add(d, 'end', message({ body: 'read.note' })), 'tell'),
    ...(
      [
        ['an account', access({ account: 'read.note' })],
        ['the case of an account', access({ case: 'read.note' })],
        ['the recipient of an alert', access({}, { to: 'read.note' })],
        ['an alert', access({}, { body: 'read.note' })],
      ] as const
    ).map(([name, added]) =>
      write(
        `as ${name}`,
        (d) => {
          replacing(d);
          add(d, 'file', added);
        },
        'give',
      ),
    ),
    write(
      'through a value of a second check of the members',
      (d) => {
        add(d, 'judge', { do: 'check_members', id: 'again', values: { note: 'read.note' } });
        fields(d)['note'] = 'again.note';
      },
      'file',
    ),
    write(
      'through code',
      (d) => {
        add(d, 'judge', {
          do: 'run_python',
          id: 'code',
          code: '{}',
          given: { note: 'read.note' },
          fields: { type: 'object', properties: { n: { type: 'integer' } } },
        });
        fields(d)['note'] = 'code.n';
      },
      'file',
    ),
    write(
      'through another model',
      (d) => {
        const read = step(d, 'read');
        add(d, 'judge', { ...read, id: 'second', given: { note: 'read.note' } });
        fields(d)['note'] = 'second.ok';
      },
      'file',
    ),
    write(
      'through what an account is compared with',
      (d) => {
        add(d, 'judge', {
          do: 'look_up',
          id: 'holder',
          records: 'accounts',
          key: 'case.id',
          compare: { email: 'read.note' },
        });
        fields(d)['match'] = 'holder.email_match';
      },
      'file',
    ),
    write(
      'through the codes of rules that some cases do not reach',
      (d) => {
        add(d, 'judge', {
          do: 'rules',
          id: 'some',
          if: 'policy.found',
          tables: [finding("read.note == 'x'")],
        });
        fields(d)['codes'] = 'some.codes';
      },
      'file',
    ),
    write(
      'through the codes of the run',
      (d) => {
        add(d, 'judge', {
          do: 'rules',
          id: 'some',
          if: 'policy.found',
          tables: [finding("read.note == 'x'")],
        });
        fields(d)['codes'] = "'CMP-MORE' in run.codes";
      },
      'file',
    ),
    write(
      'through the condition of a review',
      (d) => {
        step(d, 'look')['if'] = 'read.urgent';
        fields(d)['asked'] = 'look.asked';
      },
      'file',
      'read.urgent',
    ),
    ...(
      [
        ['scan', { do: 'scan' }, 'flags'],
        ['call', { do: 'call_outside', url: 'https://a.example/', purpose: 'a' }, 'host'],
        ['rules', { do: 'rules', tables: [finding('!policy.found')] }, 'clear'],
      ] as const
    ).map(([name, added, member]) =>
      write(
        `through the condition of ${name}`,
        (d) => {
          (d as unknown as { egress: string[] }).egress = ['a.example'];
          add(d, 'judge', { ...added, id: 'extra', if: 'read.urgent' });
          fields(d)['extra'] = `has(extra.${member})`;
        },
        'file',
        'read.urgent',
      ),
    ),
    write(
      'through another write',
      (d) => {
        add(d, 'end', { ...message({}), if: 'read.urgent' });
        add(d, 'end', ticket({ trail: [{ told: 'tell.written' }] }));
      },
      'hand',
      'read.urgent',
    ),
  ])('%s', (_name, change, id, origin) => {
    expect(faultsOf(change)).toContain(unseen(id, origin, 'the decision'));
  });
});

describe('Rules do not examine an answer', () => {
  it.each<[string, object]>([
    ['whose presence they test', finding('has(read.note)')],
    ['that they read by the codes of the run alone', finding("'CMP-MORE' in run.codes")],
    ['if nothing follows from it', tableOf("read.note == ''", { name: 'n', value: '1' })],
    ['if they call something else by its name', finding("run.codes.exists(read, read == 'x')")],
  ])('%s', (_name, table) => {
    const found = faultsOf((d) => {
      add(d, 'judge', { do: 'rules', id: 'some', if: 'policy.found', tables: [finding("read.note == 'x'")] });
      add(d, 'judge', { do: 'rules', id: 'weak', tables: [table] });
      fields(d)['note'] = 'read.note';
    });
    expect(found).toEqual([unseen('file', 'read.note', 'the decision')]);
  });
});

it('rules do not examine an answer that is an input of a rule set, because its version in force may not read it', () => {
  const given = { total: 'read.demand', note: 'read.note' };
  const found = faultsOf((d) => {
    add(d, 'judge', { do: 'rules', id: 'weak', rule_set: 'team-claims', given });
    const rows = (step(d, 'judge')['tables'] as { rows: { id: string }[] }[])[0]!.rows;
    rows.splice(
      rows.findIndex(({ id }) => id === 'demand'),
      1,
    );
  });
  expect(found).toContain(unseen('file', 'read.demand', 'the decision'));
  expect(found).toContain(unseen('weak', 'read.note', "the step's row says it"));
});

const said = (words: object) => ({ words: [{ summary: "'Read.'", ...words }] });

describe('A row that shows an unexamined answer is refused', () => {
  it.each<[string, (document: Document) => void, string, string]>([
    [
      'in its sentence',
      (d) => (step(d, 'read')['row'] = said({ summary: 'read.note' })),
      'read',
      'read.note',
    ],
    [
      'in its detail',
      (d) => (step(d, 'read')['row'] = said({ detail: { a: 'read.note' } })),
      'read',
      'read.note',
    ],
    [
      'deeper in its detail',
      (d) => (step(d, 'read')['row'] = said({ detail: { a: { b: 'read.note' } } })),
      'read',
      'read.note',
    ],
    [
      'by its choice of words',
      (d) => (step(d, 'read')['row'] = said({ when: 'read.urgent' })),
      'read',
      'read.urgent',
    ],
    [
      'that only later rules look at',
      (d) => (step(d, 'read')['row'] = said({ detail: { a: 'read.demand' } })),
      'read',
      'read.demand',
    ],
    [
      'in the detail of a finding',
      (d) => add(d, 'judge', { do: 'rules', id: 'some', tables: [finding('!policy.found', 'read.note')] }),
      'some',
      'read.note',
    ],
    [
      'as a text that is computed',
      (d) => add(d, 'judge', { do: 'compute', id: 'sum', values: { note: 'upper(read.note)' } }),
      'sum',
      'read.note',
    ],
    [
      'as texts that are computed',
      (d) => add(d, 'judge', { do: 'compute', id: 'sum', values: { notes: '[read.note]' } }),
      'sum',
      'read.note',
    ],
  ])('%s', (_name, change, id, origin) => {
    expect(faultsOf(change)).toEqual([unseen(id, origin, "the step's row says it")]);
  });

  it.each<[string, (document: Document) => void]>([
    ['rules have looked at it', (d) => (step(d, 'file')['row'] = said({ detail: { a: 'read.about' } }))],
    ['its own rules look at it', (d) => (step(d, 'judge')['row'] = said({ detail: { a: 'read.demand' } }))],
    [
      'it is a number that is computed, as in the row of the answer itself',
      (d) => add(d, 'judge', { do: 'compute', id: 'sum', values: { twice: 'read.demand * 2' } }),
    ],
  ])('but not if %s', (_name, change) => {
    expect(faultsOf(change)).toEqual([]);
  });

  it('but not after a review of every case', () => {
    const found = faultsOf((d) => {
      delete step(d, 'look')['if'];
      step(d, 'decide')['row'] = said({ summary: 'read.note' });
      d.tests = d.tests.slice(1, 2);
    });
    expect(found).toEqual([]);
  });
});
