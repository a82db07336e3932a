import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { verticals } from '../../../src/governance/verticals/index.ts';
import { findCaller, tryCode } from '../../../src/store/records/callers.ts';
import { seedDemoRecords } from '../../../src/store/records/demo.ts';
import { digestOf } from '../../../src/store/records/digest.ts';
import { findPolicy } from '../../../src/store/records/policies.ts';
import { DIGEST_RING, openOffice } from '../../runs/vertical/walk.ts';

/** Returns every row of every record table, as the superuser sees it. */
const dump = async (adminUrl: string): Promise<string> => {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    const { rows: tables } = await client.query<{ name: string }>(
      `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
    );
    const parts: string[] = [];
    for (const { name } of tables) {
      const { rows } = await client.query<{ text: string }>(`select t::text as text from ${name} as t`);
      parts.push(...rows.map(({ text }) => text));
    }
    const { rows: sources } = await client.query<{ prosrc: string }>(
      `select prosrc from pg_proc where pronamespace = 'public'::regnamespace`,
    );
    return [...parts, ...sources.map(({ prosrc }) => prosrc)].join('\n');
  } finally {
    await client.end();
  }
};

it('seeding a team twice changes nothing', async () => {
  const { database, db, teamId } = await openOffice();
  const before = await dump(database.adminUrl);
  await seedDemoRecords(db, DIGEST_RING, teamId);
  expect(await dump(database.adminUrl)).toBe(before);
  expect(await findPolicy(db, teamId, 'HI-1010')).toMatchObject({
    status: 'active',
    sumInsured: 50_000_000n,
  });
});

it('a team does not see another team’s records', async () => {
  const { db, work } = await openOffice();
  await work('kyc', verticals.kyc.sample);
  await db.insertInto('teams').values({ id: 'team_other', name: 'other' }).execute();
  expect(await findPolicy(db, 'team_other', 'HI-1010')).toBeUndefined();
  const digest = await digestOf(db, DIGEST_RING, 'team_other');
  expect(await findCaller(db, 'team_other', digest, '+919876543210')).toBeUndefined();
});

it('any text may be looked up as a policy number', async () => {
  const { db, teamId } = await openOffice();
  for (const number of ["' or 1=1 --", '', '\0', 'HI-1010 ', '%', 'x'.repeat(10_000), '\ud800'])
    expect(await findPolicy(db, teamId, number)).toBeUndefined();
});

it('exactly one of several simultaneous calls may use a code', async () => {
  const { db, teamId } = await openOffice();
  const digest = await digestOf(db, DIGEST_RING, teamId);
  const phone = '+919812345678';
  const { phoneKey } = (await findCaller(db, teamId, digest, phone))!;
  const call = (nth: number) =>
    db.transaction().execute((tx) =>
      tryCode(tx, teamId, `run_${nth}`, digest, {
        phone,
        phoneKey,
        code: '735160',
        callKey: digest.of('call', String(nth)),
        now: new Date(),
      }),
    );
  const states = await Promise.all(Array.from({ length: 8 }, (_, nth) => call(nth)));
  expect(states.toSorted()).toEqual([...Array(7).fill('code_used'), 'verified']);
});

describe('Identifiers planted in every field of a case', () => {
  const planted = {
    aadhaar: ['4991 1866 5246', '499118665246'],
    pan: ['CKQPV8345T'],
    phone: ['98334 71625', '9833471625'],
    card: ['4539 5787 6362 1486', '4539578763621486'],
    email: ['planted.person@secret-mail.example'],
  };

  it('no row of the database contains a planted identifier, whatever the vertical does with it', async () => {
    const { database, work } = await openOffice();
    const all = Object.values(planted).flat();
    for (const { id, members } of Object.values(verticals)) {
      for (const value of [...all, `see ${all.join(' and ')} please`, `x_${all[1]}_y`]) {
        const everywhere = Object.fromEntries([
          ...members.map(({ name }) => [name, value]),
          ['unknown', value],
          [value, value],
        ]);
        await work(id, everywhere);
        await work(id, { ...verticals[id].sample, id: 'amount', amount: value });
        await work(id, {
          ...verticals[id].sample,
          items: [{ net: value }, { net: value.slice(0, 10) }],
          room_rent: value,
          id: value,
          diagnosis: value,
          symptom: `disk full ${value}`,
          address: `14 Lake View Road near ${value}, Bengaluru, Karnataka 560038`,
          readback: undefined,
        });
      }
    }
    const text = await dump(database.adminUrl);
    expect(text).toContain('14 Lake View Road near');
    for (const value of all) expect(text).not.toContain(value);
  });
});
