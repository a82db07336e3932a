import { beforeAll, expect, it } from 'vitest';
import { type Client, createClient } from '../../clients/typescript/src/index.ts';
import { dataSetIn } from '../../src/cli/eval/cases.ts';
import { triableVersion } from '../../src/cli/eval/rules-version.ts';
import { runCase } from '../../src/cli/eval/run-case.ts';
import { faultsOf } from '../../src/cli/eval/judge.ts';
import type { RuleSet } from '../../src/contract/rule-set.ts';
import type { Scope } from '../../src/contract/scopes.ts';
import { STANDARD_HEALTH } from '../../src/governance/rule-sets/built-in/standard-health.ts';
import { SUPPORT } from '../../src/governance/rule-sets/built-in/support.ts';
import { startTestApi, type TestApi } from '../helpers/api.ts';

const SCOPES: readonly Scope[] = ['runs:write', 'runs:read', 'ledger:read', 'rules:write', 'rules:read'];

let api: TestApi;
let teamId: string;
let client: Client;

const clientWith = async (scopes: readonly Scope[]): Promise<Client> =>
  createClient({ url: api.url, key: (await api.newKey(teamId, scopes)).key });

const write = async (set: RuleSet): Promise<void> => {
  const { id, version } = set;
  await client.call('putRuleSetDraft', { params: { id, version }, body: set as never });
};

beforeAll(async () => {
  api = await startTestApi();
  ({ teamId } = await api.newTeam());
  client = await clientWith(SCOPES);
});

const caseOf = (id: string, vertical: string) =>
  dataSetIn(JSON.stringify({ id, vertical, expect: { decision: 'resolved' } }), 'cases.jsonl').cases[0]!;

const ticket = caseOf('ticket', 'support');
const claim = caseOf('claim', 'kyc');

it('a run that does not end even after a cancellation does not pass, and the eval continues', async () => {
  // Without Temporal, a run is accepted and makes no progress.
  const result = await runCase(client, ticket, { live: false, timeoutMs: 300, endMs: 300 });
  expect(result).toMatchObject({ decision: null, error: 'did not end within 0.3 seconds' });
  expect(faultsOf(ticket, result)).toEqual(['did not end within 0.3 seconds']);
  const stored = await api.database.db
    .selectFrom('runs')
    .select(['status', 'cancel_requested_at'])
    .where('id', '=', result.run_id!)
    .executeTakeFirstOrThrow();
  expect(stored).toEqual({ status: 'running', cancel_requested_at: expect.any(Date) });
});

it('a version that cannot be tried on the cases is refused before the first run', async () => {
  const rules = { id: 'support-rules', version: 4 };
  const tried = async (of = rules, cases = [ticket], by = client) => triableVersion(by, of, cases);
  await expect(tried()).rejects.toThrow('There is no support-rules@4');
  await expect(tried({ ...rules, version: 3 })).rejects.toThrow('comes with the service');
  await write({ ...SUPPORT, version: 4, tables: [] });
  await expect(tried()).rejects.toThrow('support-rules@4 has faults');
  await write({ ...SUPPORT, version: 4 });
  expect(await tried()).toEqual({ ...rules, against: undefined });
  await expect(tried(rules, [ticket, claim])).rejects.toThrow(
    'support-rules@4 decides only runs of support, and not 1 of the cases, such as claim',
  );
  await expect(tried(rules, [ticket], await clientWith(['rules:read']))).rejects.toMatchObject({
    code: 'scope-missing',
  });
});

it('a version of the terms of a product is tried on claims, once a version of them has decided some', async () => {
  const own = { id: 'own-health', version: 1 };
  await write({ ...STANDARD_HEALTH, ...own });
  await expect(triableVersion(client, own, [claim])).rejects.toThrow(
    'No version of own-health has ever decided',
  );
  await write({ ...STANDARD_HEALTH, version: STANDARD_HEALTH.version + 1 });
  const next = { id: STANDARD_HEALTH.id, version: STANDARD_HEALTH.version + 1 };
  expect(await triableVersion(client, next, [claim])).toEqual({ ...next, against: undefined });
  await expect(triableVersion(client, next, [ticket])).rejects.toThrow('decides only runs of kyc');
  await write({ ...SUPPORT, id: 'no-vertical', version: 1 });
  await expect(triableVersion(client, { id: 'no-vertical', version: 1 }, [ticket])).rejects.toThrow(
    'decides no runs',
  );
});
