import type { Transaction } from 'kysely';
import type { StepOf } from '../../contract/team-vertical.ts';
import { mobileOf } from '../../governance/identifiers/phone.ts';
import { recordable } from '../../governance/recordable.ts';
import { MAX_ADDRESS } from '../../governance/rules/voice/address.ts';
import { asText } from '../../governance/team-verticals/as-text.ts';
import { notChanged, refusedAddress } from '../../governance/team-verticals/address.ts';
import type { StepDone } from '../../governance/team-verticals/done.ts';
import { type ToWrite, written } from '../../governance/team-verticals/prepare.ts';
import type { Database } from '../../store/db/schema.ts';
import { findCaller, writeAddress } from '../../store/records/callers.ts';
import type { ActivityDependencies } from '../common/dependencies.ts';
import { ownKeyOf } from './own-key.ts';
import type { StepRun } from './step-run.ts';

/** Changes the address of a caller whom a step of the run has verified, in the transaction that appends the row. */
export const changeAddress = async (
  tx: Transaction<Database>,
  { digestRing }: Pick<ActivityDependencies, 'digestRing'>,
  run: StepRun,
  step: StepOf<'write'>,
  prepared: ToWrite,
): Promise<StepDone> => {
  const { team_id: teamId, run_id: runId } = run.input.run;
  const unchanged = notChanged(step, prepared, run.found);
  if (unchanged !== undefined) return unchanged;
  const { fields = {}, body = '' } = prepared;
  const { digest } = await ownKeyOf({ db: tx, digestRing }, run, undefined);
  const caller = await findCaller(tx, teamId, digest, mobileOf(asText(fields['phone'])));
  if (caller === undefined) return refusedAddress(step.address!);
  await writeAddress(tx, teamId, runId, caller.phoneKey, recordable(body, MAX_ADDRESS, run.known));
  return written('the address of the caller', {});
};
