import type { TeamVertical } from '../../contract/team-vertical.ts';
import type { TextRead } from '../../contract/team-vertical-reads.ts';
import type { RuleSetFault } from '../rule-sets/compile.ts';
import { repeated } from '../rule-sets/repeated-names.ts';
import { patternCost } from '../text/pattern-cost.ts';
import { typeOfFact } from './reads.ts';

/** Maximum number of ways in which one pattern, and all together, can be tried at one place of a text. */
const MAX_COST = 10_000;
const MAX_COSTS = 40_000;

/** Finds faults in what a document reads of free text. */
export const readFaults = ({ reads = {} }: Pick<TeamVertical, 'reads'>): readonly RuleSetFault[] => {
  const all = Object.entries(reads).map(([name, read]) => faultsOf(`reads.${name}`, read));
  const cost = all.reduce((sum, each) => sum + each.cost, 0);
  return [
    ...all.flatMap(({ faults }) => faults),
    ...(cost > MAX_COSTS
      ? [{ at: 'reads', fault: `the patterns cost ${cost}, at most ${MAX_COSTS} are allowed` }]
      : []),
  ];
};

const faultsOf = (at: string, { forms = [], phrases = {}, classes = [] }: TextRead) => {
  const patterns = [
    ...forms.map(({ name, pattern }) => [name, pattern] as const),
    ...Object.entries(phrases),
    ...classes.flatMap(({ name, signs, number }) => [
      ...signs.map((sign) => [`${name}.${sign.name}`, sign.pattern] as const),
      ...(number === undefined ? [] : [[`${name}.number`, number.pattern] as const]),
    ]),
  ];
  const costs = patterns.map(([name, pattern]) => ({ name, cost: patternCost(pattern) }));
  return {
    cost: costs.reduce((sum, { cost }) => sum + (typeof cost === 'number' ? cost : 0), 0),
    faults: [
      ...costs.flatMap(({ name, cost }) =>
        typeof cost === 'number' && cost <= MAX_COST
          ? []
          : [{ at: `${at}.${name}`, fault: typeof cost === 'string' ? cost : `the pattern costs ${cost}` }],
      ),
      ...nameFaults(at, Object.keys(phrases), [
        'given',
        'form',
        ...(classes.length > 0 ? CLASS_MEMBERS : []),
      ]),
      ...factFaults(at, classes),
    ],
  };
};

const CLASS_MEMBERS = ['class', 'confidence', 'signs', 'rivals', 'stated', 'number'];

const nameFaults = (
  at: string,
  names: readonly string[],
  taken: readonly string[],
): readonly RuleSetFault[] =>
  names.filter((name) => taken.includes(name)).map((name) => ({ at, fault: `the name ${name} is taken` }));

/** Cells read the facts of whichever class was recognised, so all classes must have the same. */
const factFaults = (at: string, classes: NonNullable<TextRead['classes']>): readonly RuleSetFault[] => {
  const shapes = classes.map(({ name, facts }) => ({
    name,
    shape: Object.entries(facts)
      .map(([fact, value]) => `${fact}: ${typeOfFact(value)}`)
      .toSorted()
      .join(', '),
  }));
  const [first] = shapes;
  return [
    ...repeated(
      `${at}.classes`,
      classes.map(({ name }) => name),
    ),
    ...nameFaults(at, Object.keys(classes[0]?.facts ?? {}), ['given', 'form', ...CLASS_MEMBERS]),
    ...shapes
      .filter(({ shape }) => shape !== first!.shape)
      .map(({ name, shape }) => ({
        at: `${at}.${name}`,
        fault: `has the facts ${shape || 'none'} instead of ${first!.shape || 'none'}`,
      })),
  ];
};
