import type { StepOf } from '../../contract/team-vertical.ts';
import { decideEgress } from '../egress.ts';
import { textsIn } from '../members.ts';
import { MAX_LIST } from '../rule-sets/cost.ts';
import { evaluateTables, reasonsOf, type Evaluation } from '../rule-sets/evaluate.ts';
import { unreadableReasons } from '../rules/reason.ts';
import { scan } from '../scan.ts';
import type { CompiledStep, CompiledVertical } from './compile.ts';
import { decidesCase, ESCALATE } from './decision.ts';
import type { Before, RunOfVertical, StepDone } from './done.ts';
import { namedValues } from './prepare.ts';
import { readByShape } from './shape.ts';
import { namedOut, shownMembers, shownNames, shownReasons } from './shown.ts';

/** Maximum length of a case's text that is scanned; more would keep other work waiting. */
const MAX_SCANNED = 200_000;

/**
 * Performs `check_members`. Unreadable members are a reason, unless the document leaves them to its rules.
 */
export const checkMembers = (
  { document }: CompiledVertical,
  run: RunOfVertical,
  compiled: CompiledStep,
  found: Before,
): StepDone => {
  const { missing, unreadable } = readByShape(document.case, run.case);
  const { left_to: leftTo } = compiled.step as StepOf<'check_members'>;
  const reasons = [
    ...(missing.length === 0
      ? []
      : [{ code: 'CASE-MISSING', detail: `not given: ${namedOut(missing).join(', ')}` }]),
    ...(leftTo === undefined ? unreadableReasons('CASE-UNREADABLE', namedOut(unreadable)) : []),
  ];
  return {
    value: {
      ...namedValues(compiled, found).values,
      ok: missing.length + unreadable.length === 0,
      // A longer list is unknown, because cells cannot read it.
      ...(missing.length <= MAX_LIST && { missing }),
      ...(unreadable.length <= MAX_LIST && { unreadable }),
    },
    reasons,
    summary:
      missing.length + unreadable.length === 0
        ? 'The case has all of its members.'
        : `The case lacks members or has some that cannot be read: ${namedOut([...missing, ...unreadable]).join(', ')}.`,
    detail: {
      ...shownNames('missing', missing),
      ...shownNames('unreadable', unreadable),
      ...shownReasons(reasons),
    },
  };
};

/** Performs `scan`. */
export const scanCase = (run: RunOfVertical): StepDone => {
  const { flags, entities } = scan(textsIn(run.case).join('\n').slice(0, MAX_SCANNED));
  return {
    value: { flags },
    reasons: [],
    summary:
      flags.length === 0
        ? 'No personal identifier found.'
        : `Identifiers found and masked: ${flags.join(', ')}.`,
    detail: { flags, entities: { ...entities } },
  };
};

/** Performs `compute`. A value that reads something unknown is left out. */
export const compute = (compiled: CompiledStep, found: Before): StepDone => {
  const { values: value, unknown } = namedValues(compiled, found);
  const missing = Object.keys(unknown);
  return {
    value,
    reasons: [],
    summary: `Computed ${Object.keys(value).join(', ') || 'nothing'}${missing.length === 0 ? '.' : `; not known: ${missing.join(', ')}.`}`,
    detail: {
      ...shownMembers('values', value),
      ...(missing.length > 0 && { unknown }),
    },
  };
};

/** Performs `rules` with the step's own tables. */
export const applyTables = ({ tables }: CompiledStep, { scope }: Before): StepDone =>
  rulesDone(evaluateTables({ tables }, scope as never));

/** Returns the result of evaluating rules. */
export const rulesDone = (evaluation: Evaluation): StepDone => {
  const reasons = reasonsOf(evaluation);
  const codes = reasons.map(({ code }) => code);
  return {
    value: { clear: reasons.length === 0, codes },
    reasons,
    summary:
      reasons.length === 0 ? 'No rule speaks against the case.' : `Found: ${namedOut(codes).join(', ')}.`,
    detail: {
      ...shownNames(
        'rows',
        evaluation.hits.map(({ table, row }) => `${table}.${row}`),
      ),
      ...shownReasons(reasons),
    },
  };
};

/** Performs `call_outside`: asks the installation's policy about the call, but does not make it. */
export const askEgress = (
  { url, purpose }: StepOf<'call_outside'>,
  egressAllow: readonly string[],
): StepDone => {
  const { allowed, host, rule } = decideEgress(url, { allow: egressAllow });
  const facts = { purpose, host, rule, allowed, blocked: !allowed, dialled: false };
  return {
    value: { allowed, host, rule },
    reasons: [],
    summary: `Call for ${purpose} to ${host} ${allowed ? 'allowed' : 'blocked'} by rule ${rule}; no connection was made.`,
    detail: facts,
    stays: facts,
  };
};

/**
 * Performs `decide`. Without reasons the case is clear. Otherwise a person's answer decides. An approval
 * counts only if every review that was opened has an answer and nothing was found after the last of them,
 * because nobody has approved what they did not see.
 */
export const decide = (
  { steps }: CompiledVertical,
  { clear, approved, denied }: StepOf<'decide'>,
  { scope, reasons, byStep }: Before,
): StepDone => {
  const reviews = steps.filter(({ step }) => step.do === 'review');
  const asked = reviews.filter(({ step }) => scope[step.id]?.['asked'] === true);
  const isDenied = asked.some(({ step }) => scope[step.id]?.['approved'] !== true);
  // A review has a reason only if nobody answered it.
  const isUnanswered = reviews.some(({ n }) => (byStep[n - 1] ?? []).length > 0);
  const isUnseen = byStep.slice(asked.at(-1)?.n ?? 0).some((found) => found.length > 0);
  const decision = isDenied
    ? denied!
    : isUnanswered || isUnseen
      ? ESCALATE
      : asked.length > 0
        ? approved!
        : clear;
  const isAnswered = asked.length > 0 && decision !== ESCALATE;
  const codes = [...new Set(reasons.map(({ code }) => code))];
  return {
    value: { decision },
    reasons: [],
    summary: `Decided: ${decision}${codes.length === 0 ? '' : ` (${namedOut(codes).join(', ')})`}${isAnswered ? ', as a person answered' : ''}.`,
    detail: { decision, asked: asked.length > 0, ...shownReasons(reasons) },
  };
};

/** How a run ends: as decided, unless a write was refused, because then the decision has no effect. */
export const finalDecision = (
  { steps }: CompiledVertical,
  done: readonly Pick<StepDone, 'value' | 'reasons'>[],
): { readonly decision: string; readonly reasons: readonly StepDone['reasons'][number][] } => {
  const at = steps.findIndex(({ step }) => decidesCase(step));
  const decided = done[at]?.value['decision'];
  const refused = done.slice(at).some(({ reasons }) => reasons.length > 0);
  return {
    decision: refused || typeof decided !== 'string' ? ESCALATE : decided,
    reasons: done.flatMap(({ reasons }) => reasons),
  };
};
