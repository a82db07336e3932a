import { mkdtempSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json, text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { showConnectors, tryConnector } from '../../../src/cli/connectors.ts';

/** The service's next answer, and the request that it received. */
let answer: { readonly status: number; readonly body: object };
let asked: { readonly path: string; readonly body: unknown };

const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
  asked = { path: request.url ?? '', body: await (request.method === 'GET' ? text : json)(request) };
  response.writeHead(answer.status, { 'content-type': 'application/json' }).end(JSON.stringify(answer.body));
};

const service = createServer((request, response) => void respond(request, response));
beforeAll(async () => new Promise<void>((listening) => service.listen(0, '127.0.0.1', listening)));
afterAll(() => service.close());

const access = () => ({
  url: `http://127.0.0.1:${(service.address() as AddressInfo).port}`,
  key: 'a-key',
  dataDir: '/nowhere',
});
const tested = {
  ok: true,
  found: true,
  record: null,
  answer_hash: null,
  duration_ms: 12,
  code: null,
  detail: null,
};
const tried = async (body: object, trial: { key?: string; event?: string } = { key: 'HI-1010' }) => {
  answer = { status: 200, body: { ...tested, ...body } };
  return tryConnector(access(), 'core-policies', trial);
};

it('connectors list shows each connector with its state, or that there is none', async () => {
  const state = { state: 'down', code: 'timed_out', answered_at: null };
  const one = { name: 'core-policies', kind: 'http', serves: 'policies', state };
  answer = { status: 200, body: { connectors: [one] } };
  const { code, text: shown } = await showConnectors(access());
  expect(code).toBe(0);
  expect(shown).toMatch(/core-policies +http +policies +down +timed_out +never/);
  answer = { status: 200, body: { connectors: [] } };
  expect((await showConnectors(access())).text).toBe('This team has no connectors.');
});

it('connectors test shows the record, that there is none, or why the call failed', async () => {
  const found = await tried({ record: { number: 'HI-1010', cover: { from: '2026-04-01' } } });
  expect(asked).toEqual({ path: '/v1/connectors/core-policies/test', body: { key: 'HI-1010' } });
  expect(found).toMatchObject({
    code: 0,
    text: 'core-policies answered in 12 ms.\n  number: HI-1010\n  cover: {"from":"2026-04-01"}',
  });
  expect((await tried({ found: false })).text).toBe('core-policies answered in 12 ms: no such record.');
  const failed = await tried({ ok: false, found: null, code: 'timed_out', detail: 'No answer in 5 s.' });
  expect(failed).toMatchObject({
    code: 1,
    text: 'core-policies gave no usable answer (timed_out). No answer in 5 s.',
  });
});

it('connectors test sends the event of a file, and refuses a file without JSON, two inputs and none', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'pramaan-event-'));
  const file = join(folder, 'event.json');
  writeFileSync(file, '{"event":{"id":"E1"}}');
  const ignored = await tried({ found: false }, { event: file });
  expect(asked.body).toEqual({ event: { event: { id: 'E1' } } });
  expect(ignored.text).toContain('the event starts nothing');
  writeFileSync(file, 'no JSON');
  await expect(tried({}, { event: file })).rejects.toThrow('cannot be read');
  for (const trial of [{}, { key: 'x', event: file }])
    await expect(tried({}, trial)).rejects.toThrow('either --key or --event');
});
