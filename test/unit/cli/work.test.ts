import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { runTask } from '../../../src/cli/ask.ts';
import { startRun, waitForRun } from '../../../src/cli/runs.ts';

let shown = '';

beforeEach(() => {
  shown = '';
  const write = vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    shown += String(text);
    return true;
  });
  onTestFinished(() => write.mockRestore());
});

/** The responses to these requests, such as `GET /v1/me`, with the output before each. */
const serve = async (responses: Readonly<Record<string, object>>) => {
  const before: Record<string, string> = {};
  const server = createServer(({ method, url }, response) => {
    const request = `${method} ${url}`;
    before[request] = shown;
    response.setHeader('Content-Type', 'application/json').end(JSON.stringify(responses[request]));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { before, access: { url: `http://127.0.0.1:${port}`, key: 'k', dataDir: 'none' } };
};

const run = {
  id: 'run_1',
  vertical: 'kyc',
  status: 'running',
  decision: null,
  ledger_ref: 'run_a',
  reasons: [],
};

it('the id of a run is shown before the wait for its end', async () => {
  const { access, before } = await serve({
    'POST /v1/workforce/verticals/kyc/runs': run,
    'GET /v1/workforce/runs/run_1': { ...run, status: 'succeeded', decision: 'approve' },
  });
  const { code, text } = await startRun(access, 'kyc', { wait: true });
  expect([code, text]).toEqual([0, 'run_1  kyc  succeeded: approve  (run_a)']);
  expect(before['GET /v1/workforce/runs/run_1']).toBe('Started run_1\n');
});

it('the ledger_ref of a task is shown before the wait for its answer', async () => {
  const { access, before } = await serve({
    'POST /v1/agents/tasks': { ledger_ref: 'task_1', status: 'running' },
    'GET /v1/agents/tasks/task_1': { ledger_ref: 'task_1', status: 'succeeded', result: '3' },
  });
  expect(await runTask(access, 'Count.', {})).toMatchObject({ code: 0, text: '3' });
  expect(before['GET /v1/agents/tasks/task_1']).toBe('Started task_1\n');
});

it('for a run that does not end in time, the id is shown', async () => {
  const { access } = await serve({ 'GET /v1/workforce/runs/run_1': run });
  const text = 'run_1 has not ended within 20 ms. It is still running.';
  expect(await waitForRun(access, 'run_1', { timeout: '0.02' })).toEqual({
    code: 2,
    json: { id: 'run_1', status: 'running', error: text },
    text,
  });
});
