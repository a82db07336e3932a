import { expect } from 'vitest';
import type { Check } from './case.ts';

const PNG = Buffer.from('89504e470d0a1a0a', 'hex');

const draws =
  (...names: readonly string[]): Check =>
  (outcome) => {
    expect(outcome.stderr).toBe('');
    expect(outcome.charts.map(({ name }) => name)).toEqual(names);
    for (const { png } of outcome.charts) expect(png.subarray(0, 8)).toEqual(PNG);
  };

const differs: Check = async (outcome, { run }) => {
  expect(outcome.exit_code).toBe(0);
  const code =
    outcome.stdout.split(' ').length === 3
      ? 'import numpy as np, random, uuid\nprint(np.random.rand(), random.random(), uuid.uuid4())'
      : "print(hash('a'))";
  const again = await run({ code });
  const [first, second] = [outcome.stdout.trim().split(' '), again.stdout.trim().split(' ')];
  expect(second).toHaveLength(first.length);
  for (const [index, value] of first.entries()) expect(second[index]).not.toBe(value);
};

/** Checks for the last expression's value, for pictures, and for the environment in which libraries run. */
export const RESULTS: Readonly<Record<string, Check>> = {
  'R01-last-expression': (outcome) => expect(outcome).toMatchObject({ result: 42, stdout: '' }),
  'R02-no-expression': (outcome) => expect(outcome).toMatchObject({ result: null, stdout: '1\n' }),
  'R03-repr-raises': (outcome) => {
    expect(outcome).toMatchObject({
      result: null,
      exit_code: 1,
      stderr: expect.stringMatching(/RuntimeError: no\n$/u),
    });
  },
  'R04-repr-hangs-or-huge': async (outcome, { run }) => {
    expect(outcome).toMatchObject({ result_truncated: true, result: 'r'.repeat(256 * 1024), exit_code: 0 });
    const code = 'class A:\n    def __repr__(self):\n        while True: pass\nA()';
    expect(await run({ code, timeoutMs: 1_000 })).toMatchObject({ timed_out: true, result: null });
  },
  'R07-dataframe': ({ result }) => expect(result).toBe('   a          t\n0  1 2024-01-31\n1  2        NaT'),
  'R08-chart-three-figures': draws('figure-1.png', 'figure-2.png', 'figure-3.png'),
  'R09-chart-show-then-save': draws('figure-1.png'),
  'R10-chart-save-and-show': draws('sales.png'),
  'R11-chart-closed-before-end': draws('q1.png'),
  'R13-chart-bad-png': (outcome) => expect(outcome).toMatchObject({ stdout: 'ok\n', charts: [] }),
  'R15-mpl-first-import': async (outcome, { runtime, run, code }) => {
    expect(outcome.stderr).toBe('');
    let fast = outcome.stdout === 'True\n';
    // Speed also depends on the machine's other work, and on gVisor the import may never be fast enough.
    const tries = runtime === 'runc' ? 5 : 0;
    for (let number = 0; number < tries && !fast; number += 1) {
      fast = (await run({ code })).stdout === 'True\n';
    }
    expect(fast || runtime === 'runsc').toBe(true);
  },
  'R19-timezone': (outcome) => expect(outcome.stdout).toBe('2024-01-01T00:00:00+05:30 UTC\n'),
  'R21-rng-not-cloned': differs,
  'R22-hash-seed': differs,
  'R23-filename-traversal': async (_, { run }) => {
    const list = "import os\nprint(sorted(os.path.join(d, f) for d, _, fs in os.walk('/tmp') for f in fs))";
    const refused = [
      '../etc/x',
      '/etc/x',
      'a/../../b',
      '.',
      '..',
      '',
      'x\0y',
      'n'.repeat(300),
      'a//b',
      'a/',
      'x\ny',
    ];
    for (const name of refused) {
      await expect(run({ code: list, files: [{ name, content: 'x' }] })).rejects.toThrow('a file name');
    }
    const files = ['data.csv', 'नाम.csv', '-rf', 'sub/dir/x', ' ', '.hidden'].map((name) => ({
      name,
      content: 'a,b',
    }));
    const {
      result,
      stdout,
      files: left,
    } = await run({ code: `${list}\nopen('/tmp/data.csv').read()`, files });
    expect(result).toBe('a,b');
    expect(stdout).toBe(
      "['/tmp/ ', '/tmp/-rf', '/tmp/.hidden', '/tmp/data.csv', '/tmp/sub/dir/x', '/tmp/नाम.csv']\n",
    );
    expect(left.map(({ name }) => name).toSorted()).toEqual(files.map(({ name }) => name).toSorted());
  },
  'R24-filename-bytes': ({ stdout, files }) => {
    expect({ stdout, files }).toEqual({ stdout: 'ok\n', files: [{ name: '\uFFFD.png', size: 1 }] });
  },
};
