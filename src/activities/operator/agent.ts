import { z } from 'zod';
import { operatorActions, SCREEN } from '../../contract/operator-action.ts';
import type { AgentDefinition, Agents, ToolDefinition } from '../../model/agents.ts';
import { elementTools } from './element-tools.ts';

const DESCRIPTION =
  'Operates the desktop of 1280x800 pixels, with one action per call. After each action you see the ' +
  'screen. Positions are [x, y] from the top left corner. open_app starts the browser (with a url), ' +
  'writer or calc (with a file). upload clicks what asks for a file and chooses it. type_secret types a ' +
  'field of a credential into the focused field. ask_person asks a person for a text, a choice of options, ' +
  'or to take over (captcha, consent). When the task is done, or cannot be done, call the action finish with success and a ' +
  'result in plain words.';

/** A model that works from pictures does not know element refs, which `fill` needs. */
const { fill: _, ...actionsByPlace } = operatorActions;

const SHAPE = z.toJSONSchema(z.object(membersOfAll()), { target: 'draft-7' });

/** Returns the fields of all actions. Whether a call's fields fit its action is checked when the call is made. */
function membersOfAll(): Record<string, z.ZodType> {
  const members: Record<string, z.ZodType> = {};
  for (const { shape } of Object.values(actionsByPlace)) {
    for (const [name, member] of Object.entries(shape)) {
      if (name !== 'action') members[name] = (member as z.ZodType).optional();
    }
  }
  return members;
}

/**
 * Accepts any object. A faulty call must get a fixed answer and end its turn, and only the check of the action itself can do that
 * (governance/operators/check-action.ts).
 */
const computer: ToolDefinition = {
  name: 'computer',
  description: DESCRIPTION,
  input: z.record(z.string(), z.unknown()).meta({
    properties: { action: { type: 'string', enum: Object.keys(actionsByPlace) }, ...SHAPE.properties },
    required: ['action'],
  }),
};

/** Actions that the providers' tools lack. */
const desktop: ToolDefinition = {
  name: 'desktop',
  description:
    'open_app starts the browser (with a url), writer or calc (with a file). upload clicks at [x, y] what ' +
    'asks for a file and chooses it. type_secret types a field of a credential into the focused field. ' +
    'ask_person asks a person for a text, a choice of options, or to take over (captcha, consent). ' +
    'finish ends the run: call it with success ' +
    'and a result in plain words when the task is done, or cannot be done.',
  input: z.record(z.string(), z.unknown()).meta({
    properties: {
      action: { type: 'string', enum: ['open_app', 'upload', 'type_secret', 'ask_person', 'finish'] },
      app: { type: 'string', enum: ['browser', 'writer', 'calc'] },
      url: { type: 'string' },
      file: { type: 'string' },
      at: { type: 'array', items: { type: 'integer' } },
      name: { type: 'string' },
      field: { type: 'string' },
      question: { type: 'string' },
      wants: { type: 'string', enum: ['text', 'choice', 'take_over'] },
      options: { type: 'array', items: { type: 'string' } },
      success: { type: 'boolean' },
      result: { type: 'string' },
      output: { description: 'The output that the task asks for, as JSON' },
    },
    required: ['action'],
  }),
};

const DISPLAY = { displayWidthPx: SCREEN.width, displayHeightPx: SCREEN.height };

/** The providers' computer tools, by their names in our configuration. */
const NATIVE = {
  computer_20250124: anthropicTool('computer_20250124', DISPLAY),
  computer_20251124: anthropicTool('computer_20251124', { ...DISPLAY, enableZoom: true }),
  computer_toolset_20260801: anthropicTool('computer_toolset_20260801', {}),
  computer: openAiTool('computer', {}),
  computer_use_preview: openAiTool('computer_use_preview', {
    display_width: SCREEN.width,
    display_height: SCREEN.height,
    environment: 'linux',
  }),
} as const;

type Native = NonNullable<ToolDefinition['native']>;

function anthropicTool(name: string, args: Native['args']): Native {
  return { provider: 'anthropic', id: `anthropic.${name}`, args };
}

function openAiTool(name: string, args: Native['args']): Native {
  return { provider: 'openai-responses', id: `openai.${name}`, args };
}

/** How the desktop is described to the model: in our own words, or by its provider's tool. */
export type OperatorDialect = 'plain' | 'elements' | keyof typeof NATIVE;

/** The model gets the task, the page's text and the screen pictures unmasked, because it could not work otherwise. */
const UNMASKED = 'task and screen sent to the model unmasked';

/** Returns the operator's agent. One of its tool's actions ends the run; a reply with text only is answered with a correction. */
export const operatorAgents = (dialect: OperatorDialect): Agents => {
  const base = { name: 'operator', governance: UNMASKED };
  const agent: AgentDefinition =
    dialect === 'plain'
      ? { ...base, tools: [computer], endsBy: { tool: 'computer' } }
      : dialect === 'elements'
        ? { ...base, tools: elementTools, endsBy: { tool: 'finish_task' } }
        : {
            ...base,
            tools: [{ ...computer, native: NATIVE[dialect] }, desktop],
            endsBy: { tool: 'desktop' },
          };
  return { [base.name]: agent };
};
