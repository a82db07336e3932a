import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { createClient } from '../../clients/typescript/src/index.ts';
import { issueKey } from '../../src/store/keys/store.ts';
import { deadPort } from '../helpers/api.ts';
import { installPythonClient } from '../helpers/python-client.ts';
import { useService } from '../helpers/use-service.ts';

const hookPort = await deadPort();
const service = await useService({ env: { WEBHOOK_PINNED: `hooks.bank.example=127.0.0.1:${hookPort}` } });
const python = await installPythonClient();
const folder = await mkdtemp(join(tmpdir(), 'pramaan-examples-'));
const env = { PRAMAAN_URL: service.url, PRAMAAN_KEY: service.key };
const client = createClient({ url: service.url, key: service.key });
afterAll(async () => rm(folder, { recursive: true }));

/**
 * Runs an example as its first lines describe.
 * @returns its output
 */
const example = async (name: string, ...args: readonly string[]): Promise<string> => {
  const file = `examples/typescript/${name}`;
  const options = { env: { ...process.env, ...env } };
  return (await promisify(execFile)(process.execPath, [file, ...args], options)).stdout;
};

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const TSC = join(ROOT, 'node_modules/typescript/bin/tsc');

/** The first programs of docs/clients.md, by language. */
const guide = await readFile(join(ROOT, 'docs/clients.md'), 'utf8');
const firstIn = (language: string): string =>
  new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``).exec(guide)![1]!;
const ESCALATED = /^run_\w+ escalate /;

const claims = join(folder, 'claims.csv');
const keyFile = join(folder, 'keys.txt');

beforeAll(async () => {
  await writeFile(
    claims,
    'id,applicant,pan,policy,amount\nCLM-1,Meera Sample,ABCPK1234L,HI-1010,48500\nCLM-2,,,,\n',
  );
  await client.runs.startAndWait('kyc');
  await client.call('makeCheckpoint', {});
  const { keys } = await client.call('getLogKeys', {});
  await writeFile(keyFile, keys.map(({ vkey }) => `${vkey}\n`).join(''));
});

it('the first program of the guide has strict types and runs with the built package', async () => {
  const source = join(folder, 'package');
  await mkdir(source);
  await cp(join(ROOT, 'clients/typescript/package.json'), join(source, 'package.json'));
  const built = [
    '-p',
    join(ROOT, 'clients/typescript/tsconfig.build.json'),
    '--outDir',
    join(source, 'dist'),
  ];
  await run(process.execPath, [TSC, ...built]);
  const { stdout: packed } = await run('npm', ['pack', source, '--pack-destination', folder, '--silent']);
  const own = join(folder, 'my-agent');
  await mkdir(own);
  await writeFile(join(own, 'package.json'), '{"type": "module"}');
  const install = ['install', '--offline', '--no-audit', '--no-fund', join(folder, packed.trim())];
  await run('npm', install, { cwd: own });
  await writeFile(join(own, 'run.ts'), firstIn('ts'));
  const types = ['--types', 'node', '--typeRoots', join(ROOT, 'node_modules/@types')];
  const strict = ['--strict', '--noEmit', '--module', 'nodenext', '--target', 'es2022', ...types, 'run.ts'];
  await run(process.execPath, [TSC, ...strict], { cwd: own });
  const { stdout } = await run(process.execPath, ['run.ts'], { cwd: own, env: { ...process.env, ...env } });
  expect(stdout).toMatch(ESCALATED);
});

it.skipIf(python === undefined)('the first program of the guide runs in Python', async () => {
  const program = join(folder, 'run.py');
  await writeFile(program, firstIn('python'));
  expect(await python!.run(program, [], env)).toMatch(ESCALATED);
  expect(await python!.mypy(program)).toBe('');
});

it('claims of a CSV file are decided, and a second run of the program starts nothing twice', async () => {
  const first = await example('claims-from-csv.ts', claims);
  const decided = first
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { claim: string; decision: string });
  expect(decided.map(({ claim }) => claim)).toEqual(['CLM-1', 'CLM-2']);
  expect(decided[1]).toMatchObject({ decision: 'escalate' });
  expect(await example('claims-from-csv.ts', claims)).toBe(first);
});

it('receipts of finished runs are kept once they are verified', async () => {
  const out = await example('keep-receipts.ts', join(folder, 'receipts'), keyFile);
  const kept = await readdir(join(folder, 'receipts'));
  expect(kept.length).toBeGreaterThan(0);
  expect(out.trim().split('\n')).toHaveLength(kept.length);
});

it('an escalated claim reaches the receiver, which refuses unsigned events', async () => {
  const scopes = ['webhooks'] as const;
  const { key } = await issueKey(service.database.db, { teamId: service.teamId, name: 'hooks', scopes });
  const hooks = createClient({ url: service.url, key });
  const body = { url: 'http://hooks.bank.example/escalated', events: ['run.escalated' as const] };
  const { secret } = await hooks.call('createWebhook', { body });
  const receiver = spawn(process.execPath, ['examples/typescript/escalations.ts'], {
    env: { ...process.env, ...env, WEBHOOK_SECRET: secret, PORT: `${hookPort}` },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void receiver.kill());
  await once(receiver.stderr, 'data');
  const forged = await fetch(`http://127.0.0.1:${hookPort}`, { method: 'POST', body: '{}' });
  expect(forged.status).toBe(400);
  let output = '';
  receiver.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  await client.runs.startAndWait('kyc', { id: 'CLM-3' });
  await vi.waitUntil(() => output.includes('\n'), { timeout: 60_000 });
  expect(JSON.parse(output)).toMatchObject({ case: expect.any(String), reasons: expect.any(Array) });
});

it.skipIf(python === undefined)(
  'the ledger is downloaded and verified, and reviews are listed, in Python',
  async () => {
    await client.runs.startAndWait('kyc', { id: 'CLM-4' });
    const audited = await python!.run(
      'examples/python/audit_export.py',
      [keyFile, join(folder, 'ledger.jsonl')],
      env,
    );
    expect(audited).toMatch(/^\d+ rows of team_\w+ are intact, 0 of them newer/);
    const queue = await python!.run('examples/python/review_queue.py', [], env);
    expect(queue).toMatch(/ rev_\w+ /);
    expect(queue).toMatch(/Most often: [A-Z]/);
    expect(await python!.mypy('examples/python/audit_export.py', 'examples/python/review_queue.py')).toBe('');
  },
);
