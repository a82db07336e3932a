import type { TeamVertical } from '../../contract/team-vertical.ts';
import type { RuleSetFault } from '../rule-sets/compile.ts';
import { decidesCase } from './decision.ts';
import { faultOf } from './flow.ts';

/** Finds settings for live runs that none of the document's runs could carry out. */
export const liveFaults = ({ steps, live }: TeamVertical): readonly RuleSetFault[] => {
  if (live === undefined)
    return steps
      .filter((step) => step.do === 'model')
      .map((step) => faultOf(step, 'asks a model, which only live runs do; the document needs live'));
  return [
    ...steps
      .filter((step) => step.do !== 'decide' && decidesCase(step))
      .map((step) => faultOf(step, 'decides without the model; live runs need a step decide')),
    ...Object.keys(live.tools)
      .filter((id) => !steps.some((step) => step.id === id))
      .map((id) => ({ at: `live.tools.${id}`, fault: `there is no step ${id}` })),
  ];
};
