import { z } from 'zod';
import { verticalId } from './common.ts';
import { liveTools } from './live-tools.ts';

/** Tools about whose calls a person can be asked. */
export const askTools = [...liveTools, 'run_python'] as const;

export type AskTool = (typeof askTools)[number];

/** Kinds of runs whose calls can wait for a person. */
const askRuns = ['live', 'task', 'analysis'] as const;

/** The only tool of agent tasks and analyses. */
export const AGENT_TOOL = 'run_python' satisfies AskTool;

const LIVE_ALONE = 'is only possible in a rule for live runs alone';

/** Returns whether a rule is for live runs alone, as it is by default. */
const isOfLiveRuns = ({
  runs = ['live'],
}: {
  readonly runs?: readonly (typeof askRuns)[number][] | undefined;
}): boolean => runs.every((kind) => kind === 'live');

/** Says about which calls a person is asked. */
export const askRule = z
  .strictObject({
    tools: z.array(z.enum(askTools)).min(1).max(askTools.length),
    runs: z.array(z.enum(askRuns)).min(1).max(askRuns.length).optional().meta({
      description:
        'Kinds of runs. Agent tasks and analyses have only the tool `run_python`. Default: live runs',
    }),
    verticals: z.array(verticalId).min(1).optional().meta({ description: 'Default: all' }),
    amount_above: z.int().min(0).max(1_000_000_000).optional().meta({
      description:
        'Rupees. The rule applies to cases above this amount, and to those whose amount nobody can read.',
    }),
  })
  .refine((rule) => isOfLiveRuns(rule) || rule.tools.includes(AGENT_TOOL), {
    path: ['tools'],
    message: `expected ${AGENT_TOOL}, the only tool of agent tasks and analyses`,
  })
  .refine((rule) => isOfLiveRuns(rule) || rule.verticals === undefined, {
    path: ['verticals'],
    message: LIVE_ALONE,
  })
  .refine((rule) => isOfLiveRuns(rule) || rule.amount_above === undefined, {
    path: ['amount_above'],
    message: LIVE_ALONE,
  })
  .meta({ id: 'AskRule' });
