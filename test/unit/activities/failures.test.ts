import { ApplicationFailure } from '@temporalio/common';
import type { ActivityExecuteInput } from '@temporalio/worker';
import { expect, it } from 'vitest';
import { FailureInterceptor, type Trouble } from '../../../src/activities/common/failures.ts';
import { LedgerUnavailableError } from '../../../src/ledger/index.ts';
import { SuspendedError } from '../../../src/store/switches/suspended.ts';

/** Returns what the log reports about an activity's error, and the failure that Temporal gets. */
const failureOf = async (thrown: Error) => {
  const reported: Trouble[] = [];
  const interceptor = new FailureInterceptor((_, trouble) => reported.push(trouble));
  const input: ActivityExecuteInput = { args: [], headers: {} };
  const failure: unknown = await interceptor
    .execute(input, async () => Promise.reject(thrown))
    .catch((caught: unknown) => caught);
  if (!(failure instanceof ApplicationFailure)) throw failure;
  const { type, nonRetryable, message } = failure;
  return { reported, type, isRetried: nonRetryable !== true, message };
};

const withCode = (code: string): Error => Object.assign(new Error('made up'), { code });

it.each([
  ['a database that ends', withCode('57P01'), 'away', 'Transient', true, 'A dependency is unavailable.'],
  [
    'a row that gave way to a suspension',
    new LedgerUnavailableError('made up', { cause: withCode('40S23') }),
    'gave-way',
    'Transient',
    true,
    'A suspension is being committed.',
  ],
  ['a bug', new TypeError('made up'), 'failed', 'Bug', false, 'The step failed with TypeError.'],
] as const)('%s is reported and classed', async (_, error, trouble, type, isRetried, message) => {
  expect(await failureOf(error)).toEqual({ reported: [trouble], type, isRetried, message });
});

it('suspended work is not reported, because nothing is wrong', async () => {
  expect(await failureOf(new SuspendedError('all'))).toMatchObject({ reported: [], type: 'Suspended' });
});
