import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { useService } from '../helpers/use-service.ts';
import { pramaan } from './run.ts';

const service = await useService();

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
