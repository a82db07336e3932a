import { expect, it } from 'vitest';
import { Authenticator } from '../../src/store/keys/authenticate.ts';
import { freshDatabase } from '../helpers/database.ts';
import { pramaan } from './run.ts';

it('keys create issues a working key, keys list hides its secret and keys revoke ends it', async () => {
  const { url, db } = await freshDatabase();
  const env = { DATABASE_URL: url };
  const created = await pramaan(env, 'keys', 'create', '--team', 'acme', '--name', 'portal', '--json');
  expect(created.code).toBe(0);
  const { key, id } = JSON.parse(created.stdout) as { key: string; id: string };
  expect(await new Authenticator(db).byKey(key)).toMatchObject({ keyId: id });

  const listed = await pramaan(env, 'keys', 'list', '--team', 'acme', '--json');
  expect(JSON.parse(listed.stdout)).toMatchObject({ keys: [{ id, name: 'portal', state: 'works' }] });
  expect(listed.stdout).not.toContain(key);

  const revoked = await pramaan(env, 'keys', 'revoke', id, '--team', 'acme');
  expect(revoked).toMatchObject({ code: 0, stdout: `${id} (portal) is revoked.\n` });
  expect(await new Authenticator(db).byKey(key)).toBeUndefined();
});

it('keys create adds a team without records, because demo records do not belong in a real installation', async () => {
  const { url, db } = await freshDatabase();
  await pramaan({ DATABASE_URL: url }, 'keys', 'create', '--team', 'acme', '--json');
  for (const table of ['policies', 'accounts', 'callers'] as const) {
    expect(await db.selectFrom(table).select('team_id').execute(), table).toEqual([]);
  }
});

it('keys create grants admin and codec only on request', async () => {
  const { url } = await freshDatabase();
  const plain = await pramaan({ DATABASE_URL: url }, 'keys', 'create', '--team', 'acme', '--json');
  const { scopes } = JSON.parse(plain.stdout) as { scopes: readonly string[] };
  expect(scopes).toContain('runs:write');
  expect(scopes.filter((scope) => ['admin', 'codec'].includes(scope))).toEqual([]);
  const asked = await pramaan(
    { DATABASE_URL: url },
    'keys',
    'create',
    '--team',
    'acme',
    '--scopes',
    'codec',
    '--json',
  );
  expect(JSON.parse(asked.stdout)).toMatchObject({ scopes: ['codec'] });
});

it('keys list accepts a team’s id', async () => {
  const { url } = await freshDatabase();
  const created = await pramaan({ DATABASE_URL: url }, 'keys', 'create', '--team', 'acme', '--json');
  const { team } = JSON.parse(created.stdout) as { team: { id: string } };
  expect((await pramaan({ DATABASE_URL: url }, 'keys', 'list', '--team', team.id)).code).toBe(0);
});

it('keys revoke exits with 1 for a key that the team does not have', async () => {
  const { url } = await freshDatabase();
  const env = { DATABASE_URL: url };
  const created = await pramaan(env, 'keys', 'create', '--team', 'acme', '--json');
  const { id } = JSON.parse(created.stdout) as { id: string };
  await pramaan(env, 'keys', 'create', '--team', 'other');
  expect((await pramaan(env, 'keys', 'revoke', id, '--team', 'other')).code).toBe(1);
});

it.each([
  { args: ['keys', 'list', '--team', 'nobody'], says: 'There is no team nobody' },
  { args: ['keys', 'create', '--team', 'No Team'], says: 'not a valid team name' },
  { args: ['keys', 'create', '--team', 'a', '--scopes', 'all'], says: 'A scope in --scopes does not exist' },
  { args: ['keys', 'create', '--team', 'a', '--expires-in-days', '-1'], says: '--expires-in-days' },
  { args: ['keys', 'list'], says: '--team' },
])('a keys command exits with 2 when it cannot run: $args', async ({ args, says }) => {
  const { url } = await freshDatabase();
  const ran = await pramaan({ DATABASE_URL: url }, ...args);
  expect(ran).toMatchObject({ code: 2, stdout: '' });
  expect(ran.stderr).toContain(says);
});

it.each([
  ['keys', 'list', '--json'],
  ['keys', 'list', '--team', 'a', '--bogus', '--json'],
  ['keys', 'bogus', '--json'],
])('--json also reports a failure as one JSON object: %s %s', async (...args) => {
  const ran = await pramaan({ DATABASE_URL: 'postgres://127.0.0.1:1/none' }, ...args);
  expect(ran.code).toBe(2);
  expect(JSON.parse(ran.stdout)).toEqual({ error: expect.stringMatching(/^\w/) });
});
