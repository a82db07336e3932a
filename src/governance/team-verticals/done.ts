import type { PinnedRuleSet } from '../../contract/rule-set-version.ts';
import { isUnknown } from '../rule-sets/expressions.ts';
import type { Reason } from '../rules/reason.ts';
import type { CompiledStep, CompiledVertical } from './compile.ts';
import { readTexts } from './reads.ts';
import { readByShape } from './shape.ts';
import type { Members, Nested, Scope } from './values.ts';

type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };

export type Detail = Readonly<Record<string, Json>>;

/** A step's result. */
export interface StepDone {
  /** The values that later steps can read. */
  readonly value: Members;
  /** Why a person has to decide. */
  readonly reasons: readonly Reason[];
  /** One sentence for an auditor. The caller masks it and the detail. */
  readonly summary: string;
  readonly detail: Detail;
  /** What a ticket keeps of the steps, for rows that show it. */
  readonly trail?: readonly Detail[];
  /** The parts of the row that stay even if the document words the row. */
  readonly stays?: Detail;
  /** The rule set that decided, if the step applied one. */
  readonly pin?: PinnedRuleSet;
}

/** The findings before a step. */
export interface Before {
  readonly scope: Scope;
  readonly reasons: readonly Reason[];
  /** The reasons of each step before it, in the order of the steps. */
  readonly byStep: readonly (readonly Reason[])[];
}

export interface RunOfVertical {
  readonly case: Readonly<Record<string, unknown>>;
  /** The day in India on which the run was requested. */
  readonly day: number;
  /** `live` if a model calls the steps. */
  readonly mode: 'simulated' | 'live';
}

/**
 * Returns the values that a step can read: the case, what was read of its texts, the constants, the run, and the
 * results of the earlier steps.
 */
export const before = (
  { document, steps }: CompiledVertical,
  run: RunOfVertical,
  done: readonly Pick<StepDone, 'value' | 'reasons'>[],
): Before => {
  const byStep = done.map((each) => each.reasons);
  const reasons = byStep.flat();
  const scope: Record<string, Members> = {
    case: readByShape(document.case, run.case).members,
    ...(document.reads !== undefined && { read: readTexts(document, run.case) }),
    params: Object.fromEntries(
      Object.entries(document.params).map(([name, value]): [string, Nested] => [
        name,
        typeof value === 'number' ? BigInt(value) : value,
      ]),
    ),
    run: { day: BigInt(run.day), mode: run.mode, codes: [...new Set(reasons.map(({ code }) => code))] },
  };
  for (const [index, { value }] of done.entries()) scope[steps[index]!.step.id] = value;
  return { scope, reasons, byStep };
};

/**
 * Evaluates a cell.
 * @returns the reason as text under `unknown` if it reads an unknown value
 */
export const evaluated = (
  cell: CompiledStep['key'],
  scope: Scope,
): Nested | { readonly unknown: string } | undefined => cell?.(scope as never);

export const isNotKnown = (value: unknown): value is { readonly unknown: string } =>
  typeof value === 'object' && value !== null && isUnknown(value as never);

/** Code of a reason for a condition or a key that reads an unknown value. */
const STEP_UNKNOWN = 'STEP-UNKNOWN';

export const unknownReason = (id: string, why: string): Reason => ({
  code: STEP_UNKNOWN,
  detail: `the step ${id} cannot be performed: ${why}`,
});

/**
 * Returns why a step is not performed; undefined if it is. If a condition is unknown, a person is still
 * asked, and any other step is not performed.
 */
export const leftOut = ({ step, if: condition }: CompiledStep, { scope }: Before): StepDone | undefined => {
  const holds = evaluated(condition, scope);
  if (holds === undefined || holds === true) return undefined;
  const value = EMPTY[step.do] ?? {};
  if (!isNotKnown(holds))
    return {
      value,
      reasons: [],
      summary: 'Not needed in this case.',
      detail: { performed: false },
    };
  if (step.do === 'review') return undefined;
  return {
    value,
    reasons: [unknownReason(step.id, holds.unknown)],
    summary: 'Not performed, because its condition cannot be decided.',
    detail: { performed: false, unknown: holds.unknown },
  };
};

/** The result of a step that is not performed. */
const EMPTY: Readonly<Record<string, Members>> = {
  review: { asked: false, approved: false },
  write: { written: false },
  verify_code: { verified: false, elsewhere: false },
  run_python: { ok: false },
  commands: { listed: false, commands: [] },
  model: { ok: false },
};
