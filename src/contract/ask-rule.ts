import { z } from 'zod';
import { verticalId } from './common.ts';
import { teamVerticalId } from './team-vertical-id.ts';
import { AGENT_TOOL, type AskTool, askTools } from './ask-tools.ts';

/** Kinds of runs whose calls can wait for a person. */
const askRuns = ['live', 'task', 'analysis'] as const;

/** Members about a case, which agent tasks and analyses do not have. */
const OF_CASES = ['verticals', 'amount_above', 'risk_at_least', 'confidence_below'] as const;

const isWrite = (tool: AskTool): boolean => tool === 'write_record';

/** Returns whether a rule is for live runs alone, as it is by default. */
const isOfLiveRuns = ({
  runs = ['live'],
}: {
  readonly runs?: readonly (typeof askRuns)[number][] | undefined;
}): boolean => runs.every((kind) => kind === 'live');

/** Describes the calls about which a person is asked. */
export const askRule = z
  .strictObject({
    tools: z.array(z.enum(askTools)).min(1).max(askTools.length),
    runs: z.array(z.enum(askRuns)).min(1).max(askRuns.length).optional().meta({
      description:
        'Kinds of runs. Agent tasks and analyses have only the tool `run_python`. Default: live runs',
    }),
    verticals: z
      .array(z.union([verticalId, teamVerticalId]))
      .min(1)
      .optional()
      .meta({ description: "Of the service, or the team's own. Default: all" }),
    amount_above: z.int().min(0).max(1_000_000_000).optional().meta({
      description:
        'Rupees. The rule applies to cases above this amount, and to those whose amount nobody can read.',
    }),
    risk_at_least: z.enum(['medium', 'high']).optional().meta({
      description:
        'Risk band. The rule applies once the case is in this band or a higher one, and while its risk is unknown.',
    }),
    confidence_below: z
      .number()
      .gt(0)
      .max(1)
      .optional()
      .meta({
        description:
          'The rule applies if the model stated less confidence in its decision than this, from 0 to 1, or none. Only for ' +
          '`write_record`, which comes after the decision.',
        examples: [0.8],
      }),
  })
  .refine((rule) => isOfLiveRuns(rule) || rule.tools.includes(AGENT_TOOL), {
    path: ['tools'],
    message: `expected ${AGENT_TOOL}, the only tool of agent tasks and analyses`,
  })
  .superRefine((rule, context) => {
    if (isOfLiveRuns(rule)) return;
    for (const member of OF_CASES)
      if (rule[member] !== undefined)
        context.addIssue({
          code: 'custom',
          path: [member],
          message: 'is only possible in a rule for live runs alone',
        });
  })
  .refine((rule) => rule.confidence_below === undefined || rule.tools.every(isWrite), {
    path: ['tools'],
    message: 'expected write_record alone, because no other tool comes after the decision',
  })
  .meta({ id: 'AskRule' });

export type AskRule = z.output<typeof askRule>;
