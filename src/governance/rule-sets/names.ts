import type { RuleSet } from '../../contract/rule-set.ts';
import type { RuleSetFault } from './compile.ts';
import { repeated } from './repeated-names.ts';
import { typeOf, termFaults } from './term-faults.ts';

/** Finds names with two meanings, and undefined names. */
export const nameFaults = (set: RuleSet): readonly RuleSetFault[] => [
  ...repeated('inputs', [...Object.keys(set.inputs), ...Object.keys(set.params), ...Object.keys(set.lists)]),
  ...repeated(
    'tables',
    set.tables.map(({ id }) => id),
  ),
  ...set.tables.flatMap(({ id, rows }) =>
    repeated(
      `tables.${id}`,
      rows.map((row) => row.id),
    ),
  ),
  ...repeated(
    'tests',
    set.tests.map(({ name }) => name),
  ),
  ...Object.entries(set.inputs).flatMap(([name, input]) => {
    if (typeof input === 'string' || fits(input.default, input.type)) return [];
    return [{ at: `inputs.${name}`, fault: `the default is not ${input.type}` }];
  }),
  ...set.tests.flatMap(({ name, given }) =>
    Object.entries(given).flatMap(([input, value]) => {
      const type = typeOf(set, input);
      if (type !== undefined && fits(value, type)) return [];
      const fault = type === undefined ? `there is no input ${input}` : `${input} is not ${type}`;
      return [{ at: `tests.${name}`, fault }];
    }),
  ),
  ...termFaults(set),
];

const fits = (value: unknown, type: string): boolean =>
  type === 'int'
    ? typeof value === 'number'
    : type === 'bool'
      ? typeof value === 'boolean'
      : type === 'string'
        ? typeof value === 'string'
        : Array.isArray(value);
