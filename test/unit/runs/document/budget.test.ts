import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const FOLDER = fileURLToPath(new URL('../../../../src/runs/document/sandbox', import.meta.url));

const PROGRAM = `
import json, time
from budget import Budget
page = Budget(time.monotonic() + 60)
start = page.fell_short, page.is_left()
trial = page.trial()
trial.limit(-1)
tried = trial.is_left(), trial.fell_short, page.fell_short, page.is_left()
page.limit(-1)
print(json.dumps([start, tried, [page.is_left(), page.fell_short, page.trial().fell_short]]))
`;

describe('The time budget of a page', () => {
  it('records work that it refused, and a trial has its own record', () => {
    const answer = execFileSync('python3', ['-c', PROGRAM], {
      env: { ...process.env, PYTHONPATH: FOLDER, PYTHONDONTWRITEBYTECODE: '1' },
    });
    expect(JSON.parse(answer.toString())).toEqual([
      [false, true],
      [false, true, false, true],
      [false, true, false],
    ]);
  });
});
