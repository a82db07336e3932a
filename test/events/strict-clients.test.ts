import { HttpAgent } from '@ag-ui/client';
import {
  parseJsonEventStream,
  readUIMessageStream,
  type UIMessage,
  type UIMessageChunk,
  uiMessageChunkSchema,
} from 'ai';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type OpenStream, openStream } from '../helpers/live-stream.ts';
import type { Sent } from '../helpers/server-sent-events.ts';
import { useService } from '../helpers/use-service.ts';
import { openai } from '../model-provider/openai.ts';
import { type Said, stream as reply } from '../model-provider/replies.ts';
import { byTurn, kycTurns } from '../model-provider/scripts.ts';
import { useFakeProvider } from '../model-provider/server.ts';

const LIMIT = { timeout: 60_000 };
/** The model's text before its first call. */
const SAYING = 'The papers of this case agree with each other. '.repeat(20).trim();

/** The model pauses in the middle of its text until this is resolved. */
let held: Promise<void> = Promise.resolve();
const turns: readonly Said[] = kycTurns()
  .filter(({ calls }) => calls?.[0]?.tool !== 'run_python')
  .map((said, n) => (n === 0 ? { ...said, text: SAYING } : said));
const provider = await useFakeProvider(
  openai,
  byTurn(
    openai,
    ...turns.map((said) => () => {
      const writes = openai.events(said).map((write) => ({ write }));
      const half = Math.floor(writes.length / 2);
      return reply([...writes.slice(0, half), { until: held }, ...writes.slice(half)]);
    }),
  ),
);
const service = await useService({ provider });

/** Stops the model's text half way, and returns the function that lets it go on. */
const holdText = (): (() => void) => {
  const { promise, resolve } = Promise.withResolvers<void>();
  held = promise;
  onTestFinished(() => resolve());
  return () => {
    held = Promise.resolve();
    resolve();
  };
};

const open = async (path: string, lastEventId?: string): Promise<OpenStream> => {
  const stream = await openStream(`${service.url}/v1/workforce/${path}`, {
    key: service.key,
    lastEventId,
    ...(path.startsWith('run?') && { body: { vertical: 'kyc' } }),
  });
  onTestFinished(stream.cut);
  return stream;
};
const whole = async (path: string, lastEventId?: string): Promise<string> => {
  const stream = await open(path, lastEventId);
  await stream.ended();
  return stream.text();
};
const idOf = ({ headers }: OpenStream): string => headers['x-run-id'] as string;
const at = (events: readonly Sent[], type: string): number =>
  events.findIndex(({ data }) => data.includes(`"${type}"`));

/**
 * Reads a stream with AG-UI's client, which throws if an event arrives out of order. Returns the error codes.
 */
const readAsAgUi = async (text: string): Promise<readonly (string | undefined)[]> => {
  const codes: (string | undefined)[] = [];
  const agent = new HttpAgent({
    url: service.url,
    fetch: async () => new Response(text, { headers: { 'content-type': 'text/event-stream' } }),
  });
  await agent.runAgent({}, { onRunErrorEvent: ({ event }) => void codes.push(event.code) });
  return codes;
};

/**
 * Reads a stream with the AI SDK. Returns the texts of its message.
 * @throws the AI SDK's errors
 */
const readAsAiSdk = async (text: string): Promise<readonly string[]> => {
  const stream = parseJsonEventStream({
    stream: new Response(text).body!,
    schema: uiMessageChunkSchema,
  }).pipeThrough(
    new TransformStream<{ success: boolean; value?: UIMessageChunk; error?: unknown }, UIMessageChunk>({
      transform: ({ value, error }, controller) => {
        if (value === undefined) throw error;
        controller.enqueue(value);
      },
    }),
  );
  let last: UIMessage | undefined;
  for await (const message of readUIMessageStream({ stream, terminateOnError: true })) last = message;
  return last!.parts.flatMap((part) => (part.type === 'text' ? [part.text] : []));
};

describe('A stream for clients that check the order of events', () => {
  it('text that the model writes before a call ends before the call begins', LIMIT, async () => {
    const stream = await open('run?stream=ag-ui');
    const events = await stream.ended();
    expect(await readAsAgUi(stream.text())).toEqual([]);
    const written = events.flatMap(({ data }) => {
      const { type, delta } = JSON.parse(data) as { type: string; delta?: string };
      return type === 'TEXT_MESSAGE_CONTENT' ? [delta] : [];
    });
    expect(written.join('')).toBe(SAYING);
    expect(at(events, 'TEXT_MESSAGE_END')).toBeGreaterThan(0);
    expect(at(events, 'TOOL_CALL_START')).toBeGreaterThan(at(events, 'TEXT_MESSAGE_END'));
    const { messageId } = JSON.parse(events[at(events, 'TEXT_MESSAGE_END')]!.data) as { messageId: string };
    const { toolCallId } = JSON.parse(events[at(events, 'TOOL_CALL_START')]!.data) as { toolCallId: string };
    expect(toolCallId).not.toBe(messageId);

    const other = await open(`runs/${idOf(stream)}/events?stream=ai-sdk`);
    const parts = await other.ended();
    expect(await readAsAiSdk(other.text())).toEqual([SAYING]);
    expect(at(parts, 'text-end')).toBeGreaterThan(0);
    expect(at(parts, 'tool-input-available')).toBeGreaterThan(at(parts, 'text-end'));
  });

  it('a cancelled run closes the open text before it ends, even for later readers', LIMIT, async () => {
    const go = holdText();
    const stream = await open('run?stream=ag-ui');
    await stream.until(({ event }) => event === 'TEXT_MESSAGE_CONTENT');
    await service.request('POST', `/v1/workforce/runs/${idOf(stream)}/cancel`);
    const events = await stream.ended();
    go();
    expect(events.at(-1)!.event).toBe('RUN_ERROR');
    expect(await readAsAgUi(stream.text())).toEqual(['cancelled']);
    expect(await readAsAgUi(await whole(`runs/${idOf(stream)}/events`))).toEqual(['cancelled']);
    const other = await whole(`runs/${idOf(stream)}/events?stream=ai-sdk`);
    await expect(readAsAiSdk(other)).rejects.toThrow('The run was cancelled.');
  });

  it(
    'the AI SDK has the text once after a cut, and all of it when it reads from the start',
    LIMIT,
    async () => {
      const go = holdText();
      const stream = await open('run?stream=ai-sdk');
      await stream.until(({ data }) => data.includes('"text-delta"'));
      stream.cut();
      go();
      const seen = stream.events();
      expect(seen.some(({ data }) => data.includes('text-end'))).toBe(false);
      const path = `runs/${idOf(stream)}/events?stream=ai-sdk`;
      const rest = await whole(path, seen.at(-1)!.id);
      const kept = seen.map(({ data }) => `data: ${data}\n\n`).join('');
      expect(await readAsAiSdk(kept + rest)).toEqual([SAYING]);
      expect(await readAsAiSdk(await whole(path))).toEqual([SAYING]);
    },
  );

  it(
    'each event id resumes with exactly the events after it, and an empty one counts as none',
    LIMIT,
    async () => {
      const stream = await open('run?stream=ag-ui');
      await stream.ended();
      const path = `runs/${idOf(stream)}/events`;
      const events = await (await open(path)).ended();
      for (const [n, { id }] of events.slice(0, -1).entries()) {
        expect((await (await open(path, id)).ended()).map((event) => event.data)).toEqual(
          events.slice(n + 1).map(({ data }) => data),
        );
      }
      expect((await open(path, events.at(-1)!.id)).status).toBe(204);
      expect(await (await open(path, '')).ended()).toEqual(events);
    },
  );
});
