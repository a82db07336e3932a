import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { z } from 'zod';
import type { backtestSchema } from '../../../src/contract/backtest.ts';
import type { RuleSet } from '../../../src/contract/rule-set.ts';
import { KYC } from '../../../src/governance/rule-sets/built-in/kyc.ts';
import { ruleSetHash } from '../../../src/governance/rule-sets/canonical.ts';
import { verticals } from '../../../src/governance/verticals/index.ts';
import { issueKey } from '../../../src/store/keys/store.ts';
import { activateRules } from '../../helpers/rule-sets.ts';
import { useService } from '../../helpers/use-service.ts';

type Backtest = z.output<typeof backtestSchema>;

const service = await useService();
const { db } = service.database;

/** The built-in rules, except that a person looks at every claim above 20,000 rupees. */
const strict = (version: number): RuleSet => ({
  ...KYC,
  version,
  tables: [
    ...KYC.tables,
    {
      id: 'house',
      hit: 'collect',
      rows: [
        {
          id: 'large',
          when: ['has_amount', 'amount > 2000000'],
          // oxlint-disable-next-line unicorn/no-thenable -- see src/contract/rule-set.ts
          then: { code: 'HOUSE-001', detail: "'a claim of ' + rupees(amount)" },
        },
      ],
    },
  ],
});

const keyWith = async (): Promise<string> =>
  (await issueKey(db, { teamId: service.teamId, name: 'rules', scopes: ['rules:read', 'rules:write'] })).key;

const call = async <T>(key: string, method: string, path: string, body?: object): Promise<T> => {
  const response = await fetch(service.url + path, {
    method,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const answer = (await response.json()) as T;
  expect(response.status, JSON.stringify(answer)).toBeLessThan(300);
  return answer;
};

const pinsOf = async (runId: string): Promise<readonly unknown[]> =>
  (await service.ledgerOf(runId)).entries.flatMap(({ detail }) => detail['decided_under'] ?? []);

it('a draft is tried on finished runs without an effect, and decides once it is active', async () => {
  const builtIn = { id: 'kyc-rules', version: 3, sha256: ruleSetHash(KYC), owner: 'service' };
  const first = await service.finished((await service.startRun('kyc')).id);
  expect(first).toMatchObject({ decision: 'approve', decided_under: builtIn });
  expect(await pinsOf(first.id)).toEqual([builtIn, builtIn]);
  const { sample } = verticals.kyc;
  const small = {
    ...sample,
    id: 'CLM-SMALL',
    amount: '900',
    admission: '2026-09-01',
    discharge: '2026-09-02',
  };
  await service.finished((await service.startRun('kyc', small)).id);

  const key = await keyWith();
  const path = '/v1/rule-sets/kyc-rules/versions/4';
  await call(key, 'PUT', path, strict(4));
  const started = await call<Backtest>(key, 'POST', `${path}/backtests`, {});
  expect(started).toMatchObject({ total: 2, against: builtIn });
  let backtest = started;
  while (backtest.state === 'running') {
    await sleep(200);
    backtest = await call(key, 'GET', `/v1/rule-sets/kyc-rules/backtests/${started.id}`);
  }
  const sha256 = ruleSetHash(strict(4));
  const row = { row: 'house.large', says: 'HOUSE-001: a claim of 48500.00' };
  expect(backtest).toMatchObject({
    state: 'succeeded',
    done: 2,
    rule_set: { version: 4, sha256 },
    result: {
      runs: 2,
      matrix: { 'approve > escalate': 1, 'approve > approve': 1 },
      as_recorded: 2,
      approved: { before: '49400.00', after: '900.00' },
      codes: { 'HOUSE-001': { before: 0, after: 1 } },
      skipped: { erased: 0, incomplete: 0 },
      differences: [
        {
          run_id: first.id,
          amount: '48500.00',
          before: { decision: 'approve', reasons: [] },
          after: { decision: 'escalate', reasons: [{ code: 'HOUSE-001', detail: 'a claim of 48500.00' }] },
        },
      ],
    },
  });
  expect(backtest.result.differences[0]!.after.hits).toContainEqual(row);
  expect(await service.run(first.id)).toEqual(first);

  await activateRules(db, service.teamId, strict(5));
  const own = { id: 'kyc-rules', version: 5, sha256: ruleSetHash(strict(5)), owner: 'team' };
  const again = { ...sample, id: 'CLM-2', admission: '2026-08-12', discharge: '2026-08-15' };
  const decided = await service.finished((await service.startRun('kyc', again)).id);
  expect(decided).toMatchObject({
    decision: 'escalate',
    reasons: [{ code: 'HOUSE-001', detail: 'a claim of 48500.00' }],
    risk: { rules: 'kyc-rules@5' },
    decided_under: own,
  });
  expect(await pinsOf(decided.id)).toEqual([own, own]);
  const it = await service.finished((await service.startRun('it')).id);
  expect(it.decided_under).toMatchObject({ id: 'it-rules', owner: 'service' });
});
