import type { StepOf } from '../../contract/team-vertical.ts';
import type { Match } from '../rules/support/decide.ts';
import type { CompiledStep } from './compile.ts';
import { type Before, evaluated, isNotKnown } from './done.ts';
import type { Members } from './values.ts';

/** The comparisons of a look-up of an account, by the names of its cells. */
const COMPARED = ['pan', 'email'] as const;

export type ComparedKind = (typeof COMPARED)[number];

/**
 * Compares texts with the digests of an account. An unknown text leaves its match unknown.
 * @param isOnFile undefined if there is no account
 */
export const matchesOf = (
  { cells }: Pick<CompiledStep, 'cells'>,
  { compare }: Pick<StepOf<'look_up'>, 'compare'>,
  { scope }: Before,
  isOnFile: ((kind: ComparedKind, text: string) => boolean) | undefined,
): Members => {
  const match = (kind: ComparedKind, text: string): Match => {
    if (text === '') return 'not_given';
    if (isOnFile === undefined) return 'not_compared';
    return isOnFile(kind, text) ? 'match' : 'differs';
  };
  return Object.fromEntries(
    COMPARED.flatMap((kind): [string, string][] => {
      if (compare?.[kind] === undefined) return [];
      const text = evaluated(cells[kind], scope)!;
      return isNotKnown(text) ? [] : [[`${kind}_match`, match(kind, text as string)]];
    }),
  );
};
