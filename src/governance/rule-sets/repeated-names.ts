import type { RuleSetFault } from './compile.ts';

/** Finds names that appear twice. */
export const repeated = (at: string, names: readonly string[]): readonly RuleSetFault[] =>
  [...new Set(names.filter((name, index) => names.indexOf(name) !== index))].map((name) => ({
    at,
    fault: `${name} appears twice`,
  }));

/** Finds words that would put a line under two heads or lists. */
export const twice = (at: string, words: readonly (readonly [string, string])[]): readonly RuleSetFault[] => {
  const meanings = Map.groupBy(words, ([word]) => word);
  return [...meanings].flatMap(([word, found]) =>
    found.length < 2
      ? []
      : [{ at, fault: `"${word}" belongs to ${found.map(([, owner]) => owner).join(' and ')}` }],
  );
};
