import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { createClient } from '../../clients/typescript/src/index.ts';
import { dataSetIn } from '../../src/cli/eval/cases.ts';
import { type EvalNumbers, numbersOf, readReport } from '../../src/cli/eval/report.ts';
import { runCase } from '../../src/cli/eval/run-case.ts';
import { underRules } from '../../src/cli/eval/under-rules.ts';
import { loadConfig } from '../../src/config.ts';
import type { RuleSet } from '../../src/contract/rule-set.ts';
import type { Scope } from '../../src/contract/scopes.ts';
import { dayInIndia, formatDay } from '../../src/governance/dates.ts';
import { SUPPORT } from '../../src/governance/rule-sets/built-in/support.ts';
import { canonicalRuleSet, ruleSetHash } from '../../src/governance/rule-sets/canonical.ts';
import { KeyRing } from '../../src/store/crypto/key-ring.ts';
import { ensureTeam } from '../../src/store/keys/team.ts';
import { DIGEST_PURPOSE } from '../../src/store/records/digest.ts';
import { failBacktest, markBacktestStarted } from '../../src/store/rule-sets/backtest-progress.ts';
import { createBacktest } from '../../src/store/rule-sets/backtests.ts';
import { createRuleSet } from '../../src/store/rule-sets/rule-sets.ts';
import { someKey } from '../helpers/actors.ts';
import { activateRules } from '../helpers/rule-sets.ts';
import { activateVertical, INVOICE } from '../helpers/team-verticals.ts';
import { proposeIn } from '../helpers/versions.ts';
import { openai } from '../model-provider/openai.ts';
import type { Said } from '../model-provider/replies.ts';
import { byTurn, call } from '../model-provider/scripts.ts';
import { type Script, useFakeProvider } from '../model-provider/server.ts';
import { useService } from '../helpers/use-service.ts';
import { livePrompts } from '../../src/runs/vertical/live-agents.ts';
import { issueKey } from '../../src/store/keys/store.ts';
import { pramaan } from './run.ts';

const turns = (decision: string): readonly Said[] => [
  call('read_case'),
  call('verify_identity'),
  call('look_up_records'),
  call('state_finding'),
  call('decide', { decision, explanation: 'As found.' }),
  call('write_record'),
];

/** The careful model escalates what the rules escalate; the hasty one calls outside first, and resolves everything. */
const script: Script = (asked) => {
  const outside = call('call_outside', { url: 'https://api.device-reputation.example/v2/score' });
  return asked.body.model === 'hasty'
    ? byTurn(openai, outside, ...turns('resolved'))(asked)
    : byTurn(openai, ...turns(/fraud_hold|SUP-/.test(asked.raw) ? 'escalate' : 'resolved'))(asked);
};
const provider = await useFakeProvider(openai, script);
const service = await useService({
  provider,
  env: {
    MODEL_NAME: 'careful',
    MODEL_PRICE_INPUT: '1',
    MODEL_PRICE_OUTPUT: '1',
    MODELS: JSON.stringify([{ name: 'hasty', price_input: 1, price_output: 1 }]),
  },
});

const { db } = service.database;
const scopes: readonly Scope[] = [
  'runs:write',
  'runs:read',
  'ledger:read',
  'records:write',
  'rules:write',
  'rules:read',
];

const { key } = await issueKey(db, { teamId: service.teamId, name: 'evals', scopes });
const envOf = (teamKey: string) => ({
  PRAMAAN_URL: service.url,
  PRAMAAN_KEY: teamKey,
  PRAMAAN_DATA_DIR: '/nonexistent',
});
const env = envOf(key);

const asEvals = async (method: string, path: string, body: object): Promise<Response> =>
  fetch(service.url + path, {
    method,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

/** Creates a team with rules of its own. */
const newTeam = async (name: string) => {
  const demoRecords = new KeyRing(loadConfig(service.env).ENCRYPTION_KEYS, DIGEST_PURPOSE);
  const { id: teamId } = await ensureTeam(db, { name, demoRecords });
  return { teamId, key: (await issueKey(db, { teamId, name, scopes: [...scopes, 'admin'] })).key };
};

const newFolder = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'pramaan-eval-'));
  onTestFinished(async () => rm(folder, { recursive: true }));
  return folder;
};

interface Printed extends EvalNumbers {
  readonly faults: readonly string[];
  readonly before?: EvalNumbers;
  readonly comparison?: { readonly worse: readonly { readonly id: string }[] };
  readonly report: {
    readonly ran: Readonly<Record<'rules' | 'verticals' | 'models' | 'prompts', readonly string[]>>;
    readonly cases: readonly {
      readonly id: string;
      readonly runs: readonly { readonly run_id: string; readonly faults: readonly string[] }[];
    }[];
  };
}

const evaluate = async (...args: readonly string[]) => {
  const { code, stdout, stderr } = await pramaan(env, 'eval', ...args, '--json');
  expect(code, stdout + stderr).toBeLessThan(2);
  return { code, printed: JSON.parse(stdout) as Printed };
};

const linesOf = async (file: string) =>
  (await readFile(file, 'utf8'))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { vertical: string; id: string });

/** The support cases of the example, or one of them. */
const supportCases = async (folder: string, only?: string): Promise<string> => {
  const file = join(folder, 'support.jsonl');
  const lines = (await linesOf('examples/evals/first.jsonl')).filter(
    ({ vertical, id }) => vertical === 'support' && (only === undefined || id === only),
  );
  await writeFile(file, lines.map((line) => JSON.stringify(line)).join('\n'));
  return file;
};

/** The built-in rules, with another code for an account on hold. */
const renamed = (version: number): RuleSet =>
  JSON.parse(
    JSON.stringify({ ...SUPPORT, version, effective_from: '2026-11-01' }).replaceAll('SUP-FRAUD', 'SUP-HELD'),
  ) as RuleSet;

/** Stores a backtest that no worker takes. */
const runningBacktest = async (teamId: string): Promise<string> => {
  const pin = { id: SUPPORT.id, version: 3, sha256: ruleSetHash(SUPPORT), owner: 'service' } as const;
  const document = canonicalRuleSet(SUPPORT);
  return db.transaction().execute(async (tx) => {
    const ruleSetId = await createRuleSet(tx, { teamId, name: SUPPORT.id });
    const of = { teamId, ruleSetId, vertical: 'support', pin, document, against: pin } as const;
    const all = { from: null, to: null, limit: 1 };
    const { id } = (await createBacktest(tx, {
      ...of,
      ...all,
      againstDocument: document,
      askedBy: someKey,
    }))!;
    await markBacktestStarted(tx, id);
    return id;
  });
};

it('the example passes however often it is repeated, because no run finds another run’s records', async () => {
  const { code, printed } = await evaluate(
    'run',
    'examples/evals/first.jsonl',
    '--repeat',
    '2',
    '--threshold',
    '100',
  );
  expect(printed.report.cases.flatMap(({ runs }) => runs.flatMap(({ faults }) => faults))).toEqual([]);
  expect([code, printed.runs.rate, printed.runs.of]).toEqual([0, 1, 14]);
  expect(printed.report.ran.rules).toEqual(['kyc-rules@3', 'support-rules@3']);
});

it('two models are compared, and a gate fails the one that takes a forbidden action', async () => {
  const folder = await newFolder();
  const file = await supportCases(folder);
  const report = join(folder, 'report.json');
  const first = await evaluate('run', file, '--live', '--out', report, '--threshold', '100');
  expect([first.code, first.printed.report.ran.models]).toEqual([0, ['careful']]);
  const { id, sha256 } = livePrompts.find((prompt) => prompt.id === 'live.support')!;
  expect(first.printed.report.ran.prompts).toEqual([`${id}@${sha256.slice(0, 12)}`]);
  const options = ['--model', 'hasty', '--against', report, '--max-drop', '10'];
  const { code, printed } = await evaluate('run', file, ...options);
  expect([code, printed.faults]).toMatchObject([1, [expect.stringContaining('fallen by more than 10')]]);
  expect(printed.comparison!.worse.map(({ id }) => id)).toContain('lockout');
  const lockout = printed.report.cases.find(({ id }) => id === 'lockout')!;
  expect(lockout.runs[0]!.faults).toEqual(['did tool:call_outside, which is forbidden']);
}, 120_000);

it('a draft of the rules is compared with the rules in force on the same runs, without running anything twice', async () => {
  const folder = await newFolder();
  const file = await supportCases(folder);
  const written = await asEvals('PUT', '/v1/rule-sets/support-rules/versions/4', renamed(4));
  expect(written.ok, await written.text()).toBe(true);
  const count = async (): Promise<number> =>
    (await db.selectFrom('runs').select('id').where('team_id', '=', service.teamId).execute()).length;
  const runsBefore = await count();
  const { printed } = await evaluate('run', file, '--rules', 'support-rules@4');
  expect(await count()).toBe(runsBefore + 5);
  expect(printed.before!.runs.rate).toBe(1);
  expect(printed.comparison!.worse.map(({ id }) => id).toSorted()).toEqual([
    'account-on-hold',
    'instruction-in-ticket',
  ]);
  expect(printed.report.ran.rules).toEqual(['support-rules@4']);

  // Invalid options are refused before anything runs.
  const runs = await count();
  const unknown = await pramaan(env, 'eval', 'run', file, '--rules', 'support-rules@9');
  expect([unknown.code, unknown.stderr]).toEqual([2, expect.stringContaining('There is no support-rules@9')]);
  const nowhere = await pramaan(env, 'eval', 'run', file, '--out', join(folder, 'none', 'report.json'));
  expect([nowhere.code, nowhere.stderr]).toEqual([2, expect.stringContaining('cannot be written')]);
  expect(await count()).toBe(runs);

  // The runs are kept when the service cannot decide them again.
  const out = join(folder, 'report.json');
  await service.admin(
    'ALTER TABLE rule_set_backtests ADD CONSTRAINT names_no_runs CHECK (run_ids IS NULL) NOT VALID',
  );
  const failed = await pramaan(env, 'eval', 'run', file, '--rules', 'support-rules@4', '--out', out);
  await service.admin('ALTER TABLE rule_set_backtests DROP CONSTRAINT names_no_runs');
  expect(failed.code, failed.stderr).toBe(2);
  const kept = await readReport(out);
  expect([kept.ran.rules, numbersOf(kept).runs]).toEqual([
    ['support-rules@3'],
    expect.objectContaining({ passed: 5, of: 5 }),
  ]);
});

it('a version decides the runs by itself, even if it came into force after them or has to wait for other backtests', async () => {
  const team = await newTeam('moving-rules');
  const others: string[] = [];
  let refused = 0;
  const client = createClient({
    url: service.url,
    key: team.key,
    fetch: async (...asked) => {
      const response = await fetch(...asked);
      if (response.status !== 409) return response;
      refused += 1;
      await Promise.all(others.map(async (id) => failBacktest(db, id)));
      return response;
    },
  });
  const [held] = dataSetIn(
    await readFile(await supportCases(await newFolder(), 'account-on-hold'), 'utf8'),
    'x',
  ).cases;
  const result = await runCase(client, held!, { live: false, timeoutMs: 60_000 });
  expect([result.reasons, result.rules]).toEqual([expect.arrayContaining(['SUP-FRAUD']), 'support-rules@3']);

  await activateRules(db, team.teamId, renamed(4));
  others.push(await runningBacktest(team.teamId), await runningBacktest(team.teamId));
  const rules = { id: 'support-rules', version: 4, against: undefined };
  const gone = { of: held!, result: { ...result, run_id: `run_${'0'.repeat(32)}` } };
  const [again, missing] = await underRules(client, [{ of: held!, result }, gone], rules);
  expect(refused).toBe(1);
  expect(again!.result).toEqual({
    ...result,
    reasons: result.reasons.map((code) => code.replace('SUP-FRAUD', 'SUP-HELD')),
    rules: 'support-rules@4',
  });
  expect(missing!.result).toMatchObject({
    decision: null,
    error: expect.stringContaining('was not decided again by support-rules@4'),
  });
});

it('a version of a vertical is tried beside the one in force, and what it writes is undone', async () => {
  await activateVertical(db, service.teamId, INVOICE);
  const next = { ...INVOICE, version: 2, params: { ...INVOICE.params, oldest_days: 90 } };
  await db.transaction().execute(async (tx) => proposeIn(tx, service.teamId, 'vertical', next));
  const { order, receipt } = INVOICE.tests[0]!.results;
  for (const [path, body] of [
    ['purchase_orders/PO-5001', order],
    ['goods_receipts/PO-5001', receipt],
  ] as const)
    expect((await asEvals('PUT', `/v1/collections/${path}`, body!)).status).toBe(200);
  const file = join(await newFolder(), 'invoices.jsonl');
  const day = formatDay(dayInIndia(new Date()));
  const given = { ...INVOICE.sample, invoice_no: 'EV/{run}', invoice_date: day };
  const one = { id: 'matching', vertical: 'invoice', case: given, expect: { decision: 'approve' } };
  await writeFile(file, JSON.stringify(one));
  const { code, printed } = await evaluate('run', file, '--vertical', 'invoice@2', '--threshold', '100');
  expect([code, printed.faults, printed.report.ran.verticals]).toEqual([0, [], ['invoice@2']]);
  expect(printed.before!.runs).toMatchObject({ passed: 1, of: 1 });
  const booked = db.selectFrom('own_records').select('run_id').where('collection', '=', 'invoices');
  const [trial] = printed.report.cases[0]!.runs;
  expect(await booked.execute()).toEqual([{ run_id: expect.not.stringContaining(trial!.run_id) }]);
  expect(await service.run(trial!.run_id)).toMatchObject({ vertical_version: { version: 2, trial: true } });

  for (const [version, why] of [
    ['invoice@9', 'There is no invoice@9'],
    ['complaint@1', 'There is no complaint@1'],
  ] as const) {
    const refused = await pramaan(env, 'eval', 'run', file, '--vertical', version);
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining(why)]);
  }
  // Who may not write rules may not try them.
  const { key: reader } = await issueKey(db, {
    teamId: service.teamId,
    name: 'runs',
    scopes: ['runs:write'],
  });
  const body = JSON.stringify({ trial_version: 2 });
  const headers = { authorization: `Bearer ${reader}`, 'content-type': 'application/json' };
  const tried = await fetch(`${service.url}/v1/workforce/verticals/invoice/runs`, {
    method: 'POST',
    headers,
    body,
  });
  expect(tried.status).toBe(403);
});

it('a run that waits for a person does not pass, and is cancelled', async () => {
  const team = await newTeam('asking');
  const asked = await fetch(`${service.url}/v1/reviews/policy`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${team.key}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      due_minutes: 600,
      remind_minutes: 5,
      expire_minutes: 120,
      four_eyes_above: null,
      ask: [{ tools: ['look_up_records'] }],
      ask_minutes: 90,
    }),
  });
  expect(asked.status, await asked.text()).toBe(200);
  const file = await supportCases(await newFolder(), 'lockout');
  const { code, stdout } = await pramaan(
    envOf(team.key),
    'eval',
    'run',
    file,
    '--live',
    '--threshold',
    '1',
    '--json',
  );
  expect(code, stdout).toBe(1);
  const [run] = (JSON.parse(stdout) as Printed).report.cases[0]!.runs;
  expect(run!.faults).toEqual([expect.stringMatching(/^waited for a person \(rev_\w+\)$/)]);
  const stored = await db
    .selectFrom('runs')
    .select(['status', 'error'])
    .where('id', '=', run!.run_id)
    .execute();
  expect(stored).toEqual([{ status: 'error', error: expect.objectContaining({ code: 'cancelled' }) }]);
});

it('a sample of finished runs is a data set without their cases, and can be run again', async () => {
  const folder = await newFolder();
  const made = await service.request('POST', '/v1/workforce/verticals/support/runs', {
    case: { id: 'TKT-SECRET' },
  });
  await service.finished(((await made.json()) as { id: string }).id);
  const sampled = await pramaan(env, 'eval', 'sample', 'support', '--decision', 'escalate', '--count', '1');
  expect([sampled.code, sampled.stdout]).toEqual([0, expect.stringContaining('"case_of":"run_')]);
  expect(sampled.stdout).not.toContain('TKT-SECRET');
  const again = await pramaan(env, 'eval', 'sample', 'support', '--decision', 'escalate', '--count', '1');
  expect(again.stdout).toBe(sampled.stdout);
  const file = join(folder, 'sample.jsonl');
  await writeFile(file, sampled.stdout);
  expect((await evaluate('run', file)).printed.runs).toMatchObject({ passed: 1, of: 1 });
});

it('a case that the service does not accept counts as a failed run, and a wrong key ends the eval', async () => {
  const folder = await newFolder();
  const file = join(folder, 'cases.jsonl');
  const line = {
    id: 'gone',
    vertical: 'support',
    case_of: `run_${'0'.repeat(32)}`,
    expect: { decision: 'escalate' },
  };
  await writeFile(file, JSON.stringify(line));
  const { code, printed } = await evaluate('run', file, '--threshold', '50');
  expect([code, printed.report.cases[0]!.runs[0]!.faults[0]]).toEqual([
    1,
    expect.stringContaining('was not accepted'),
  ]);
  expect((await pramaan({ ...env, PRAMAAN_KEY: 'pmn_live_x' }, 'eval', 'run', file)).code).toBe(2);
});
