import { HttpAgent, type Message } from '@ag-ui/client';
import {
  parseJsonEventStream,
  readUIMessageStream,
  type UIMessage,
  type UIMessageChunk,
  uiMessageChunkSchema,
} from 'ai';
import { describe, expect, it } from 'vitest';
import { openStream } from '../helpers/live-stream.ts';
import type { LiveWriter } from '../helpers/live-writer.ts';
import { useLiveApi } from './live-api.ts';

const { api, key, start } = await useLiveApi();

const pathOf = ({ runId }: LiveWriter): string => `${api.url}/v1/workforce/runs/${runId}/events`;

/** Publishes a first turn that is begun, interrupted and retried, then a call, then a second turn. */
const tell = async (writer: LiveWriter, begun: () => Promise<unknown>): Promise<void> => {
  const first = 'At first it looked as if the claim was not in order because of '.repeat(4);
  writer.delta(1, first);
  await begun();
  await writer.message(1, 'The claim is in order.');
  await writer.call('c1', 'run_python', '{"code":"print(1)"}');
  await writer.entry('agent.turn');
  await writer.entry('sandbox.open', { sandbox_id: 'sbx_1' });
  await writer.result('c1', 'run_python', '1');
  await writer.entry('egress.block', { blocked: true, host: 'api.example.com', rule: 'not-listed' });
  await writer.entry('sandbox.close', { sandbox_id: 'sbx_1' });
  await writer.message(2, 'Approved.');
};

/** Resolves when a separate reader has received part of the text. */
const partSeen = async (writer: LiveWriter): Promise<void> => {
  const stream = await openStream(pathOf(writer), { key });
  await stream.until(({ event }) => event === 'TEXT_MESSAGE_CONTENT');
  stream.cut();
};

/** AG-UI's client sends POST, but here it has to read an existing run. */
const agentOf = (writer: LiveWriter): HttpAgent =>
  new HttpAgent({
    url: pathOf(writer),
    headers: { authorization: `Bearer ${key}` },
    fetch: async (url, { headers, signal }) =>
      fetch(url, { ...(headers && { headers }), signal: signal ?? null }),
  });

const shortOf = (messages: readonly Message[]) =>
  messages.map(({ role, content, ...rest }) => [
    role,
    content,
    ...('toolCalls' in rest && rest.toolCalls ? [rest.toolCalls.map((call) => call.function)] : []),
  ]);

describe('The AG-UI client', () => {
  it('the client follows a run to its end and keeps the final messages without withdrawn text', async () => {
    const writer = await start();
    const agent = agentOf(writer);
    const custom: unknown[] = [];
    const running = agent.runAgent(
      {},
      { onCustomEvent: ({ event }) => void custom.push([event.name, event.value]) },
    );
    await expect.poll(() => agent.state as object).toMatchObject({ status: 'running' });
    await tell(writer, async () => partSeen(writer));
    await writer.succeed();
    const { result } = await running;
    expect(result).toEqual({ decision: 'approve', reasons: [], ledger_ref: writer.ledgerRef });
    expect(agent.state).toEqual({
      id: writer.runId,
      vertical: 'kyc',
      mode: 'live',
      ledger_ref: writer.ledgerRef,
      status: 'succeeded',
      decision: 'approve',
      step: 4,
    });
    expect(shortOf(agent.messages)).toEqual([
      ['assistant', 'The claim is in order.', [{ name: 'run_python', arguments: '{"code":"print(1)"}' }]],
      ['tool', '1'],
      ['activity', { sandbox_id: 'sbx_1', state: 'closed' }],
      ['assistant', 'Approved.'],
    ]);
    expect(custom.map((one) => (one as [string])[0])).toEqual([
      'ledger.entry',
      'ledger.entry',
      'ledger.entry',
      'egress.block',
      'ledger.entry',
    ]);
  });

  it('the client receives the error of a failed run', async () => {
    const writer = await start();
    const agent = agentOf(writer);
    const errors: unknown[] = [];
    await writer.fail('max_turns');
    await agent
      .runAgent({}, { onRunErrorEvent: ({ event }) => void errors.push(event.code) })
      .catch(() => undefined);
    expect(errors).toEqual(['max_turns']);
  });
});

/** Reads a run as the AI SDK does. */
const read = async (
  writer: LiveWriter,
  onMessage: (message: UIMessage) => void,
): Promise<UIMessageChunk[]> => {
  const { headers, body } = await fetch(pathOf(writer), {
    headers: { authorization: `Bearer ${key}`, accept: 'text/event-stream;profile="ai-sdk"' },
  });
  expect(headers.get('x-vercel-ai-ui-message-stream')).toBe('v1');
  const chunks: UIMessageChunk[] = [];
  const stream = parseJsonEventStream({ stream: body!, schema: uiMessageChunkSchema }).pipeThrough(
    new TransformStream<{ success: boolean; value?: UIMessageChunk; error?: unknown }, UIMessageChunk>({
      transform: ({ value, error }, controller) => {
        if (value === undefined) throw error;
        chunks.push(value);
        controller.enqueue(value);
      },
    }),
  );
  for await (const message of readUIMessageStream({ stream, onError: () => undefined })) onMessage(message);
  return chunks;
};

describe('The AI SDK', () => {
  it('the AI SDK reads a run as one message with text, calls and data', async () => {
    const writer = await start();
    let message: UIMessage | undefined;
    const reading = read(writer, (now) => (message = now));
    await expect.poll(() => message?.parts.length).toBe(1);
    await tell(writer, async () => undefined);
    await writer.succeed();
    const chunks = await reading;
    expect(chunks.at(0)).toEqual({ type: 'start', messageId: writer.runId });
    expect(chunks.at(-1)).toEqual({ type: 'finish', finishReason: 'stop' });
    const parts = message!.parts;
    expect(parts.filter(({ type }) => type === 'text').map((part) => 'text' in part && part.text)).toEqual([
      'The claim is in order.',
      'Approved.',
    ]);
    expect(parts.find(({ type }) => type === 'dynamic-tool')).toMatchObject({
      toolName: 'run_python',
      input: { code: 'print(1)' },
      output: '1',
      state: 'output-available',
    });
    expect(parts.filter(({ type }) => type === 'data-ledger')).toHaveLength(4);
    expect(parts.find(({ type }) => type === 'data-egress-block')).toMatchObject({
      data: { host: 'api.example.com' },
    });
    expect(parts.find(({ type }) => type === 'data-run')).toMatchObject({
      data: { status: 'succeeded', decision: 'approve' },
    });
  });

  it('the AI SDK receives the error of a failed run', async () => {
    const writer = await start();
    await writer.fail('max_turns');
    const chunks = await read(writer, () => undefined);
    expect(chunks.at(-2)).toEqual({ type: 'error', errorText: 'It came to nothing.' });
  });
});

describe('A reader of ledger rows', () => {
  it('a reader of ledger rows receives only the rows and the end', async () => {
    const writer = await start();
    await tell(writer, async () => undefined);
    await writer.succeed();
    const stream = await openStream(`${pathOf(writer)}?stream=ledger`, { key });
    const events = await stream.ended();
    expect(events.map(({ event }) => event)).toEqual([
      ...Array.from({ length: 4 }, () => 'ledger.entry'),
      'run.ended',
    ]);
    const { body } = await api.send<{ entries: { row_hash: string }[] }>(
      'GET',
      `/v1/workforce/runs/${writer.runId}/ledger`,
      { key },
    );
    const hashes = events.slice(0, -1).map(({ data }) => (JSON.parse(data) as { row_hash: string }).row_hash);
    expect(hashes).toEqual(body.entries.map(({ row_hash }) => row_hash));
  });
});
