import { describe, expect, it } from 'vitest';
import { issueKey } from '../../../src/store/keys/store.ts';
import { useService } from '../../helpers/use-service.ts';

const service = await useService({ sandboxes: true });

const kept = async () =>
  service.database.db
    .selectFrom('case_vault')
    .select('ref')
    .where((where) => where.or([where('wrapped_key', 'is not', null), where('sealed', 'is not', null)]))
    .execute();

const newest = async (): Promise<string> => {
  for (;;) {
    const row = await service.database.db
      .selectFrom('agent_actions')
      .select('ledger_ref')
      .where('action', '=', 'sandbox.open')
      .orderBy('seq', 'desc')
      .executeTakeFirst();
    if (row !== undefined && !seen.has(row.ledger_ref)) {
      seen.add(row.ledger_ref);
      return row.ledger_ref;
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
};
const seen = new Set<string>();

describe('A code run that is erased while its code runs', () => {
  it.each([
    ['small', "print('2345 6789 1238')", 200],
    ['large', "print('2345 6789 1238' * 2_000)", 404],
  ])(
    'the erasure removes all of the %s outcome from the vault',
    { timeout: 120_000 },
    async (_, print, status) => {
      const answer = service.request('POST', '/v1/run', { code: `import time\ntime.sleep(2)\n${print}` });
      const ledger_ref = await newest();
      const { key } = await issueKey(service.database.db, {
        teamId: service.teamId,
        name: 'eraser',
        scopes: ['admin'],
      });
      const erasure = await fetch(`${service.url}/v1/govern/erasures`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ ledger_ref, reason: 'asked for' }),
      });
      expect(erasure.status).toBe(200);
      expect((await answer).status).toBe(status);
      await expect
        .poll(async () =>
          service.database.db
            .selectFrom('case_vault')
            .select('ref')
            .where('ref', '=', `${ledger_ref}/outcome`)
            .execute(),
        )
        .toHaveLength(1);
      expect(await kept()).toEqual([]);
    },
  );
});
