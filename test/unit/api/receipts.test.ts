import { expect, it } from 'vitest';
import { unlessUnprovable } from '../../../src/api/runs/receipts.ts';
import { LedgerBrokenError, LedgerUnavailableError } from '../../../src/ledger/errors.ts';
import { createLogger } from '../../../src/observability/logger.ts';

it.for<[error: Error, logged: string]>([
  [new LedgerBrokenError('tree: hashes are missing'), 'the ledger does not match its checkpoint'],
  [new LedgerUnavailableError('busy'), 'receipt could not be made'],
  [new Error('a checkpoint that cannot be parsed'), 'receipt could not be made'],
])('a result stays readable without its receipt after %s', async ([error, logged]) => {
  let written = '';
  const log = createLogger('debug', 'api', { write: (line) => void (written += line) });
  const ref = { teamId: 'team_1', ledgerRef: 'run_1' };
  const prove = async (): Promise<never> => Promise.reject(error);
  expect(await unlessUnprovable({ log, requestId: 'req_1' }, ref, prove)).toBeNull();
  expect(JSON.parse(written)).toMatchObject({ msg: logged });
});
