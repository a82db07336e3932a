import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import type { EvalNumbers } from '../../src/cli/eval/report.ts';
import { SUPPORT } from '../../src/governance/rule-sets/built-in/support.ts';
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

const { key } = await issueKey(service.database.db, {
  teamId: service.teamId,
  name: 'evals',
  scopes: ['runs:write', 'runs:read', 'ledger:read', 'records:write', 'rules:write', 'rules:read'],
});
const env = { PRAMAAN_URL: service.url, PRAMAAN_KEY: key, PRAMAAN_DATA_DIR: '/nonexistent' };

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
    readonly ran: Readonly<Record<'rules' | 'models' | 'prompts', readonly string[]>>;
    readonly cases: readonly {
      readonly id: string;
      readonly runs: readonly { readonly faults: readonly string[] }[];
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

/** The support cases of the example. */
const supportCases = async (folder: string): Promise<string> => {
  const file = join(folder, 'support.jsonl');
  const lines = (await linesOf('examples/evals/first.jsonl')).filter(
    ({ vertical }) => vertical === 'support',
  );
  await writeFile(file, lines.map((line) => JSON.stringify(line)).join('\n'));
  return file;
};

it('the example passes as often as it is repeated, because no run finds what another one has left', async () => {
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
  expect(printed.report.ran.rules).toEqual(['kyc-rules@2', 'support-rules@2']);
});

it('two models are compared, and a gate fails the one that does what is forbidden', async () => {
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

it('a draft of the rules is compared with the rules in force on the same runs, and nothing is run twice', async () => {
  const folder = await newFolder();
  const file = await supportCases(folder);
  const draft = { ...SUPPORT, version: 3, effective_from: '2026-11-01', tables: SUPPORT.tables };
  const strict = JSON.parse(JSON.stringify(draft).replaceAll('SUP-FRAUD', 'SUP-HELD')) as typeof draft;
  const written = await fetch(`${service.url}/v1/rule-sets/support-rules/versions/3`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(strict),
  });
  expect(written.ok, await written.text()).toBe(true);
  const count = async (): Promise<number> =>
    (await service.database.db.selectFrom('runs').select('id').execute()).length;
  const runsBefore = await count();
  const { printed } = await evaluate('run', file, '--rules', 'support-rules@3');
  expect(await count()).toBe(runsBefore + 5);
  expect(printed.before!.runs.rate).toBe(1);
  expect(printed.comparison!.worse.map(({ id }) => id).toSorted()).toEqual([
    'account-on-hold',
    'instruction-in-ticket',
  ]);
  expect(printed.report.ran.rules).toEqual(['support-rules@3']);
});

it('a sample of finished runs is a data set without their cases, and runs again', async () => {
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

it('a case that the service does not accept is a run that fails, and a wrong key ends the eval', async () => {
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
