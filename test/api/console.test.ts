import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import Koa from 'koa';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { CONSOLE_POLICY, consolePages } from '../../src/api/middleware/console.ts';
import type { State } from '../../src/api/middleware/state.ts';
import { createServer, drain, listen } from '../../src/api/server/http-server.ts';
import { ensureConsole } from '../../src/provision/console.ts';
import { startTestApi, type TestApi } from '../helpers/api.ts';

let api: TestApi;

beforeAll(async () => {
  await ensureConsole();
  api = await startTestApi();
});

const get = async (path: string, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(`${api.url}${path}`, { headers, redirect: 'manual' });

describe('The console’s files', () => {
  it('every page is served with a strict policy, and browsers ask for it again each time', async () => {
    for (const path of ['/console', '/console/', '/console/runs/run_1']) {
      const response = await get(path);
      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(response.headers.get('cache-control')).toBe('no-cache');
      expect(response.headers.get('content-security-policy')).toBe(CONSOLE_POLICY);
      expect(response.headers.get('x-content-type-options')).toBe('nosniff');
      expect(await response.text()).toContain('<div id="console">');
    }
    expect(CONSOLE_POLICY).not.toContain('unsafe');
  });

  it('browsers keep hashed files forever, and get them compressed', async () => {
    const html = await (await get('/console')).text();
    const paths = [...html.matchAll(/"(\/console\/assets\/[^"]+)"/g)].map(([, path]) => path!);
    // One style sheet, and the scripts that the first page loads.
    expect(paths.filter((path) => path.endsWith('.css'))).toHaveLength(1);
    expect(paths.filter((path) => path.endsWith('.js')).length).toBeGreaterThan(0);
    for (const path of paths) {
      const response = await get(path, { 'accept-encoding': 'gzip' });
      expect(response.status).toBe(200);
      expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      expect(response.headers.get('content-encoding')).toBe('gzip');
      expect(response.headers.get('vary')).toBe('Accept-Encoding');
      const plain = await get(path, { 'accept-encoding': 'identity' });
      expect(plain.headers.get('content-encoding')).toBeNull();
      expect(await plain.text()).toBe(await response.text());
    }
  });

  it('unknown files are not found, and no path leads out of the folder', async () => {
    const paths = ['/console/assets/none.js', '/console/assets/..%2Findex.html'];
    for (const path of paths) {
      const response = await get(path);
      expect(response.status).toBe(404);
      expect(response.headers.get('content-type')).toContain('application/problem+json');
    }
  });

  it('other methods than reading are refused', async () => {
    expect((await fetch(`${api.url}/console`, { method: 'POST' })).status).toBe(404);
    expect((await fetch(`${api.url}/console`, { method: 'HEAD' })).status).toBe(200);
  });

  it('the service’s address leads browsers to the console and programs to the API description', async () => {
    const browser = await get('/', { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' });
    expect([browser.status, browser.headers.get('location')]).toEqual([303, '/console']);
    expect((await api.send('GET', '/')).body).toMatchObject({ name: 'Pramaan' });
  });
});

it('a console that was not built explains how to build it', async () => {
  const empty = await mkdtemp(join(tmpdir(), 'pramaan-console-'));
  onTestFinished(async () => rm(empty, { recursive: true }));
  const app = new Koa<State>();
  app.use(consolePages(pathToFileURL(`${empty}/`)));
  const server = createServer();
  const answer = app.callback();
  server.on('request', (request, given) => void answer(request, given));
  const port = await listen(server, { host: '127.0.0.1', port: 0 });
  onTestFinished(async () => drain(server));
  const response = await fetch(`http://127.0.0.1:${port}/console/runs`);
  expect(response.status).toBe(503);
  expect(response.headers.get('content-type')).toContain('text/html');
  expect(await response.text()).toContain('npm run console');
});
