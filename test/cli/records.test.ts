import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, it, onTestFinished } from 'vitest';
import { startTestApi, type TestApi } from '../helpers/api.ts';
import { pramaan } from './run.ts';

const HEADER = 'पॉलिसी,status,cover_from,cover_to,sum_insured\n';

let api: TestApi;

beforeAll(async () => {
  api = await startTestApi();
});

it('the command line imports, lists and exports records of a remote service', async () => {
  const { key } = await api.newTeam(['records:read', 'records:write']);
  const env = { PRAMAAN_URL: api.url, PRAMAAN_KEY: key };
  const folder = await mkdtemp(join(tmpdir(), 'pramaan-records-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, 'policies.csv');
  await writeFile(file, `${HEADER}CLI-1,active,01/04/2026,31/03/2027,"5,00,000"\nCLI-2,active,1,2,3\n`);
  const command = ['records', 'import', 'policies', file, '--column', 'पॉलिसी=number'] as const;

  const refused = await pramaan(env, ...command);
  expect(refused.code).toBe(1);
  expect(refused.stdout).toContain('line 3, cover_from: expected a date');
  const tried = await pramaan(env, ...command, '--partial', '--dry-run', '--json');
  expect(JSON.parse(tried.stdout)).toMatchObject({ dry_run: true, inserted: 1, refused: 1 });
  const done = await pramaan(env, ...command, '--partial');
  expect(done.code).toBe(0);
  expect(done.stdout).toMatch(/1 new, .* 1 refused\.\nLedger row: import-/);

  const listed = await pramaan(env, 'records', 'list', 'policies', '--filter', 'status=active');
  expect(listed.stdout).toMatch(/CLI-1 +active +2026-04-01/);
  const out = join(folder, 'out.csv');
  expect((await pramaan(env, 'records', 'export', 'policies', '--out', out)).code).toBe(0);
  expect(await readFile(out, 'utf8')).toContain('CLI-1,active,2026-04-01,2027-03-31,2026-04-01,500000.00');

  expect((await pramaan(env, 'records', 'list', 'nothing')).code).toBe(2);
  expect((await pramaan({ ...env, PRAMAAN_KEY: 'wrong' }, 'records', 'list', 'policies')).code).toBe(2);
  expect((await pramaan({ PRAMAAN_DATA_DIR: folder }, 'records', 'list', 'policies')).code).toBe(2);
});

it('keys create plants no records, and demo records are written only on request', async () => {
  const env = { DATABASE_URL: api.database.url };
  expect((await pramaan(env, 'keys', 'create', '--team', 'acme')).code).toBe(0);
  const policies = api.database.db
    .selectFrom('policies')
    .innerJoin('teams', 'teams.id', 'policies.team_id')
    .select('number')
    .where('name', '=', 'acme');
  expect(await policies.execute()).toEqual([]);

  const demo = ['records', 'import', '--demo-records', '--team', 'acme'] as const;
  expect((await pramaan(env, ...demo)).code).toBe(2);
  const keyed = { ...env, ENCRYPTION_KEYS: `k1:${Buffer.alloc(32, 1).toString('base64')}` };
  expect((await pramaan(keyed, ...demo)).code).toBe(0);
  expect((await pramaan(keyed, ...demo)).code).toBe(0);
  expect((await policies.execute()).length).toBe(7);
  const digests = await pramaan(env, 'records', 'digests', '--team', 'acme', '--json');
  expect(JSON.parse(digests.stdout)).toMatchObject({
    digests: expect.arrayContaining([{ table: 'callers', key: 'k1', rows: 3 }]),
  });
});
