import { describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { operatorAgents, type OperatorDialect } from '../../../src/activities/operator/agent.ts';
import { checkAction } from '../../../src/governance/operators/check-action.ts';
import { ELEMENT_TOOLS } from '../../../src/governance/operators/dialects/elements.ts';
import { readActions } from '../../../src/governance/operators/dialects/read-call.ts';
import type { ProviderName } from '../../../src/model/client.ts';
import type { Message } from '../../../src/model/messages.ts';
import { createModelClient } from '../../../src/model/providers/model-client.ts';
import { modelSettings, modelShape } from '../../../src/model/settings.ts';
import { anthropic } from '../../model-provider/anthropic.ts';
import { openai } from '../../model-provider/openai.ts';
import { responses } from '../../model-provider/responses.ts';
import { type Said, stream, type Wire } from '../../model-provider/replies.ts';
import { startFakeProvider } from '../../model-provider/server.ts';

/** The id of a call that came without one. */
const MADE = expect.stringMatching(/^[a-z0-9]{9}$/) as string;

const PICTURE = new Uint8Array([0x89, 0x50, 0x4e, 0x47]);

/** A conversation in which one action was performed and its screen was shown. */
const messages: readonly Message[] = [
  { role: 'system', text: 'Work.' },
  { role: 'user', parts: [{ type: 'text', text: 'Begin.' }] },
  {
    role: 'assistant',
    text: '',
    calls: [{ id: 'c1', tool: 'computer', arguments: { action: 'screenshot' } }],
  },
  {
    role: 'tool',
    call_id: 'c1',
    tool: 'computer',
    parts: [
      { type: 'text', text: 'Done.' },
      { type: 'image', ref: 'r', media_type: 'image/png' },
    ],
    is_error: false,
  },
];

const ask = async (
  wire: Wire,
  provider: ProviderName,
  dialect: OperatorDialect,
  said: Said,
  { name, model = 'fake-model' }: { readonly name?: string; readonly model?: string } = {},
) => {
  const events = wire
    .events(said)
    .map((event) =>
      name === undefined
        ? event
        : event.replace('"name":"computer"', `"name":"${name}","toolset_name":"computer"`),
    );
  const fake = await startFakeProvider(wire, () => stream(events.map((write) => ({ write }))));
  onTestFinished(fake.close);
  const config = z.object(modelShape).parse({
    MODEL_PROVIDER: provider,
    MODEL_PROVIDER_API_KEY: 'sk-canary',
    MODEL_PROVIDER_BASE_URL: fake.baseUrl,
    MODEL_NAME: model,
  });
  const { tools } = operatorAgents(dialect)['operator']!;
  const turn = await createModelClient(modelSettings(config)!).ask(
    { messages, tools, images: new Map([['r', PICTURE]]) },
    { signal: new AbortController().signal, onText: () => undefined },
  );
  return { turn, asked: fake.asked[0]! };
};

const actionsOf = (
  calls: readonly { readonly tool: string; readonly arguments: Readonly<Record<string, unknown>> }[],
) =>
  calls.flatMap((call) =>
    readActions(call.tool, call.arguments).actions.map((action) => checkAction(action)),
  );

const click = { action: { action: 'click', at: [5, 6], button: 'left', count: 1 } };

describe('Anthropic’s own computer tool', () => {
  it.for<[OperatorDialect, string]>([
    ['computer_20250124', 'computer-use-2025-01-24'],
    ['computer_20251124', 'computer-use-2025-11-24'],
  ])('%s is requested with its beta header, and its calls are understood', async ([dialect, beta]) => {
    const said = { calls: [{ tool: 'computer', arguments: { action: 'left_click', coordinate: [5, 6] } }] };
    const { turn, asked } = await ask(anthropic, 'anthropic', dialect, said);
    expect(asked.headers['anthropic-beta']).toContain(beta);
    expect(asked.body.tools).toMatchObject([
      { type: dialect, name: 'computer', display_width_px: 1_280, display_height_px: 800 },
      { name: 'desktop' },
    ]);
    expect(actionsOf(turn.calls)).toEqual([click]);
  });

  it('the 2026 tool set makes one call for each action', async () => {
    const said = { calls: [{ tool: 'computer', arguments: { coordinate: [5, 6] } }] };
    const { turn, asked } = await ask(anthropic, 'anthropic', 'computer_toolset_20260801', said, {
      name: 'left_click',
    });
    expect(asked.body.tools).toMatchObject([{ type: 'computer_toolset_20260801' }, { name: 'desktop' }]);
    expect(actionsOf(turn.calls)).toEqual([click]);
  });
});

const tool = {
  calls: [{ tool: 'computer', arguments: { action: { type: 'click', x: 5, y: 6, button: 'left' } } }],
};

describe('OpenAI’s own computer tool', () => {
  it.for<[OperatorDialect, string, object, object]>([
    [
      'computer_use_preview',
      'computer-use-preview-2025-03-11',
      { type: 'computer_use_preview', display_width: 1_280, display_height: 800, environment: 'linux' },
      { truncation: 'auto', include: ['reasoning.encrypted_content'] },
    ],
    ['computer', 'gpt-5.4', { type: 'computer' }, { include: ['reasoning.encrypted_content'] }],
    ['computer', 'gpt-4.1', { type: 'computer' }, { store: false }],
  ])('%s with %s is requested in its own form, and its calls are understood', async (given) => {
    const [dialect, model, described, more] = given;
    const { turn, asked } = await ask(responses, 'openai-responses', dialect, tool, { model });
    expect(asked.body.tools).toEqual([
      described,
      expect.objectContaining({ name: 'desktop', strict: false }),
    ]);
    expect(asked.body).toMatchObject(more);
    expect('include' in asked.body).toBe('include' in more);
    expect(actionsOf(turn.calls)).toEqual([click]);
    // A conversation that began over another protocol continues over this one.
    expect(asked.body).toMatchObject({
      input: [
        { role: 'user' },
        { type: 'function_call', call_id: MADE },
        { type: 'function_call_output', call_id: MADE, output: [{ text: 'Done.' }, { type: 'input_image' }] },
      ],
    });
  });
});

describe('Plain functions', () => {
  it.for([
    [anthropic, 'anthropic'],
    [openai, 'openai'],
    [responses, 'openai-responses'],
  ] as const)('plain functions show the model a picture of the last action', async ([wire, provider]) => {
    const said = {
      calls: [{ tool: 'computer', arguments: { action: 'click', at: [5, 6], button: 'left', count: 1 } }],
    };
    const { turn, asked } = await ask(wire, provider, 'plain', said);
    expect(asked.raw).toContain(Buffer.from(PICTURE).toString('base64'));
    expect(asked.raw).toContain('open_app');
    expect(actionsOf(turn.calls)).toEqual([click]);
  });
});

describe('Functions on elements', () => {
  it('each action has one function, and typing replaces a field’s content', async () => {
    const said = { calls: [{ tool: 'type_text', arguments: { ref: 'e3', text: 'आशा' } }] };
    const { turn, asked } = await ask(openai, 'openai', 'elements', said);
    const names = (asked.body.tools as { function: { name: string } }[]).map(
      ({ function: { name } }) => name,
    );
    expect(names).toEqual(ELEMENT_TOOLS);
    const [call] = turn.calls;
    expect(readActions(call!.tool, call!.arguments)).toEqual({
      actions: [
        { action: 'click', ref: 'e3' },
        { action: 'key', keys: 'ctrl+a' },
        { action: 'type', text: 'आशा' },
      ],
      safetyChecks: [],
    });
  });

  it.for<[string, Readonly<Record<string, unknown>>, object]>([
    ['press_key', { keys: 'Return' }, { action: 'key', keys: 'Return' }],
    ['scroll_page', { direction: 'up' }, { action: 'scroll', at: [640, 400], dy: -5 }],
    ['look_again', {}, { action: 'screenshot' }],
    ['open_app', { app: 'calc' }, { action: 'open_app', app: 'calc' }],
    ['finish_task', { success: true, result: 'r' }, { action: 'finish', success: true, result: 'r' }],
  ])('%s %j becomes %j', ([tool, given, action]) => {
    expect(readActions(tool, given).actions.map((one) => checkAction(one))).toEqual([{ action }]);
  });
});
