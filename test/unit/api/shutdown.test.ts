import { describe, expect, it } from 'vitest';
import { runPhases } from '../../../src/api/server/shutdown.ts';
import { createLogger } from '../../../src/observability/logger.ts';

describe('The shutdown phases', () => {
  it('the phases run in order, and a phase that fails or hangs is logged by name without stopping the next', async () => {
    const done: string[] = [];
    let logged = '';
    const log = createLogger('info', 'test', { write: (line) => void (logged += line) });
    const record = (name: string) => (): void => void done.push(name);
    await runPhases(
      [
        { name: 'first', limitMs: 1_000, run: record('first') },
        { name: 'fails', limitMs: 1_000, run: async () => Promise.reject(new Error('no')) },
        {
          name: 'throws',
          limitMs: 1_000,
          run: () => {
            throw new Error('no');
          },
        },
        { name: 'hangs', limitMs: 20, run: async () => new Promise(() => undefined) },
        { name: 'last', limitMs: 1_000, run: record('last') },
      ],
      log,
    );
    expect(done).toEqual(['first', 'last']);
    const lines = logged
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { phase: string; msg: string });
    expect(lines.map(({ phase, msg }) => [phase, msg])).toEqual([
      ['fails', 'shutdown phase failed'],
      ['throws', 'shutdown phase failed'],
      ['hangs', 'shutdown phase exceeded its time limit'],
    ]);
  });
});
