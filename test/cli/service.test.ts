import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { GUIDE_ANSWERS } from '../helpers/guide-answers.ts';
import { useService } from '../helpers/use-service.ts';
import { openai } from '../model-provider/openai.ts';
import { useFakeProvider } from '../model-provider/server.ts';
import { pramaan } from './run.ts';

const provider = await useFakeProvider(openai, GUIDE_ANSWERS);
const service = await useService({ sandboxes: true, provider });

const newFolder = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'pramaan-cli-'));
  onTestFinished(async () => rm(folder, { recursive: true }));
  return folder;
};

it('a profile made by init is enough to start, follow and list runs of a remote service', async () => {
  const folder = await newFolder();
  const home = { XDG_CONFIG_HOME: folder, PRAMAAN_DATA_DIR: join(folder, 'none') };
  expect(await pramaan(home, 'run', 'list')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('pramaan init'),
  });
  const made = await pramaan(
    { ...home, PRAMAAN_KEY: service.key },
    'init',
    service.url,
    '--profile',
    'branch',
    '--json',
  );
  expect(made.code).toBe(0);
  const { file } = JSON.parse(made.stdout) as { file: string };
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({
    profiles: { branch: { url: service.url } },
  });

  const given = join(folder, 'case.json');
  await writeFile(given, '{"id": "CLM-9"}');
  const started = await pramaan(home, 'run', 'start', 'kyc', '--case', given, '--wait', '--json');
  const run = JSON.parse(started.stdout) as { id: string };
  expect([started.code, run]).toMatchObject([0, { status: 'succeeded', decision: 'escalate' }]);
  const watched = await pramaan(home, '--profile', 'branch', 'run', 'watch', run.id);
  expect(watched.stderr).toContain('fs.read: ');
  expect(watched.stdout).toContain(`${run.id}  kyc  succeeded: escalate`);
  expect((await pramaan(home, 'run', 'list', '--vertical', 'kyc')).stdout).toContain(run.id);
  const reviews = JSON.parse((await pramaan(home, 'review', 'list', '--json')).stdout) as {
    reviews: { run_id: string }[];
  };
  expect(reviews.reviews.map(({ run_id }) => run_id)).toContain(run.id);

  expect((await pramaan(home, '--profile', 'other', 'run', 'list')).stderr).toContain('no profile other');
  expect((await pramaan(home, 'run', 'show', 'run_0')).code).toBe(2);
  const wrong = await pramaan({ ...home, PRAMAAN_KEY: 'pmn_live_x' }, 'init', service.url);
  expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('No valid API key')]);
});

it(
  'each kind of work prints its result, as text and as JSON, and sets the exit code',
  { timeout: 240_000 },
  async () => {
    const folder = await newFolder();
    const env = { PRAMAAN_URL: service.url, PRAMAAN_KEY: service.key, XDG_CONFIG_HOME: folder };
    const write = async (name: string, text: string): Promise<string> => {
      await writeFile(join(folder, name), text);
      return join(folder, name);
    };
    const notes = await write('notes.txt', 'one\ntwo\n');

    const scanned = await pramaan(env, 'scan', await write('scan.txt', 'PAN ABCPK1234L'));
    expect(scanned).toMatchObject({ code: 0, stdout: 'PAN ABXXXXXXXL\n', stderr: '' });
    const card = await write('card.txt', 'PAN ABCPK1234L');
    const extracted = await pramaan(env, 'extract', card, '--type', 'pan', '--json');
    expect([extracted.code, JSON.parse(extracted.stdout)]).toMatchObject([0, { valid: true }]);

    const ran = await pramaan(env, 'code', await write('good.py', "print('namaste')"));
    expect(ran).toMatchObject({ code: 0, stdout: 'namaste\n' });
    const failed = await pramaan(env, 'code', await write('bad.py', "raise SystemExit('wrong')"));
    expect(failed).toMatchObject({ code: 1, stderr: expect.stringContaining('wrong') });

    const task = await pramaan(env, 'task', 'How many lines does the file have?', '--file', notes);
    expect(task).toMatchObject({
      code: 0,
      stdout: 'The file has 2 lines.\n',
      stderr: expect.stringMatching(/^Started task-\w+\n/),
    });
    const sales = await write('sales.csv', 'branch,sales\nPune,120000\nSurat,80000\n');
    const asked = await pramaan(env, 'analyze', 'Which branch sold most?', '--data', sales, '--json');
    expect([asked.code, JSON.parse(asked.stdout)]).toMatchObject([0, { answer: 'Pune sold most: 120,000.' }]);

    const live = await pramaan(env, 'run', 'start', 'kyc', '--live', '--json');
    const run = JSON.parse(live.stdout) as { id: string };
    expect([live.code, run]).toMatchObject([0, { mode: 'live', status: 'succeeded' }]);
    // A run that has ended stays as it is.
    const cancelled = await pramaan(env, 'run', 'cancel', run.id, '--json');
    expect([cancelled.code, JSON.parse(cancelled.stdout)]).toMatchObject([0, { status: 'succeeded' }]);
    expect(await pramaan(env, 'run', 'start', 'none')).toMatchObject({ code: 2, stdout: '' });
    expect(await pramaan(env, 'scan', join(folder, 'missing.txt'))).toMatchObject({ code: 2, stdout: '' });
  },
);
