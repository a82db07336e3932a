import { describe, expect, it } from 'vitest';
import { ProblemError } from '../../../../src/api/http/problem.ts';
import { untilEnded } from '../../../../src/api/mcp/wait.ts';

type State = Readonly<Record<string, unknown>>;

const running = (more: State = {}): State => ({ status: 'running', waiting_for: null, steps: [], ...more });

const steps = (...statuses: readonly string[]): State => ({ steps: statuses.map((status) => ({ status })) });

/** Waits while the run is read in these states, one after the other; the last one stays. */
const waitThrough = async (first: State, ...later: readonly State[]) => {
  const reported: number[] = [];
  const left = [...later];
  const state = await untilEnded(first, {
    seconds: 300,
    stop: new AbortController().signal,
    read: async () => (left.length > 1 ? left.shift()! : left[0]!),
    onSteps: async (done) => void reported.push(done),
  });
  return { state, reported };
};

describe('A wait for a run', () => {
  it('progress counts the steps that a case has done, not all that it lists', async () => {
    const ended = { ...running(steps('done', 'blocked', 'skipped')), status: 'succeeded' };
    const { reported } = await waitThrough(
      running(steps('pending', 'pending', 'pending')),
      running(steps('done', 'pending', 'pending')),
      running(steps('done', 'pending', 'pending')),
      ended,
    );
    expect(reported).toEqual([0, 1, 2]);
  });

  it('progress counts each run of code, which has no status', async () => {
    const ran = { type: 'code', exit_code: 0 };
    const { reported } = await waitThrough(running(), {
      ...running({ steps: [ran, ran] }),
      status: 'succeeded',
    });
    expect(reported).toEqual([0, 2]);
  });

  it('a run that waits for a person is returned at once, and one that waits for records is not', async () => {
    const asked = running({ waiting_for: { kind: 'review', review_id: 'review_1' } });
    const { state } = await waitThrough(running({ waiting_for: { kind: 'records' } }), running(), asked);
    expect(state).toBe(asked);
  });

  it('a run that cannot be read at the moment is returned in its last known state', async () => {
    const first = running();
    const state = await untilEnded(first, {
      seconds: 300,
      stop: new AbortController().signal,
      read: async () => {
        throw new Error('the connection was lost');
      },
      onSteps: async () => undefined,
    });
    expect(state).toBe(first);
  });

  it('a caller who may no longer read the run is refused', async () => {
    const wait = untilEnded(running(), {
      seconds: 300,
      stop: new AbortController().signal,
      read: async () => {
        throw new ProblemError('unauthenticated');
      },
      onSteps: async () => undefined,
    });
    await expect(wait).rejects.toThrow(ProblemError);
  });
});
