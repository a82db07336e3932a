import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { RunAdjudication } from '../../../src/contract/adjudication.ts';
import { readCover } from '../../../src/governance/adjudication/read-cover.ts';
import type { Case } from '../../../src/governance/members.ts';
import { formatDay } from '../../../src/governance/dates.ts';
import { actedBy } from '../../../src/ledger/actor.ts';
import { createLedger } from '../../../src/ledger/index.ts';
import { reportPayout } from '../../../src/runs/payouts.ts';
import { makeAadhaar, makePan } from '../../helpers/identifiers.ts';
import { openOffice, type Office } from './walk.ts';

interface Worked {
  readonly title: string;
  readonly case: Case;
  readonly terms?: object;
  readonly expect: {
    readonly outcome: string;
    readonly total?: { readonly submitted: string; readonly benefit: string };
    readonly patient_pays: string;
  };
}

const worked = readFileSync('test/corpora/adjudication.jsonl', 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Worked)
  .filter(({ terms, expect: right }) => terms === undefined && right.total !== undefined);

const today = { at: '2026-11-27' };

const personOf = (nth: number) => ({ pan: makePan(nth, 'P'), aadhaar: makeAadhaar(nth), applicant: 'T' });

const insure = async (
  { db, teamId }: Office,
  number: string,
  cover: Readonly<Record<string, unknown>> & { readonly kind?: 'individual' | 'floater' },
): Promise<void> => {
  const { slabs, bonus, used, counters } = readCover(cover)!;
  await db
    .insertInto('products')
    .values({ team_id: teamId, code: 'AS', title: 'Standard health', rule_set: 'standard-health' })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await db
    .insertInto('policies')
    .values({
      team_id: teamId,
      number,
      status: 'active',
      cover_from: '2026-01-01',
      cover_to: '2026-12-31',
      since: formatDay(Math.min(...slabs.map(({ since }) => since))),
      sum_insured_paise: slabs.at(-1)!.sumInsured,
      used_paise: used,
      product: 'AS',
      kind: cover.kind ?? 'individual',
      bonus_paise: bonus,
      slabs: JSON.stringify(
        slabs.map(({ since, sumInsured }) => ({ since: formatDay(since), paise: Number(sumInsured) })),
      ),
    })
    .execute();
  for (const [benefit, paise] of Object.entries(counters))
    await db
      .insertInto('counters')
      .values({
        team_id: teamId,
        policy: number,
        year_from: '2026-01-01',
        benefit,
        key: `${number}~2026-01-01~${benefit}`,
        used_paise: paise,
      })
      .execute();
};

const adjudicationOf = async ({ db }: Office, runId: string): Promise<RunAdjudication> => {
  const run = db.selectFrom('runs').select('adjudication').where('id', '=', runId);
  return (await run.executeTakeFirstOrThrow()).adjudication!;
};

const paise = (rupees: string): bigint => BigInt(rupees.replace('.', ''));

const stay = { admission: '2026-11-03', discharge: '2026-11-06', diagnosis: 'A97.0 dengue' };
const slabs = [{ since: '2020-01-01', sum_insured: '5 lakh' }];

it('a run shows each worked claim to the paisa, pays what was approved, and its sum closes', async () => {
  const office = await openOffice();
  for (const [nth, each] of worked.entries()) {
    const { cover, ...given } = each.case;
    const policy = `AS-${nth}`;
    await insure(office, policy, cover as Readonly<Record<string, unknown>>);
    const { run, runId, facts } = await office.work(
      'kyc',
      { ...given, ...personOf(nth + 1), id: policy, policy, diagnosis: 'A97.0 dengue' },
      today,
    );
    const { amount, adjustments, outcome } = await adjudicationOf(office, runId);
    const { patient_pays } = each.expect;
    const total = each.expect.total!;
    expect({ title: each.title, outcome, amount }).toEqual({
      title: each.title,
      outcome: each.expect.outcome,
      amount: { claimed: total.submitted, approved: total.benefit, patient_pays },
    });
    const cut = adjustments.reduce((sum, { amount: part }) => sum + paise(part), 0n);
    expect(cut + paise(total.benefit)).toBe(paise(total.submitted));
    const refers = each.expect.outcome === 'refer';
    expect(run.decision).toBe(refers ? 'escalate' : 'approve');
    expect(facts[8]).toMatchObject({
      payout: refers ? 'none' : 'queued',
      amount: refers ? null : total.benefit,
      adjudication: { amount: { approved: total.benefit }, rule_set: { id: 'standard-health', version: 1 } },
    });
  }
});

it('claims of a floater at once stay within it, and its balance and counters move once with their payouts', async () => {
  const office = await openOffice();
  const { db, database, teamId } = office;
  await insure(office, 'FAM-1', { slabs, bonus: '50000', kind: 'floater' });
  const claimOf = (nth: number) => ({
    ...stay,
    ...personOf(nth),
    id: `F-${nth}`,
    policy: 'FAM-1',
    eye: 'right',
    cataract: true,
    items: [{ head: 'procedure', amount: '1,00,000' }],
  });
  const rest = (nth: number) => ({
    ...stay,
    ...personOf(nth),
    id: `F-${nth}`,
    policy: 'FAM-1',
    items: [{ head: 'pharmacy', amount: '1,50,000' }],
  });
  // Two right eyes of people who are not on file as members share one limit of 40,000.
  const eyes = await Promise.all([1, 2].map(async (nth) => office.work('kyc', claimOf(nth), today)));
  expect(eyes.map(({ run }) => run.decision).toSorted()).toEqual(['approve', 'escalate']);
  await Promise.all([3, 4, 5, 6, 7, 8].map(async (nth) => office.work('kyc', rest(nth), today)));
  const payouts = await db
    .selectFrom('payouts')
    .select(['id', 'status', 'amount_paise'])
    .where('policy', '=', 'FAM-1')
    .execute();
  expect(new Set(payouts.map(({ status }) => status))).toEqual(new Set(['queued']));
  const sum = payouts.reduce((total, payout) => total + payout.amount_paise, 0);
  // The co-payment of 5 % comes after the balance, so what is left may be a little more than nothing.
  expect(sum).toBeLessThanOrEqual(550_000_00);
  expect(sum).toBeGreaterThan(500_000_00);

  const ledger = createLedger({ pool: database.pool });
  const actor = actedBy({ kind: 'key', id: 'key_core', name: 'core system' });
  for (const { id } of payouts)
    await db
      .transaction()
      .execute(async (tx) =>
        reportPayout(tx, ledger, { teamId, payoutId: id, actor }, { status: 'paid', reference: id }),
      );
  const { used_paise: used } = await db
    .selectFrom('policies')
    .select('used_paise')
    .where('number', '=', 'FAM-1')
    .executeTakeFirstOrThrow();
  expect(used).toBe(sum);
  const counters = db.selectFrom('counters').select(['key', 'used_paise']);
  expect(await counters.execute()).toEqual([
    { key: 'FAM-1~2026-01-01~cataract:right', used_paise: 40_000_00 },
  ]);
});
