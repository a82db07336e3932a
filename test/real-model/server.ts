import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { openai } from '../model-provider/openai.ts';
import { answer, type Said, whole } from '../model-provider/replies.ts';
import { type Asked, type FakeProvider, startFakeProvider } from '../model-provider/server.ts';
import type { Fetched } from './fetch.ts';
import { forcedRequest } from './forced-calls.ts';

const CONTEXT = 8_192;
const LISTEN_WITHIN_MS = 180_000;

export interface RealModel {
  /** Value for MODEL_PROVIDER_BASE_URL. */
  readonly baseUrl: string;
  /** Each request to the model and its reply, in order. */
  readonly trace: readonly { readonly asked: Asked; readonly said: Said }[];
  /** Changes how the model samples: the first seed picks the likeliest tokens, later seeds draw tokens at random. */
  readonly takeSeed: (seed: number) => void;
  readonly close: () => Promise<void>;
}

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
};

/** Serves the model over the OpenAI protocol on a free local port. */
export const startRealModel = async ({ model, python }: Fetched, threads = 1): Promise<RealModel> => {
  const port = await freePort();
  const script = fileURLToPath(new URL('serve.py', import.meta.url));
  const child = spawn(python, [script, model, String(port), String(CONTEXT), String(threads)], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const gone = once(child, 'exit');
  const listening = new Promise<void>((resolve) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (line.startsWith('LISTEN')) resolve();
    });
  });
  const patience = AbortSignal.timeout(LISTEN_WITHIN_MS);
  await Promise.race([
    listening,
    gone.then(() => Promise.reject(new Error('the model server ended before it listened'))),
    once(patience, 'abort').then(() => Promise.reject(new Error('the model server does not listen'))),
  ]);
  const trace: { asked: Asked; said: Said }[] = [];
  let seed = 1;
  const wire: FakeProvider = await startFakeProvider(openai, async (asked) => {
    const said = await say(`http://127.0.0.1:${port}`, asked, seed);
    if (said === undefined) return answer(500, openai.error({ type: 'server_error', message: 'no reply' }));
    trace.push({ asked, said });
    return whole(openai, said);
  });
  return {
    baseUrl: wire.baseUrl,
    trace,
    takeSeed: (next) => {
      seed = next;
    },
    close: async () => {
      await wire.close();
      // The server ignores SIGTERM while its threads run.
      child.kill('SIGKILL');
      await gone;
    },
  };
};

interface Completion {
  readonly choices: readonly {
    readonly finish_reason: string;
    readonly message: { readonly content: string };
  }[];
  readonly usage: { readonly prompt_tokens: number; readonly completion_tokens: number };
}

/** Whether the question has a tool's result already. A model of this size otherwise guesses in place of a call. */
const hasResult = ({ messages }: Asked['body']): boolean =>
  messages.findLastIndex(({ role }) => role === 'tool') >
  messages.findLastIndex(({ role }) => role === 'user');

const say = async (url: string, { body }: Asked, seed: number): Promise<Said | undefined> => {
  // An agent that ends by calling a tool is not allowed to answer in text.
  const ends = /"(write_record|finish_task)"/.test(JSON.stringify(body.tools));
  const response = await fetch(`${url}/v1/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(forcedRequest(body, { answers: !ends && hasResult(body), seed })),
  });
  if (!response.ok) return undefined;
  const { choices, usage } = (await response.json()) as Completion;
  const [{ finish_reason, message }] = choices as [Completion['choices'][number]];
  const counted = {
    usage: { input: usage.prompt_tokens, output: usage.completion_tokens },
    model: 'qwen2.5-coder-1.5b-instruct-q4_k_m',
  };
  try {
    const turn = JSON.parse(message.content) as { tool?: string; arguments?: object; answer?: string };
    return turn.tool === undefined
      ? { ...counted, text: turn.answer ?? '' }
      : { ...counted, calls: [{ tool: turn.tool, arguments: turn.arguments ?? {} }] };
  } catch {
    // The reply was truncated at the output limit, so it is not a complete object.
    return { ...counted, text: message.content, finish: finish_reason };
  }
};
