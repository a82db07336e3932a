import { readdir, readFile, stat } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { beforeAll, expect, it } from 'vitest';
import { BUILT } from '../../../src/api/console/files.ts';
import { ensureConsole } from '../../../src/provision/console.ts';

/** Compressed size in bytes of all scripts; a browser loads fewer for its first page. */
const BUDGET = 200_000;

beforeAll(async () => ensureConsole(), 60_000);

it('the console’s scripts are below the budget when compressed', async () => {
  const folder = new URL('assets/', BUILT);
  const scripts = (await readdir(folder)).filter((name) => name.endsWith('.js'));
  const sizes = await Promise.all(
    scripts.map(async (name) => gzipSync(await readFile(new URL(name, folder))).length),
  );
  const sum = sizes.reduce((total, size) => total + size, 0);
  expect(sum).toBeGreaterThan(10_000);
  expect(sum).toBeLessThan(BUDGET);
});

it('the console’s page has no inline script or style, and names only hashed files of this service', async () => {
  const html = await readFile(new URL('index.html', BUILT), 'utf8');
  expect([...html.matchAll(/<script[^>]*>([^<]*)<\/script>/g)].map(([, inline]) => inline)).toEqual(['']);
  expect(html).not.toMatch(/<style|\son\w+=|\sstyle=/);
  const named = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, path]) => path!);
  expect(named.some((path) => path.endsWith('.js')) && named.some((path) => path.endsWith('.css'))).toBe(
    true,
  );
  for (const path of named) expect(path).toMatch(/^(data:,|\/console\/assets\/[\w-]+-[\w-]{8}\.(js|css))$/);
});

it('sources that were built before are not built again', async () => {
  const mark = new URL('built-from', BUILT);
  const { mtimeMs } = await stat(mark);
  await ensureConsole();
  expect((await stat(mark)).mtimeMs).toBe(mtimeMs);
});
