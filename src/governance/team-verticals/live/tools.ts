import type { AskTool } from '../../../contract/ask-tools.ts';
import type { StepKind, TeamVertical } from '../../../contract/team-vertical.ts';

/** A step as the tool of a live run. Its name is the step's id. */
export interface LiveStep {
  readonly name: string;
  readonly kind: StepKind;
}

/** Returns the tools of a document's live runs, in the order of its steps. */
export const liveStepsOf = ({ steps }: Pick<TeamVertical, 'steps'>): readonly LiveStep[] =>
  steps.map(({ id, do: kind }) => ({ name: id, kind }));

/**
 * The equivalent tool of the service's own verticals for each kind of step. Switches and the rules about
 * asking people use these names, because they apply to every vertical. A step that asks a person or a model
 * has no such tool.
 */
const TOOLS: Readonly<Record<StepKind, AskTool | undefined>> = {
  check_members: 'read_case',
  scan: 'read_case',
  look_up: 'look_up_records',
  verify_code: 'verify_identity',
  compute: 'score_risk',
  rules: 'score_risk',
  run_python: 'run_python',
  model: undefined,
  commands: 'apply_fix',
  call_outside: 'call_outside',
  review: undefined,
  decide: 'decide',
  write: 'write_record',
};

export const commonToolOf = (kind: StepKind): AskTool | undefined => TOOLS[kind];

/** Name of the tool with which a model runs code of its own. */
export const PYTHON_TOOL = 'run_python';

/**
 * Returns whether a model may run code of its own. It may not if one of the document's steps has the tool's
 * name.
 */
export const offersPython = (steps: readonly LiveStep[]): boolean =>
  steps.every(({ name }) => name !== PYTHON_TOOL);
