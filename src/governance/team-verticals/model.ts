/** Steps that ask a model: the result of an answer, and its replacement where no model is asked. */
import type { StepOf } from '../../contract/team-vertical.ts';
import type { CompiledStep } from './compile.ts';
import { type Before, type Detail, type StepDone, unknownReason } from './done.ts';
import { givenTo } from './code.ts';
import { readByShape } from './shape.ts';
import { namedOut, shownReasons, shownRecord } from './shown.ts';
import type { Members } from './values.ts';

/** Maximum number of characters that a step passes to a model. */
const LONGEST_GIVEN = 100_000;

type ModelStep = StepOf<'model'>;
type Answer = Readonly<Record<string, unknown>>;

/** Why a person decides in a simulated run: nobody has answered the question about this case. */
const NOT_ASKED = 'MODEL-NOT-ASKED';

/** Returns the JSON that a model reads, or the step's result if a part of it is unknown. */
export const givenToModel = (
  compiled: CompiledStep,
  found: Before,
): { readonly given: string } | StepDone => {
  const given = givenTo(compiled, found, 'The model was not asked');
  if (!('given' in given) || given.given.length <= LONGEST_GIVEN) return given;
  const why = `what it reads has more than ${LONGEST_GIVEN} characters`;
  const reasons = [unknownReason(compiled.step.id, why)];
  return {
    value: { ok: false },
    reasons,
    summary: `The model was not asked, because ${why}.`,
    detail: { performed: false, ...shownReasons(reasons) },
  };
};

/** Returns the faults of an answer by the step's fields, in words for the model. */
export const answerFaults = ({ fields }: ModelStep, answer: Answer): readonly string[] => {
  const { missing, unreadable } = readByShape(fields, answer);
  return [
    ...missing.map((name) => `${name} is missing`),
    ...unreadable.map((name) => `${name} does not fit its schema`),
  ];
};

/**
 * Returns the result of a model's answer. Without an answer that fits the step's fields, all of its members
 * are unknown and a person decides.
 * @param answer undefined if the model gave none that fits
 */
export const modelDone = (step: ModelStep, answer: Answer | undefined, more: Detail = {}): StepDone => {
  const faults = answer === undefined ? [] : answerFaults(step, answer);
  if (answer !== undefined && faults.length === 0)
    return {
      ...answered(readByShape(step.fields, answer).members, { asked: true, ...more }),
      summary: 'The model answered.',
    };
  const why = faults.length === 0 ? 'the model gave no usable answer' : namedOut(faults).join(', ');
  const reasons = [{ code: 'MODEL-NO-ANSWER', detail: `${step.id}: ${why}` }];
  return {
    value: { ok: false },
    reasons,
    summary: 'The model gave no usable answer.',
    detail: { asked: true, ok: false, ...shownReasons(reasons), ...more },
  };
};

/**
 * Returns the step's result in a simulated run: the answer that its document states, and a reason to ask a
 * person.
 */
export const simulatedDone = (compiled: CompiledStep, step: ModelStep, found: Before): StepDone => {
  const given = givenToModel(compiled, found);
  if (!('given' in given)) return given;
  const { id, simulated } = step;
  const reasons = [{ code: NOT_ASKED, detail: `${id}: a simulated run asks no model` }];
  const detail = { asked: false, ...shownReasons(reasons) };
  if (simulated === null)
    return {
      value: { ok: false },
      reasons,
      summary: 'No model was asked.',
      detail: { ...detail, ok: false },
    };
  return {
    ...answered(readByShape(step.fields, simulated).members, detail),
    reasons,
    summary: 'No model was asked; later steps read the answer that the document states.',
  };
};

const answered = (members: Members, detail: Detail): Pick<StepDone, 'value' | 'reasons' | 'detail'> => ({
  value: { ...members, ok: true },
  reasons: [],
  detail: { ok: true, ...shownRecord(members), ...detail },
});
