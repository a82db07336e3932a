/** Rules that confirm a decision in the transaction of its write. They can only hand the case to a person. */
import type { StepOf } from '../../contract/team-vertical.ts';
import { reasonsBeside } from '../rule-sets/verticals/decide.ts';
import type { Reason } from '../rules/reason.ts';
import type { CompiledStep } from './compile.ts';
import { type Before, evaluated } from './done.ts';

/**
 * Returns why a decision does not stand. A reason that was known before is none, because whoever decided has seen it.
 * @param found what the rules say now
 */
export const notConfirmed = (
  { holds }: Pick<CompiledStep, 'holds'>,
  { confirm }: Pick<StepOf<'write'>, 'confirm'>,
  before: Before,
  found: readonly Reason[],
): readonly Reason[] => {
  const fresh = reasonsBeside(found, before.reasons);
  if (fresh.length > 0 || holds === undefined) return fresh;
  return evaluated(holds, before.scope) === true ? [] : [confirm!.otherwise!];
};
