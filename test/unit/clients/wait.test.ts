import { setTimeout } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createClient, TimedOutError } from '../../../clients/typescript/src/index.ts';

const ended = { id: 'run_1', status: 'succeeded' };
const running = { id: 'run_1', status: 'running' };
const hanging = async (_: unknown, init?: RequestInit): Promise<Response> =>
  new Promise((__, reject) => {
    init!.signal!.addEventListener('abort', () => reject(init!.signal!.reason as Error));
  });

const clientOf = (fetch: typeof globalThis.fetch) =>
  createClient({ url: 'http://service.example', key: 'k', retries: 0, fetch });

/** A client that gets these responses one after the other, and then the last one forever. */
const served = (...responses: readonly (() => Response)[]) => {
  let nth = 0;
  return clientOf(async () => Promise.resolve(responses[Math.min(nth++, responses.length - 1)]!()));
};

const page = (status: number) => (): Response => new Response('<h1>Try again</h1>', { status });
const problem = (code: string, status: number) => (): Response =>
  Response.json({ type: `urn:pramaan:problem:${code}` }, { status });

it('a wait outlasts a proxy that cannot reach the service, and requests that took too long', async () => {
  const client = served(
    page(502),
    page(503),
    page(504),
    problem('request-timeout', 408),
    problem('dependency-away', 503),
    () => Response.json(ended),
  );
  expect(await client.runs.wait('run_1', { everyMs: 1 })).toEqual(ended);
});

it.for([
  ['a page of a proxy that refuses', page(403)],
  ['a run that does not exist', problem('not-found', 404)],
  ['a fault of the service', problem('internal', 500)],
] as const)('a wait ends with %s', async ([, response]) => {
  const client = served(response, () => Response.json(ended));
  await expect(client.runs.wait('run_1', { everyMs: 1 })).rejects.toMatchObject({
    status: response().status,
  });
});

it('a wait that is over names the work, even if the service no longer responds', async () => {
  const client = served(() => Response.json(running));
  const seen: string[] = [];
  const options = { timeoutMs: 20, everyMs: 1, onStarted: (id: string) => void seen.push(id) };
  for (const waiting of [
    async () => client.runs.startAndWait('kyc', undefined, options),
    async () => clientOf(hanging).runs.wait('run_1', options),
  ]) {
    const error: unknown = await waiting().catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(TimedOutError);
    expect(error).toMatchObject({ id: 'run_1', message: 'run_1 has not ended within 20 ms' });
  }
  expect(seen).toEqual(['run_1']);
});

it('work is found by its ledger_ref', async () => {
  const client = served(() => Response.json({ ledger_ref: 'task_1', status: 'running' }));
  const waiting = client.work.task({ task: 'Count.' }, { timeoutMs: 20, everyMs: 1 });
  await expect(waiting).rejects.toMatchObject({ id: 'task_1' });
  const call: unknown = await clientOf(hanging)
    .call('getMe', {}, { timeoutMs: 1 })
    .catch((thrown: unknown) => thrown);
  expect(call).toBeInstanceOf(TimedOutError);
  expect(call).toMatchObject({ id: undefined });
});

it('a file that is downloaded slowly is cut off only by its caller', async () => {
  let signal: AbortSignal | undefined;
  const client = clientOf(async (_, init) => {
    signal = init!.signal!;
    return Promise.resolve(new Response('file'));
  });
  const stop = new AbortController();
  const given = { params: { id: 'doc_1', n: 1 } };
  const response = await client.call('getDocumentPage', given, { timeoutMs: 20, signal: stop.signal });
  // Timers end in the order of their times, so that the call's own would have ended before.
  await setTimeout(21);
  expect(signal!.aborted).toBe(false);
  expect(await response.text()).toBe('file');
  stop.abort();
  expect(signal!.aborted).toBe(true);
});
