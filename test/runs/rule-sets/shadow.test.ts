import { expect, it } from 'vitest';
import type { z } from 'zod';
import type { RuleSet } from '../../../src/contract/rule-set.ts';
import type { shadowSchema } from '../../../src/contract/shadow.ts';
import { KYC } from '../../../src/governance/rule-sets/built-in/kyc.ts';
import { SUPPORT } from '../../../src/governance/rule-sets/built-in/support.ts';
import { ruleSetHash } from '../../../src/governance/rule-sets/canonical.ts';
import { verticals } from '../../../src/governance/verticals/index.ts';
import { issueKey } from '../../../src/store/keys/store.ts';
import { createRuleSet } from '../../../src/store/rule-sets/rule-sets.ts';
import { createShadow } from '../../../src/store/rule-sets/shadows.ts';
import { someKey } from '../../helpers/actors.ts';
import { modelEnv, startLive } from '../../helpers/live.ts';
import { proposeRules } from '../../helpers/rule-sets.ts';
import { useService } from '../../helpers/use-service.ts';
import { openai } from '../../model-provider/openai.ts';
import { byTurn, call, createRunScripts } from '../../model-provider/scripts.ts';
import { useFakeProvider } from '../../model-provider/server.ts';

type Shadow = z.output<typeof shadowSchema>;

const scripts = createRunScripts();
const provider = await useFakeProvider(openai, scripts.script);
const service = await useService({ env: modelEnv(provider.baseUrl) });
const { db } = service.database;

/** The built-in rules, and a person looks at every claim above 20,000 rupees. */
const strict: RuleSet = {
  ...KYC,
  version: 4,
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
};

const { key } = await issueKey(db, {
  teamId: service.teamId,
  name: 'rules',
  scopes: ['rules:read', 'rules:write'],
});

const send = async (method: string, path: string, body?: object): Promise<Shadow> => {
  const response = await fetch(`${service.url}/v1/rule-sets/${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const answer = (await response.json()) as Shadow;
  expect(response.status, JSON.stringify(answer)).toBeLessThan(300);
  return answer;
};

const shadowAfter = async (path: string, runs: number): Promise<Shadow> => {
  await expect
    .poll(async () => (await send('GET', path)).done, { timeout: 30_000, interval: 200 })
    .toBe(runs);
  return send('GET', path);
};

const rowsOf = async (ref: string) => {
  const response = await service.request('GET', `/v1/govern/ledger/${ref}`);
  const { entries } = (await response.json()) as {
    entries: { action: string; detail: Record<string, unknown>; actor: { id: string } }[];
  };
  return entries;
};

const { sample } = verticals.kyc;
const small = { ...sample, id: 'CLM-S', amount: '900', admission: '2026-09-01', discharge: '2026-09-02' };
const third = { ...sample, id: 'CLM-3', admission: '2026-08-01', discharge: '2026-08-03' };

it('a version in shadow decides the same runs, simulated and live, without an effect on them', async () => {
  await proposeRules(db, service.teamId, strict);
  const path = 'kyc-rules/versions/4/shadow';
  const started = await send('POST', path, { max_runs: 3 });
  expect(started).toMatchObject({ state: 'running', done: 0, max_runs: 3, ended: null });

  const first = await service.finished((await service.startRun('kyc')).id);
  const builtIn = { id: 'kyc-rules', version: 3, sha256: ruleSetHash(KYC), owner: 'service' };
  expect(first).toMatchObject({ decision: 'approve', reasons: [], decided_under: builtIn });
  await shadowAfter(path, 1);
  const payouts = await db
    .selectFrom('payouts')
    .select(['run_id', 'amount_paise'])
    .where('team_id', '=', service.teamId)
    .execute();
  expect(payouts).toHaveLength(1);
  await service.finished((await service.startRun('kyc', small)).id);
  expect((await shadowAfter(path, 2)).state).toBe('running');
  const tools = ['read_case', 'verify_identity', 'look_up_records', 'score_risk'];
  const turns = [
    ...tools.map((tool) => call(tool)),
    call('decide', { decision: 'approve', explanation: 'All agrees.' }),
    call('write_record'),
  ];
  const live = await startLive(service, 'kyc', third, ({ id }) => scripts.add(id, byTurn(openai, ...turns)));
  expect(await service.finished(live.id)).toMatchObject({ decision: 'approve', decided_under: builtIn });

  const ended = await shadowAfter(path, 3);
  const pin = { id: 'kyc-rules', version: 4, sha256: ruleSetHash(strict), owner: 'team' };
  expect(ended).toMatchObject({
    state: 'ended',
    rule_set: pin,
    ended: { because: 'count', by: { kind: 'service', id: 'shadows' } },
    result: {
      runs: 3,
      matrix: { 'approve > escalate': 2, 'approve > approve': 1 },
      as_recorded: 3,
      approved: { before: '97900.00', after: '900.00' },
      codes: { 'HOUSE-001': { before: 0, after: 2 } },
      skipped: { erased: 0, incomplete: 0, failed: 0 },
    },
  });
  const differences = ended.result.differences.toSorted((a, b) => a.run_id.localeCompare(b.run_id));
  expect(differences.map(({ run_id, amount }) => [run_id, amount])).toEqual([
    [first.id, '48500.00'],
    [live.id, '48500.00'],
  ]);
  expect(differences[0]!.after.hits).toContainEqual({
    row: 'house.large',
    says: 'HOUSE-001: a claim of 48500.00',
  });
  expect(await service.run(first.id)).toEqual(first);

  const rows = await rowsOf(started.id);
  expect(rows.map(({ action }) => action)).toEqual(['rules.shadowed', 'rules.shadowed', 'rules.shadowed']);
  expect(rows[0]).toMatchObject({
    actor: { kind: 'key' },
    detail: {
      rule_set: 'kyc-rules',
      version: 4,
      sha256: ruleSetHash(strict),
      against: builtIn,
      run_id: first.id,
      recorded: 'approve',
      differs: true,
      before: { decision: 'approve', codes: [], approved_paise: '4850000' },
      after: { decision: 'escalate', codes: ['HOUSE-001'], approved_paise: '0' },
    },
  });
  expect(rows[1]!.detail).toMatchObject({ differs: false, after: { decision: 'approve' } });
  const fourth = { ...third, id: 'CLM-4', admission: '2026-07-01', discharge: '2026-07-03' };
  await service.finished((await service.startRun('kyc', fourth)).id);
  expect(await send('GET', path)).toEqual(ended);
});

it('a shadow that fails counts the failed run, and the run ends as if there were none', async () => {
  const { teamId } = service;
  await proposeRules(db, teamId, { ...SUPPORT, version: 4 });
  const shadow = await db.transaction().execute(async (tx) =>
    createShadow(tx, {
      teamId,
      ruleSetId: await createRuleSet(tx, { teamId, name: 'support-rules' }),
      vertical: 'support',
      // No version has this hash, so that every attempt fails.
      pin: { id: 'support-rules', version: 4, sha256: 'f'.repeat(64), owner: 'team' },
      endsAt: new Date(Date.now() + 3_600_000),
      maxRuns: 10,
      startedBy: someKey,
    }),
  );
  const { id } = await service.startRun('support');
  const run = await service.finished(id);
  expect(run).toMatchObject({ status: 'succeeded', decision: 'resolved' });
  const path = 'support-rules/versions/4/shadow';
  expect(await shadowAfter(path, 1)).toMatchObject({ result: { runs: 0, skipped: { failed: 1 } } });
  expect((await rowsOf(shadow.id))[0]!.detail).toMatchObject({ skipped: 'failed', run_id: id });
  await expect
    .poll(async () => (await service.engine.workflow.getHandle(id).describe()).status.name, {
      timeout: 60_000,
    })
    .toBe('COMPLETED');
  expect(await send('POST', `${path}/stop`)).toMatchObject({
    state: 'ended',
    ended: { because: 'stopped', by: { kind: 'key', name: 'rules' } },
  });
});
