import { expect } from 'vitest';
import type { Check } from './case.ts';

const ends =
  (expected: Partial<Parameters<Check>[0]>): Check =>
  (outcome) => {
    expect(outcome).toMatchObject({ timed_out: false, oom_killed: false, result: null, ...expected });
  };

/** Checks for every way in which a program can end. */
export const EXITS: Readonly<Record<string, Check>> = {
  'X02-stdin-eof-bash': ends({ stdout: 'rc=1 x=[]\n', exit_code: 0 }),
  'X04-exit-string': ends({ stderr: 'bye\n', exit_code: 1 }),
  'X05-os-exit': ends({ stdout: 'flushed\n', stderr: '', exit_code: 7 }),
  'X06-systemexit-zero': ends({ stdout: '', stderr: '', exit_code: 0 }),
  'X07-segfault': async (outcome, { run }) => {
    expect(outcome).toMatchObject({ signal: 'SIGSEGV', exit_code: 139, stderr: '' });
    expect(await run({ code: "print('next')" })).toMatchObject({ stdout: 'next\n' });
  },
  'X09-bash-trap-exec': ends({ stdout: 'trap\n', exit_code: 1 }),
  'X12-keyboardinterrupt': ends({
    stderr: expect.stringMatching(/KeyboardInterrupt\n$/u) as string,
    exit_code: 130,
  }),
};
