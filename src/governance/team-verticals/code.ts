/** Steps that run a program: its input, and the parts of its answer that count. */
import type { StepOf } from '../../contract/team-vertical.ts';
import type { CompiledStep } from './compile.ts';
import { type Before, type Detail, type StepDone, unknownReason } from './done.ts';
import { namedValues } from './prepare.ts';
import { readByShape } from './shape.ts';
import { namedOut, shownReasons, shownRecord } from './shown.ts';
import { shownValue } from './values.ts';

/**
 * Returns the JSON that a program or a model reads, or the step's result if a part of it is unknown.
 * @param undone says what was not done, in words to which the reason is added
 */
export const givenTo = (
  compiled: CompiledStep,
  found: Before,
  undone = 'The code was not run',
): { readonly given: string } | StepDone => {
  const { values, unknown } = namedValues(compiled, found);
  const missing = [...new Set(Object.values(unknown))];
  if (missing.length === 0) return { given: JSON.stringify(shownValue(values)) };
  const why = namedOut(missing).join('; ');
  const reasons = [unknownReason(compiled.step.id, why)];
  return {
    value: { ok: false },
    reasons,
    summary: `${undone}, because a part of its input is not known.`,
    detail: { performed: false, unknown: why, ...shownReasons(reasons) },
  };
};

/**
 * Returns the result of a program: the members of its answer that fit the step's fields. Without an answer,
 * or with one that does not fit, a person decides.
 * @param answer the value of its last expression; undefined if it failed
 */
export const codeDone = (
  { id, fields }: StepOf<'run_python'>,
  answer: unknown,
  more: Detail = {},
): StepDone => {
  const isObject = typeof answer === 'object' && answer !== null && !Array.isArray(answer);
  if (!isObject) {
    const failed = answer === undefined;
    const reasons = [
      failed
        ? { code: 'CODE-FAILED', detail: `${id}: the code failed` }
        : { code: 'CODE-UNREADABLE', detail: `${id}: the last expression is no object` },
    ];
    return {
      value: { ok: false },
      reasons,
      summary: failed ? 'The code failed.' : 'The code gave no object.',
      detail: { ok: false, ...shownReasons(reasons), ...more },
    };
  }
  const { members, missing, unreadable } = readByShape(fields, answer as Readonly<Record<string, unknown>>);
  const faulty = [...missing, ...unreadable];
  const reasons =
    faulty.length === 0
      ? []
      : [
          {
            code: 'CODE-UNREADABLE',
            detail: `${id}: missing or cannot be read: ${namedOut(faulty).join(', ')}`,
          },
        ];
  return {
    value: { ...members, ok: faulty.length === 0 },
    reasons,
    summary:
      faulty.length === 0 ? 'The code ran and gave its answer.' : 'The answer of the code does not fit.',
    detail: {
      ok: faulty.length === 0,
      ...shownRecord(members),
      ...(reasons.length > 0 && shownReasons(reasons)),
      ...more,
    },
  };
};
