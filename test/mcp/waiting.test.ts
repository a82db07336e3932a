import { describe, expect, it, vi } from 'vitest';
import type { AgentTaskBody } from '../../src/contract/agent-task.ts';
import { connectMcp, REVISIONS } from '../helpers/mcp.ts';
import { python, useScriptedModel } from '../helpers/scripted-model.ts';
import { useService } from '../helpers/use-service.ts';
import { bodyOf } from './messages.ts';

const LIMIT = { timeout: 240_000 };
const UNTIL = { timeout: 120_000, interval: 200 };

const model = await useScriptedModel();
const service = await useService({ sandboxes: true, provider: model.provider });

/** Makes the model run code, and then wait for `answer` before it ends. */
const playHeld = (name: string): { readonly answer: () => void } => {
  const held = Promise.withResolvers<void>();
  model.play(name, [
    python("print('so far')"),
    async () => {
      await held.promise;
      return { text: 'Done.' };
    },
  ]);
  return { answer: held.resolve };
};

const read = async (ref: string): Promise<AgentTaskBody> =>
  (await (await service.request('GET', `/v1/agents/tasks/${ref}`)).json()) as AgentTaskBody;

/** Returns the newest task once it has run its code. */
const newest = async (known: ReadonlySet<string>): Promise<AgentTaskBody> => {
  let task: AgentTaskBody | undefined;
  await vi.waitUntil(async () => {
    const response = await service.request('GET', '/v1/agents/tasks');
    const { runs } = (await response.json()) as { runs: { ledger_ref: string }[] };
    const ref = runs.map(({ ledger_ref }) => ledger_ref).find((one) => !known.has(one));
    task = ref === undefined ? undefined : await read(ref);
    return (task?.steps.length ?? 0) > 0;
  }, UNTIL);
  return task!;
};

const allTasks = async (): Promise<ReadonlySet<string>> => {
  const response = await service.request('GET', '/v1/agents/tasks?limit=100');
  const { runs } = (await response.json()) as { runs: { ledger_ref: string }[] };
  return new Set(runs.map(({ ledger_ref }) => ledger_ref));
};

describe.each(REVISIONS)('A long call in revision %s', (revision) => {
  it('a call reports the finished steps, and its result comes when the work ends', LIMIT, async () => {
    const client = await connectMcp(service, revision);
    const name = `progress-${revision}`;
    const { answer } = playHeld(name);
    const reported: number[] = [];
    const result = await client.callTool(
      { name: 'run_task', arguments: { task: `[${name}] Print.`, wait_seconds: 200 } },
      {
        timeout: 200_000,
        onprogress: ({ progress }) => {
          reported.push(progress);
          if (progress === 1) answer();
        },
      },
    );
    expect(result.structuredContent).toMatchObject({ status: 'succeeded', result: 'Done.' });
    expect(reported).toEqual([...new Set(reported)].toSorted((a, b) => a - b));
    expect(reported.at(-1)).toBe(1);
  });

  it('a call returns a handle after the wait, and get_run reads the work until its end', LIMIT, async () => {
    const client = await connectMcp(service, revision);
    const name = `handle-${revision}`;
    const { answer } = playHeld(name);
    const started = await client.callTool({
      name: 'run_task',
      arguments: { task: `[${name}] Print.`, wait_seconds: 0 },
    });
    expect(started.structuredContent).toMatchObject({ status: 'running', result: null });
    const { ledger_ref: id } = started.structuredContent as { ledger_ref: string };
    const soon = await client.callTool({ name: 'get_run', arguments: { id } });
    expect(soon.structuredContent).toMatchObject({ ledger_ref: id, status: 'running' });
    answer();
    const ended = await client.callTool(
      { name: 'get_run', arguments: { id, wait_seconds: 200 } },
      { timeout: 200_000 },
    );
    expect(ended.structuredContent).toMatchObject({ ledger_ref: id, status: 'succeeded', result: 'Done.' });
  });

  it('a client that cancels it also cancels the work', LIMIT, async () => {
    const client = await connectMcp(service, revision);
    const name = `cancel-${revision}`;
    const { answer } = playHeld(name);
    const before = await allTasks();
    const stop = new AbortController();
    const call = client.callTool(
      { name: 'run_task', arguments: { task: `[${name}] Print.`, wait_seconds: 200 } },
      { signal: stop.signal, timeout: 200_000 },
    );
    const refused = expect(call).rejects.toThrow();
    const { ledger_ref: ref } = await newest(before);
    stop.abort('enough');
    await refused;
    await expect.poll(async () => (await read(ref)).ended_by, UNTIL).toBe('cancelled');
    answer();
  });
});

describe('A lost connection', () => {
  it('the work of a client of 2025-11-25 goes on, because only a message cancels it', LIMIT, async () => {
    const { answer } = playHeld('lost');
    const before = await allTasks();
    const connection = new AbortController();
    const response = await fetch(`${service.url}/mcp`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${service.key}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': '2025-11-25',
      },
      body: JSON.stringify(
        bodyOf('tools/call', {
          name: 'run_task',
          arguments: { task: '[lost] Print.', wait_seconds: 200 },
        }),
      ),
      signal: connection.signal,
    });
    expect(response.status).toBe(200);
    const { ledger_ref: ref } = await newest(before);
    connection.abort();
    answer();
    await expect.poll(async () => (await read(ref)).status, UNTIL).toBe('succeeded');
  });
});
