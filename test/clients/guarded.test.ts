import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, inject, it, onTestFinished } from 'vitest';
import { installPythonClient } from '../helpers/python-client.ts';

const python = await installPythonClient();
const KEYS = fileURLToPath(new URL('../../docs/ledger/example/keys.txt', import.meta.url));
const read = async (name: string): Promise<string> =>
  readFile(new URL(`../../docs/ledger/example/${name}`, import.meta.url), 'utf8');

/**
 * A service that cheats: its responses to these paths.
 * @returns the environment of a program that trusts it
 */
const cheat = async (responses: Readonly<Record<string, unknown>>) => {
  const server = createServer(({ url = '' }, response) => {
    const given = responses[url] ?? {};
    response.setHeader('Content-Type', 'application/json');
    response.end(typeof given === 'string' ? given : JSON.stringify(given));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { PRAMAAN_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, PRAMAAN_KEY: 'k' };
};

const newFolder = async (): Promise<string> => mkdtemp(join(inject('scratch'), 'guarded-'));

/** Audits an export. @returns what the example prints */
const audit = async (given: string): Promise<string> => {
  const env = await cheat({ '/v1/govern/export': given });
  return python!.run('examples/python/audit_export.py', [KEYS, join(await newFolder(), 'out')], env);
};

it.skipIf(python === undefined)('a partial export, or one that nobody signed, fails an audit', async () => {
  const text = await read('export.jsonl');
  expect(await audit(text)).toMatch(/^5 rows of team_vectors are intact/);
  await expect(audit(text.replace('"scope":"chain"', '"scope":"segment"'))).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('this is not the whole ledger, but a segment'),
  });
  await expect(audit(text.replace(/"checkpoint":"[^"]*"/, '"checkpoint":null'))).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('no checkpoint covers any of these rows'),
  });
});

it('the receipt of another run is not kept', async () => {
  const receipt = JSON.parse(await read('receipt.json')) as { ledger_ref: string };
  const keep = async (ref: string) => {
    const folder = await newFolder();
    const env = await cheat({
      '/v1/workforce/runs': { runs: [{ id: 'run_1', status: 'succeeded' }], next_cursor: null },
      '/v1/workforce/runs/run_1': { ledger_ref: ref, receipt },
    });
    const args = ['examples/typescript/keep-receipts.ts', folder, KEYS];
    await promisify(execFile)(process.execPath, args, { env: { ...process.env, ...env } }).catch(
      (error: { stderr: string }) => expect(error.stderr).toContain(`the receipt for ${ref} is that of`),
    );
    return readdir(folder);
  };
  expect(await keep(receipt.ledger_ref)).toEqual([`${receipt.ledger_ref}.json`]);
  expect(await keep('run_other')).toEqual([]);
});

it.skipIf(python === undefined)(
  'the Python client waits, ends and refuses as the TypeScript client does',
  async () => {
    const program = fileURLToPath(new URL('away.py', import.meta.url));
    expect(JSON.parse(await python!.run(program, []))).toEqual({
      waited: ['succeeded', 'succeeded'],
      over: ['run_1', 'run_1'],
      trickled: ['TimedOut', 'TimedOut'],
      part: ['segment', 5],
      forged: ['Forged', 'Forged', 'Forged'],
    });
    expect(await python!.mypy(program)).toBe('');
  },
);
