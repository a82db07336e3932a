import type { VerticalId } from '../../governance/verticals/definition.ts';
import { verticals } from '../../governance/verticals/index.ts';
import { findRunOfVertical } from '../../runs/vertical/run-refs.ts';
import type { Db } from '../../runs/vertical/read.ts';
import { findValue, type SealedValue } from '../../store/vault/vault.ts';
import { ProblemError } from '../http/problem.ts';
import type { Services } from '../services/services.ts';

interface Given {
  readonly case?: SealedValue | undefined;
  readonly case_of?: string | undefined;
}

/**
 * Returns the case that a new run works on: the given one, that of an earlier run, or the vertical's sample.
 * @throws ProblemError 404 if the team has no such earlier run of this vertical, 410 if its case was erased
 */
export const caseFor = async (
  db: Db,
  { rings }: Pick<Services, 'rings'>,
  {
    teamId,
    vertical,
    given,
  }: { readonly teamId: string; readonly vertical: VerticalId; readonly given: Given },
): Promise<SealedValue> => {
  if (given.case_of === undefined) return given.case ?? verticals[vertical].sample;
  const ref = await findRunOfVertical(db, { teamId, runId: given.case_of, vertical });
  if (ref === undefined) throw new ProblemError('not-found');
  const value = await findValue(db, rings.vault, { teamId, ref });
  if (value === undefined) throw new ProblemError('document-erased');
  return value;
};
