import type { Transaction } from 'kysely';
import type { runLive } from '../../../contract/operations/live.ts';
import { createTeamLiveRun, type StoredTeamLiveRun } from '../../../runs/team-verticals/live.ts';
import type { Database } from '../../../store/db/schema.ts';
import type { SealedValue } from '../../../store/vault/vault.ts';
import { documentsIn } from '../../documents/case-documents.ts';
import { ProblemError } from '../../http/problem.ts';
import { caseFor } from '../../runs/case-for.ts';
import type { AcceptedModel } from '../../runs/choose-model.ts';
import { verticalToRun } from '../../runs/vertical-to-run.ts';
import type { Call } from '../../services/route.ts';
import type { Services } from '../../services/services.ts';

interface Wanted {
  readonly vertical: string;
  /** Where the request states it. */
  readonly pointer: string;
  readonly case?: SealedValue | undefined;
  readonly case_of?: string | undefined;
  readonly trial_version?: number | undefined;
}

/**
 * Stores a live run of a team's own vertical, which pins the version in force today or the one that it tries.
 * @throws ProblemError 422 if the team has no such vertical in force, or its document allows no live runs
 */
export const createTeamLive = async (
  tx: Transaction<Database>,
  services: Pick<Services, 'rings'>,
  { caller }: Pick<Call<typeof runLive>, 'caller'>,
  { wanted, model }: { readonly wanted: Wanted; readonly model: AcceptedModel },
): Promise<StoredTeamLiveRun> => {
  const { teamId, actor: askedBy } = caller;
  const { vertical, case_of: caseOf } = wanted;
  const applied = await verticalToRun(tx, caller, wanted);
  if (applied === undefined)
    throw notLive(wanted, 'is no vertical of the service, and none of the team that is in force');
  const { sample, live, documents: taken } = applied.document;
  if (live === undefined) throw notLive(wanted, 'has no live runs, because its document has no `live`');
  const value = await caseFor(tx, services, { teamId, vertical, given: wanted, sample });
  const documents = await documentsIn(tx, services, { caller, case: value, takes: taken !== undefined });
  return createTeamLiveRun(tx, services.rings.vault, {
    teamId,
    applied,
    case: value,
    caseOf,
    askedBy,
    model,
    documents,
  });
};

const notLive = ({ pointer }: Wanted, message: string): ProblemError =>
  new ProblemError('invalid-request', { errors: [{ in: 'body', pointer, message }] });
