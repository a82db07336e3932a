/** Rules that a step applies to what it has left, so that its row has their findings. */
import type { Reason } from '../rules/reason.ts';
import type { CompiledStep } from './compile.ts';
import { clearOf, decidesCase, ESCALATE } from './decision.ts';
import { findsOf } from './finds-of.ts';
import { type Before, evaluated, type StepDone } from './done.ts';
import { afterStep } from './row.ts';
import { shownReasons } from './shown.ts';

/** Returns what the cells of these rules read: also what the step has left. */
export const scopeAfter = (
  { step }: Pick<CompiledStep, 'step'>,
  { scope, reasons }: Before,
  done: StepDone,
) => afterStep(scope, step.id, { value: done.value, reasons: [...reasons, ...done.reasons] });

/**
 * Adds what rules have found to what a step leaves. What has to hold besides is asked only if they find nothing.
 * @param found the rules' reasons, and the name of their rule set
 */
export const withFindings = (
  { step, holds }: Pick<CompiledStep, 'step' | 'holds'>,
  before: Before,
  done: StepDone,
  found: { readonly reasons: readonly Reason[]; readonly ruleSet: string },
): StepDone => {
  const { otherwise } = findsOf(step)!;
  const isHeld = holds === undefined || evaluated(holds, scopeAfter({ step }, before, done)) === true;
  const own = found.reasons.length > 0 || isHeld ? found.reasons : [otherwise!];
  const reasons = [...done.reasons, ...own];
  const isClear = before.reasons.length + reasons.length === 0;
  return {
    ...done,
    value: {
      ...done.value,
      clear: reasons.length === 0,
      codes: reasons.map(({ code }) => code),
      details: reasons.map(({ detail }) => detail),
      rule_set: found.ruleSet,
      ...(decidesCase(step) && { decision: isClear ? clearOf(step) : ESCALATE }),
    },
    reasons,
    detail: { ...done.detail, ...shownReasons(reasons) },
  };
};
