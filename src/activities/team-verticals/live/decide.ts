import { verdictOf } from '../../../governance/live/verdict.ts';
import { recordable } from '../../../governance/recordable.ts';
import type { StepOf } from '../../../contract/team-vertical.ts';
import type { StepDone } from '../../../governance/team-verticals/done.ts';
import { decide } from '../../../governance/team-verticals/perform.ts';
import type { StepRun } from '../step-run.ts';

/** Arguments of the tool of a step that decides. */
interface Decided {
  readonly decision: string;
  readonly explanation: string;
  readonly confidence?: number;
}

/**
 * Decides a case in a live run. The document's rules and people's answers decide; the model can only hand the case to a person.
 * @param made the arguments of its call
 */
export const decideTeamCase = (
  { vertical, found, known }: StepRun,
  step: StepOf<'decide'>,
  made: Readonly<Record<string, unknown>>,
): StepDone => {
  const { decision: proposed, explanation, confidence } = made as unknown as Decided;
  const rules = decide(vertical, step, found);
  const decided = rules.value['decision'] as string;
  const said = recordable(explanation, 300, known);
  const verdict = verdictOf({ decision: decided, reasons: [] }, proposed, said);
  const { decision, reasons, overruled } = verdict;
  return {
    value: { decision },
    reasons,
    summary: overruled
      ? `The agent proposed ${proposed}; the rules decide ${decision}.`
      : `The agent decided ${decision}.`,
    detail: {
      ...rules.detail,
      decision,
      proposed,
      overruled,
      explanation: said,
      ...(reasons.length > 0 && { handed_over: true }),
      ...(confidence !== undefined && { confidence }),
    },
  };
};
