import { expect, it } from 'vitest';
import type { StepOf, TeamVertical } from '../../../../src/contract/team-vertical.ts';
import { REMEDIES } from '../../../../src/governance/rules/it/fixes.ts';
import { SIGNATURES } from '../../../../src/governance/rules/it/signatures.ts';
import { checkTeamVertical } from '../../../../src/governance/team-verticals/check.ts';
import { isCompiledVertical } from '../../../../src/governance/team-verticals/compile.ts';
import { readTexts } from '../../../../src/governance/team-verticals/reads.ts';
import { INCIDENT_DESK } from '../../../helpers/team-verticals.ts';

const faultsOf = (change: (document: TeamVertical) => void): readonly string[] => {
  const document = structuredClone(INCIDENT_DESK);
  change(document);
  const checked = checkTeamVertical(document);
  return isCompiledVertical(checked) ? [] : checked.map(({ at, fault }) => `${at}: ${fault}`);
};

const step = <Kind extends 'commands' | 'write'>({ steps }: TeamVertical, id: string): StepOf<Kind> =>
  steps.find((each) => each.id === id) as StepOf<Kind>;

const classOf = ({ reads }: TeamVertical, cause: string) =>
  reads!['incident']!.classes!.find(({ name }) => name === cause)!;

it('the document of it has no faults', () => {
  expect(faultsOf(() => undefined)).toEqual([]);
});

it('the document of it has the signs and remedies of the service', () => {
  const { classes } = INCIDENT_DESK.reads!['incident']!;
  expect(classes!.map(({ name }) => name)).toEqual(SIGNATURES.map(([cause]) => cause));
  for (const [cause, signs] of SIGNATURES) {
    const { fix, diagnostics, verify, reading } = REMEDIES[cause];
    expect(classOf(INCIDENT_DESK, cause).signs.map(({ name, strong }) => [name, strong])).toEqual(
      signs.map(({ name, strong }) => [name, strong]),
    );
    expect(classOf(INCIDENT_DESK, cause).facts).toMatchObject({
      statement: REMEDIES[cause].cause,
      diagnostics,
      fix: fix?.commands ?? [],
      touches: fix?.touches ?? 'no_fix',
      verify: [verify],
      limit: reading.limit,
      assumed: reading.assumed,
    });
  }
});

it.each<[string, (document: TeamVertical) => void, string]>([
  [
    'a pattern that can take long',
    (document) => (classOf(document, 'disk_full').signs[0]!.pattern = '(?:a+)+b'),
    'reads.incident.disk_full.no space left: + is not allowed at 5',
  ],
  [
    'classes with different facts',
    (document) => delete classOf(document, 'cpu_saturation').facts['limit'],
    'reads.incident.cpu_saturation: has the facts ' +
      'assumed: int, diagnostics: list<string>, fix: list<string>, reading: string, relief: int, statement: string, touches: string, unit: string, verify: list<string> instead of ' +
      'assumed: int, diagnostics: list<string>, fix: list<string>, limit: int, reading: string, relief: int, statement: string, touches: string, unit: string, verify: list<string>',
  ],
  [
    'a phrase called as what is read in any case',
    (document) => (document.reads!['incident']!.phrases!['confidence'] = 'sure'),
    'reads.incident: the name confidence is taken',
  ],
  [
    'a cell that reads what is not read',
    (document) => (step<'commands'>(document, 'fix').if = 'read.incident.broken'),
    'steps.fix.if: read.incident.broken: there is no member broken',
  ],
  [
    'commands that are no list',
    (document) => (step<'commands'>(document, 'fix').templates = "'reboot'"),
    "steps.fix.templates: 'reboot': expected list<string>, the cell is string",
  ],
  [
    'a condition of a write without a reason',
    (document) => delete step<'write'>(document, 'close').confirm!.otherwise,
    'steps.close: holds needs the reason otherwise, which belongs to it',
  ],
  [
    'a fraction that is not in a row',
    (document) => (step<'commands'>(document, 'verify').values!['value'] = '0.5'),
    'steps.verify.values.value: 0.5: expected int or bool or string or list<string> or list<int>, the cell is double',
  ],
])('the check finds %s', (_, change, fault) => {
  expect(faultsOf(change)).toContain(fault);
});

it('texts of any shape are read, and what is not there is not given', () => {
  const read = readTexts(INCIDENT_DESK, {
    symptom: { first: ['OOM?', { deep: 'No space left on device, disk at 91%' }] },
    severity: 'SEV1 (critical)',
  });
  expect(read).toMatchObject({
    symptom: { given: true },
    severity: { given: true, form: 'P1' },
    priority: { given: false, form: '' },
    incident: { class: 'disk_full', confidence: 88n, stated: true, number: 91n, limit: 85n, tried: false },
  });
  expect(readTexts(INCIDENT_DESK, {})['incident']).toMatchObject({ class: '', confidence: 0n, signs: [] });
});
