import { expect, it } from 'vitest';
import { freshNote, variablesOf } from '../../../../src/runs/agent/variables.ts';

const ran = (code: string, exit_code: number | null = 0) => ({ code, exit_code });

it('the names that code sets outside functions are found, and nothing else', () => {
  const code = [
    'import pandas as pd',
    'total = df.amount.sum()',
    'a, b = 1, 2',
    'rate: float = 0.5',
    'if total == 3: print(total)',
    'for row in rows:',
    '    inner = row',
    'def mean(values):',
    '    return sum(values)',
    "frame['x'] = 1",
    'total = 4',
  ].join('\n');
  expect(variablesOf([ran(code), ran('lost = 1', 1), ran('late = 1', null)])).toEqual([
    'total',
    'a',
    'b',
    'rate',
    'mean',
  ]);
});

it('the note for the model has the code that set the variables, up to a limit', () => {
  expect(freshNote([ran('total = 5')])).toMatch(/variables total are gone[\s\S]*```python\ntotal = 5\n```/);
  expect(freshNote([])).not.toContain('```');
  const long = freshNote([ran(`first = '${'x'.repeat(8_000)}'`), ran('second = 2')]);
  expect(long).toContain('second = 2');
  expect(long.length).toBeLessThan(1_000);
});
