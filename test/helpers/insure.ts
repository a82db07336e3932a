import { readCover } from '../../src/governance/adjudication/read-cover.ts';
import { formatDay } from '../../src/governance/dates.ts';
import type { Db } from '../../src/store/db/client.ts';

/** Writes a policy of the standard health product with a cover in the form that a rule set's tests use. */
export const insure = async (
  db: Db,
  teamId: string,
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
