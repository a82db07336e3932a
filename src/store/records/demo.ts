import { sql } from 'kysely';
import { maskValue } from '../../governance/mask.ts';
import type { KeyRing } from '../crypto/key-ring.ts';
import { type Db, type Digest, digestOf } from './digest.ts';
import { seedCallers } from './demo-callers.ts';

/**
 * Writes the made-up records that the sample cases and a first look work on (docs/rules.md). Writing them twice changes nothing.
 * They include a caller with a reusable one-time code, which does not belong in a real installation.
 */
export const seedDemoRecords = async (db: Db, ring: KeyRing, teamId: string): Promise<void> => {
  const digest = await digestOf(db, ring, teamId);
  await db
    .insertInto('products')
    .values({ team_id: teamId, ...PRODUCT })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await db
    .insertInto('policies')
    .values(POLICIES.map((policy) => ({ team_id: teamId, ...policy })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await db
    .insertInto('hospitals')
    .values(HOSPITALS.map((hospital) => ({ team_id: teamId, ...hospital })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await seedAccounts(db, digest, teamId);
  await seedCallers(db, digest, teamId);
};

const policy = (number: string, from: string, to: string, since: string, sumInsuredPaise: number) => ({
  number,
  status: 'active' as 'active' | 'lapsed',
  cover_from: from,
  cover_to: to,
  since,
  sum_insured_paise: sumInsuredPaise,
  used_paise: 0,
  room_rent_paise: null as number | null,
  product: null as string | null,
});

/** Bills of its policies are adjudicated line by line (docs/adjudication.md). */
const PRODUCT = { code: 'STANDARD', title: 'Standard health', rule_set: 'standard-health' };

const POLICIES = [
  policy('HI-1001', '2026-01-01', '2026-12-31', '2021-01-01', 50_000_000),
  { ...policy('HI-1002', '2025-01-01', '2025-12-31', '2023-01-01', 30_000_000), status: 'lapsed' as const },
  { ...policy('HI-1003', '2026-01-01', '2026-12-31', '2022-01-01', 30_000_000), used_paise: 28_000_000 },
  policy('HI-1004', '2026-09-15', '2027-09-14', '2026-09-15', 50_000_000),
  { ...policy('HI-1005', '2026-01-01', '2026-12-31', '2025-06-01', 20_000_000), room_rent_paise: 200_000 },
  policy('HI-1010', '2026-01-01', '2026-12-31', '2020-04-01', 50_000_000),
  { ...policy('HI-1020', '2026-01-01', '2026-12-31', '2021-01-01', 50_000_000), product: PRODUCT.code },
];

const HOSPITALS = [
  { name_key: 'lakeside hospital', name: 'Lakeside Hospital', in_network: true },
  { name_key: 'green valley clinic', name: 'Green Valley Clinic', in_network: true },
  { name_key: 'hilltop nursing home', name: 'Hilltop Nursing Home', in_network: false },
];

const ACCOUNTS = [
  ['AC-7001', 'BNZPS4821K', 'anil.sample@mail.example', 'a**********@mail.example', 'locked', 6],
  ['AC-7002', 'CQRPT7310M', 'divya.sample@mail.example', 'd***********@mail.example', 'fraud_hold', 9],
  ['AC-7003', 'DLMPV2954H', 'farid.sample@mail.example', 'f***********@mail.example', 'locked', 5],
  ['AC-7004', 'EKTPB6608F', 'gita.sample@mail.example', 'g**********@mail.example', 'closed', 0],
  ['AC-7005', 'FWXPN1276J', 'hari.sample@mail.example', 'h**********@mail.example', 'active', 0],
] as const;

/** An account that had six resets in the last month, so a person has to allow one more. */
const OFTEN_RESET = { account: 'AC-7003', resets: 6 };

const seedAccounts = async (db: Db, digest: Digest, teamId: string): Promise<void> => {
  await db
    .insertInto('accounts')
    .values(
      ACCOUNTS.map(([number, pan, email, emailMasked, status, failedLogins]) => ({
        team_id: teamId,
        number,
        pan_key: digest.of('pan', pan).bytes,
        pan_masked: maskValue('pan', pan),
        email_key: digest.of('email', email).bytes,
        email_masked: emailMasked,
        digest_key: digest.keyId,
        status,
        failed_logins: failedLogins,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  // Resets are told apart by their ticket, so seeding again under another key must not add six more.
  const known = await db
    .selectFrom('account_resets')
    .select('ticket_key')
    .where('team_id', '=', teamId)
    .where('account', '=', OFTEN_RESET.account)
    .where('run_id', '=', 'demo')
    .executeTakeFirst();
  if (known !== undefined) return;
  await db
    .insertInto('account_resets')
    .values(
      Array.from({ length: OFTEN_RESET.resets }, (_, nth) => ({
        team_id: teamId,
        account: OFTEN_RESET.account,
        ticket_key: digest.of('ticket', `demo-${nth + 1}`).bytes,
        digest_key: digest.keyId,
        run_id: 'demo',
        reset_at: sql<Date>`now() - make_interval(days => ${nth + 1})`,
      })),
    )
    .execute();
};
