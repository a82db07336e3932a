import { describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { operatorAgents, type OperatorDialect } from '../../../src/activities/operator/agent.ts';
import { checkAction } from '../../../src/governance/operators/check-action.ts';
import { readActions } from '../../../src/governance/operators/dialects/read-call.ts';
import type { Message } from '../../../src/model/messages.ts';
import { createModelLayer } from '../../../src/model/provider.ts';
import { modelSettings, modelShape } from '../../../src/model/settings.ts';
import { anthropic } from '../../model-provider/anthropic.ts';
import { openai } from '../../model-provider/openai.ts';
import { type Said, stream, type Wire } from '../../model-provider/replies.ts';
import { startFakeProvider } from '../../model-provider/server.ts';

const PICTURE = new Uint8Array([0x89, 0x50, 0x4e, 0x47]);

/** A conversation in which one action was done and its screen was shown. */
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
  provider: 'openai' | 'anthropic',
  dialect: OperatorDialect,
  said: Said,
  name?: string,
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
    MODEL_NAME: 'fake-model',
  });
  const { tools } = operatorAgents(dialect)['operator']!;
  const turn = await createModelLayer(modelSettings(config)!).ask(
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

describe("A provider's own computer tool", () => {
  it.for<[OperatorDialect, string]>([
    ['computer_20250124', 'computer-use-2025-01-24'],
    ['computer_20251124', 'computer-use-2025-11-24'],
  ])('%s is asked for with its beta, and its calls are understood', async ([dialect, beta]) => {
    const said = { calls: [{ tool: 'computer', arguments: { action: 'left_click', coordinate: [5, 6] } }] };
    const { turn, asked } = await ask(anthropic, 'anthropic', dialect, said);
    expect(asked.headers['anthropic-beta']).toContain(beta);
    expect(asked.body.tools).toMatchObject([
      { type: dialect, name: 'computer', display_width_px: 1_280, display_height_px: 800 },
      { name: 'desktop' },
    ]);
    expect(actionsOf(turn.calls)).toEqual([click]);
  });

  it('the tool set of 2026 gives each action a call of its own', async () => {
    const said = { calls: [{ tool: 'computer', arguments: { coordinate: [5, 6] } }] };
    const { turn, asked } = await ask(
      anthropic,
      'anthropic',
      'computer_toolset_20260801',
      said,
      'left_click',
    );
    expect(asked.body.tools).toMatchObject([{ type: 'computer_toolset_20260801' }, { name: 'desktop' }]);
    expect(actionsOf(turn.calls)).toEqual([click]);
  });
});

describe('Plain functions', () => {
  it.for([
    [anthropic, 'anthropic'],
    [openai, 'openai'],
  ] as const)('show the picture of the last action to the model', async ([wire, provider]) => {
    const said = {
      calls: [{ tool: 'computer', arguments: { action: 'click', at: [5, 6], button: 'left', count: 1 } }],
    };
    const { turn, asked } = await ask(wire, provider, 'plain', said);
    expect(asked.raw).toContain(Buffer.from(PICTURE).toString('base64'));
    expect(asked.raw).toContain('open_app');
    expect(actionsOf(turn.calls)).toEqual([click]);
  });
});
