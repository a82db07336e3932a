import { z } from 'zod';
import { operatorActions } from '../../contract/operator-action.ts';
import type { AgentDefinition, Agents, ToolDefinition } from '../../model/agents.ts';

const DESCRIPTION =
  'Works the desktop of 1280x800 pixels: one action a call. After each you are shown the screen. Places are [x, y] from the ' +
  'top left corner. open_app starts the browser (with a url), writer or calc. When the task is done, or cannot be done, ' +
  'call the action finish with success and a result in plain words.';

const SHAPE = z.toJSONSchema(z.object(membersOfAll()), { target: 'draft-7' });

/** Every member that some action has; which of them go with which action is checked when the call is made. */
function membersOfAll(): Record<string, z.ZodType> {
  const members: Record<string, z.ZodType> = {};
  for (const { shape } of Object.values(operatorActions)) {
    for (const [name, member] of Object.entries(shape)) {
      if (name !== 'action') members[name] = (member as z.ZodType).optional();
    }
  }
  return members;
}

/**
 * Any object passes here: what is wrong with a call is told to the model in fixed words, and ends its turn, which only the
 * check of the action itself can do (governance/operators/check-action.ts).
 */
const computer: ToolDefinition = {
  name: 'computer',
  description: DESCRIPTION,
  input: z.record(z.string(), z.unknown()).meta({
    properties: { action: { type: 'string', enum: Object.keys(operatorActions) }, ...SHAPE.properties },
    required: ['action'],
  }),
};

/** An operator ends by an action of its tool; a reply in text alone is answered with a word on that. */
const operator: AgentDefinition = { name: 'operator', tools: [computer], endsBy: { tool: 'computer' } };

export const operatorAgents: Agents = { [operator.name]: operator };
