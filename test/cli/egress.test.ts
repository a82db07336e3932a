import { expect, it } from 'vitest';
import { allowListOf } from '../../src/store/egress-lists/egress-lists.ts';
import { ensureTeam } from '../../src/store/keys/team.ts';
import { freshDatabase } from '../helpers/database.ts';
import { pramaan } from './run.ts';

it('egress allow adds hosts for one team only, and egress withdraw removes them', async () => {
  const { url, db } = await freshDatabase();
  const env = { DATABASE_URL: url };
  const [acme, other] = [await ensureTeam(db, { name: 'acme' }), await ensureTeam(db, { name: 'other' })];
  const list = async (teamId: string) => allowListOf(db, teamId, ['portal.example.in']);

  expect((await pramaan(env, 'egress', 'allow', '*.Bücher.example', '--team', 'acme')).code).toBe(0);
  expect((await pramaan(env, 'egress', 'allow', 'portal.example.in', '--team', 'acme')).code).toBe(0);
  expect(await list(acme.id)).toEqual(['portal.example.in', '*.xn--bcher-kva.example']);
  expect(await list(other.id)).toEqual(['portal.example.in']);

  const shown = await pramaan(env, 'egress', 'list', '--team', 'acme', '--json');
  expect(JSON.parse(shown.stdout)).toMatchObject({
    entries: ['*.xn--bcher-kva.example', 'portal.example.in'],
  });
  const withdraw = ['egress', 'withdraw', '*.bücher.example', '--team', 'acme'] as const;
  expect((await pramaan(env, ...withdraw)).code).toBe(0);
  expect((await pramaan(env, ...withdraw)).code).toBe(1);
  expect(await list(acme.id)).toEqual(['portal.example.in']);
});

it.each(['*', '*.in', '10.0.0.1', 'http://portal.example.in/', 'portal.example.in/path', '[::1]'])(
  'egress allow rejects an entry that names no host: %s',
  async (entry) => {
    const { url, db } = await freshDatabase();
    await ensureTeam(db, { name: 'acme' });
    const refused = await pramaan({ DATABASE_URL: url }, 'egress', 'allow', entry, '--team', 'acme');
    expect(refused.code).toBe(2);
  },
);
