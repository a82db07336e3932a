import { describe, expect, it } from 'vitest';
import { boundReached, nothingUsed } from '../../../../src/governance/agent/budgets.ts';
import { createRepeatGuard } from '../../../../src/governance/agent/repeats.ts';

const budgets = { turns: 3, tool_calls: 4, tokens: 100, wall_ms: 1_000, cost: 2 };

describe('A run’s budgets', () => {
  it('a run continues while some of each budget is left', () => {
    const used = { turns: 2, tool_calls: 3, input_tokens: 60, output_tokens: 39, cost: 1.9 };
    expect(boundReached(budgets, used, 999)).toBeUndefined();
    expect(boundReached(budgets, nothingUsed, 0)).toBeUndefined();
  });

  it.each([
    [{ turns: 3 }, 0, 'max_turns'],
    [{ tool_calls: 4 }, 0, 'max_tool_calls'],
    [{ input_tokens: 50, output_tokens: 50 }, 0, 'max_tokens'],
    [{ cost: 2 }, 0, 'max_cost'],
    [{}, 1_000, 'max_wall_time'],
  ])('a run that has used %j after %i ms reaches %s', (used, elapsed, bound) => {
    expect(boundReached(budgets, { ...nothingUsed, ...used }, elapsed)).toBe(bound);
  });

  it('a cost budget of zero leaves the cost unlimited', () => {
    expect(boundReached({ ...budgets, cost: 0 }, { ...nothingUsed, cost: 9_999 }, 0)).toBeUndefined();
  });
});

const seen = (...digests: readonly string[]): readonly string[] => {
  const guard = createRepeatGuard();
  return digests.map((digest, n) => guard.see({ turn: n + 1, index: 1, tool: 't', digest }).verdict);
};

describe('Repeated calls', () => {
  it('the guard answers a repeat from the record once and stops the run at the third call in a row', () => {
    expect(seen('a', 'a', 'a')).toEqual(['make', 'answer', 'stop']);
  });

  it('the guard lets a call be repeated after a different call, because the state may have changed', () => {
    expect(seen('a', 'b', 'a', 'b')).toEqual(['make', 'make', 'make', 'make']);
  });

  it('the guard stops the run when two calls alternate endlessly', () => {
    const verdicts = seen(...Array.from({ length: 12 }, (_, n) => (n % 2 === 0 ? 'a' : 'b')));
    expect(verdicts.indexOf('stop')).toBe(10);
  });

  it('the guard points to the call whose result it repeats', () => {
    const guard = createRepeatGuard();
    guard.see({ turn: 4, index: 2, tool: 't', digest: 'a' });
    expect(guard.see({ turn: 5, index: 1, tool: 't', digest: 'a' })).toEqual({
      verdict: 'answer',
      of: { turn: 4, index: 2 },
    });
  });
});
