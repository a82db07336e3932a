import type { Transaction } from 'kysely';
import { findRunOfVertical } from '../../runs/vertical/run-refs.ts';
import type { Database } from '../../store/db/schema.ts';
import { findValue, lockValues, type SealedValue } from '../../store/vault/vault.ts';
import { ProblemError } from '../http/problem.ts';
import type { Services } from '../services/services.ts';

interface Given {
  readonly case?: SealedValue | undefined;
  readonly case_of?: string | undefined;
}

/**
 * Returns the case that a new run works on: the given one, that of an earlier run, or the sample.
 * @throws ProblemError 404 if the team has no such earlier run of this vertical, 410 if its case was erased
 */
export const caseFor = async (
  tx: Transaction<Database>,
  { rings }: Pick<Services, 'rings'>,
  {
    teamId,
    vertical,
    given,
    sample,
  }: {
    readonly teamId: string;
    /** Id of a vertical of the service or of the team. */
    readonly vertical: string;
    readonly given: Given;
    /** The vertical's case for a run without one. */
    readonly sample: SealedValue;
  },
): Promise<SealedValue> => {
  if (given.case_of === undefined) return given.case ?? sample;
  const ref = await findRunOfVertical(tx, { teamId, runId: given.case_of, vertical });
  if (ref === undefined) throw new ProblemError('not-found');
  // Waits for an erasure in progress, so that the new run gets no copy of what it erases.
  await lockValues(tx, ref);
  const value = await findValue(tx, rings.vault, { teamId, ref });
  if (value === undefined) throw new ProblemError('document-erased');
  return value;
};
