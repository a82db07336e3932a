import type { RuleSet } from '../../contract/rule-set.ts';
import { headWords, itemWords } from '../adjudication/vocabulary.ts';
import type { RuleSetFault } from './compile.ts';
import { repeated, twice } from './repeated-names.ts';

/** Finds names in a product's terms that have no meaning or two meanings. */
export const termFaults = (set: RuleSet): readonly RuleSetFault[] => {
  const { terms } = set;
  if (terms === undefined) return [];
  const unknownHeads = (at: string, heads: readonly string[]): readonly RuleSetFault[] =>
    heads
      .filter((head) => !Object.hasOwn(terms.heads, head))
      .map((head) => ({ at: `terms.${at}`, fault: `there is no head ${head}` }));
  return [
    ...repeated(
      'terms.waits',
      terms.waits.map(({ id }) => id),
    ),
    ...repeated(
      'terms.sublimits',
      terms.sublimits.map(({ id }) => id),
    ),
    ...repeated(
      'terms.day_caps',
      terms.day_caps.map(({ head }) => head),
    ),
    ...twice('terms.heads', headWords(terms)),
    ...twice(
      'terms.lists',
      itemWords(terms, set.lists).map(([word, { head }]) => [word, head] as const),
    ),
    ...terms.lists
      .filter(({ items }) => !Object.hasOwn(set.lists, items))
      .map(({ head, items }) => ({ at: `terms.lists.${head}`, fault: `there is no list ${items}` })),
    ...terms.day_caps.flatMap(({ head }) => unknownHeads('day_caps', [head])),
    ...unknownHeads(
      'proportion',
      terms.proportion === undefined ? [] : [terms.proportion.room, ...terms.proportion.heads],
    ),
    ...terms.sublimits.flatMap(({ id, heads }) => unknownHeads(`sublimits.${id}`, heads ?? [])),
    ...terms.sublimits
      .filter(({ part }) => part !== undefined && typeOf(set, part) !== 'string')
      .map(({ id, part }) => ({
        at: `terms.sublimits.${id}`,
        fault: `${part} is not an input of type string`,
      })),
    ...overlapping(terms.sublimits),
    ...terms.copay.slice(0, -1).flatMap(({ when }, index) =>
      when === undefined
        ? [
            {
              at: `terms.copay.${index + 1}`,
              fault: `is never reached, because row ${index} always applies`,
            },
          ]
        : [],
    ),
  ];
};

/** Returns the type of an input; undefined if the rule set has none of that name. */
export const typeOf = ({ inputs }: RuleSet, name: string): string | undefined => {
  const input = Object.hasOwn(inputs, name) ? inputs[name] : undefined;
  return typeof input === 'object' ? input.type : input;
};

/**
 * Finds two limits that share heads although neither contains the other: their order would change the amount.
 */
const overlapping = (limits: NonNullable<RuleSet['terms']>['sublimits']): readonly RuleSetFault[] =>
  limits.flatMap(({ id, heads }, index) =>
    limits.slice(index + 1).flatMap((other) => {
      if (heads === undefined || other.heads === undefined) return [];
      const shared = heads.filter((head) => other.heads?.includes(head));
      return shared.length === 0 || shared.length === heads.length || shared.length === other.heads.length
        ? []
        : [
            {
              at: `terms.sublimits.${other.id}`,
              fault: `shares ${shared.join(' and ')} with ${id}, and neither contains the other`,
            },
          ];
    }),
  );
