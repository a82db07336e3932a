import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FIRST_BUILD_MS, openTestHost, RUNTIMES, type TestHost } from '../helpers/sandbox-host.ts';

describe.each(RUNTIMES)('A program on %s', { timeout: 180_000 }, (runtime) => {
  let test: TestHost;
  beforeAll(async () => {
    test = await openTestHost({ runtime, depth: { min: 1, max: 2 } });
  }, FIRST_BUILD_MS);
  afterAll(async () => test.close());

  it.each([
    ['2**60', '1152921504606846976'],
    ['import math\nmath.factorial(25)', '15511210043330985984000000'],
    ['{3, 1, 2}', '{1, 2, 3}'],
    ["{'a': [float('nan'), float('inf'), None]}", "{'a': [nan, inf, None]}"],
    ["b'ab'", "b'ab'"],
    ["{1: 'x', (2, 3): 'y'}", "{1: 'x', (2, 3): 'y'}"],
  ])('a program returns the value of %j as its Python representation', async (code, result) => {
    expect(await test.run({ code })).toMatchObject({ result, exit_code: 0, stderr: '' });
  });

  it('a program returns missing values and data libraries’ numbers by name', async () => {
    const code =
      "import pandas as pd, numpy as np\nprint(float('nan'))\n[pd.NA, pd.NaT, np.float32('nan'), np.int64(7), np.bool_(True), -0.0, 1e-320]";
    const { result, ...outcome } = await test.run({ code, timeoutMs: 30_000 });
    expect(outcome).toMatchObject({ exit_code: 0, stdout: 'nan\n' });
    expect(result).toBe('[<NA>, NaT, np.float32(nan), np.int64(7), np.True_, -0.0, 1e-320]');
  });

  it('a program ends with its foreground process, even if something still writes in the background', async () => {
    const code = '(while :; do echo tick; sleep 0.05; done) &\nsleep 0.4\necho main\nexit 3';
    const outcome = await test.run({ language: 'bash', code, timeoutMs: 20_000 });
    expect(outcome).toMatchObject({ exit_code: 3, timed_out: false });
    expect(outcome.stdout).toContain('main\n');
    const ticks = outcome.stdout.match(/tick/gu)?.length ?? 0;
    expect(ticks).toBeGreaterThan(0);
    expect(ticks).toBeLessThan(40);
  });

  it('a program runs scikit-learn and joblib jobs one after the other', async () => {
    const score = `
import numpy as np
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import cross_val_score
from sklearn.datasets import make_classification
X, y = make_classification(200, random_state=0)
round(float(cross_val_score(LogisticRegression(), X, y, cv=4, n_jobs=-1).mean()), 1) > 0`;
    expect(await test.run({ code: score, timeoutMs: 50_000 })).toMatchObject({ result: true, signal: null });
    const parallel =
      'import numpy\nfrom joblib import Parallel, delayed\nParallel(n_jobs=2)(delayed(abs)(i) for i in (-1, -2))';
    expect(await test.run({ code: parallel, timeoutMs: 50_000 })).toMatchObject({
      result: [1, 2],
      signal: null,
    });
  });

  it('tracebacks and inspect show a program’s source, although Python may report OSError for a class', async () => {
    const code = `import inspect, traceback
class C:
    'doc'
    def f(self):
        return 42
try:
    print(inspect.getsource(C).splitlines()[0])
except OSError:
    print('OSError')
print(inspect.getsource(C.f).strip().splitlines()[0])
try:
    1/0
except ZeroDivisionError:
    print('1/0' in [line.strip() for line in traceback.format_exc().splitlines()])`;
    const { stdout, exit_code } = await test.run({ code });
    const [source, method, shown] = stdout.split('\n');
    expect(['class C:', 'OSError']).toContain(source);
    expect({ method, shown, exit_code }).toEqual({ method: 'def f(self):', shown: 'True', exit_code: 0 });
  });

  it.each([
    ['a Unicode line separator', "'a\u2028b'"],
    ['a paragraph separator', "'a\u2029b'"],
    ['a next-line character', "'a\u0085b'"],
    ['a form feed', "'a\fb'"],
    ['a vertical tab', "'a\vb'"],
    ['a file separator', "'a\u001Cb'"],
    ['a form feed between statements', '1\n\f'],
    ['carriage returns', '1\r\n2\r3'],
  ])('a program shows the right source line after %s', async (_, before) => {
    const { stderr, exit_code } = await test.run({
      code: `x = ${before}\nraise KeyError(x)  # here\ny = 1\n`,
    });
    expect(exit_code).toBe(1);
    expect(stderr).toMatch(/File "main\.py", line \d, in <module>\n {4}raise KeyError\(x\) {2}# here\n/u);
  });

  it('a program’s errors do not use up its output budget, and nothing is truncated in the middle of a character', async () => {
    const noisy = await test.run({
      code: "import sys\nsys.stderr.write('w' * 3_000_000)\nprint('RESULT 42')",
    });
    expect(noisy).toMatchObject({
      stdout: 'RESULT 42\n',
      truncated: true,
      stdout_truncated: false,
      stderr_truncated: true,
      stderr_bytes: 3_000_000,
    });
    const rupees = await test.run({ code: "import sys\nsys.stdout.write('₹' * 400_000)" });
    expect(rupees).toMatchObject({ stdout_bytes: 1_200_000, stdout_truncated: true });
    expect(rupees.stdout).toBe('₹'.repeat(Math.floor(1_048_576 / 3)));
  });

  it('a program ends with a SyntaxError at the first notebook command', async () => {
    const magic =
      "%matplotlib inline\n!pip install pandas\nimport pandas as pd\npd.DataFrame({'a':[1]}).shape";
    const first = await test.run({ code: magic, timeoutMs: 30_000 });
    expect(first.exit_code).toBe(1);
    expect(first.stderr).toMatch(/line 1\n[^]*SyntaxError/u);
    const awaiting = await test.run({ code: 'import asyncio\nawait asyncio.sleep(0)\n42' });
    expect(awaiting.exit_code).toBe(1);
    expect(awaiting.stderr).toMatch(/line 2\b[^]*SyntaxError/u);
  });
});
