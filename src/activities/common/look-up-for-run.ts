import { RecordsAwayError } from '../../connectors/common/errors.ts';
import type { Answers, LookUp } from '../../connectors/look-up.ts';
import { noteWait, endWait } from '../../runs/vertical/waits.ts';
import type { ActivityDependencies } from './dependencies.ts';

/**
 * Looks records up for a run, and keeps the run's `waiting_for` up to date.
 * @param run `waited` says whether an earlier attempt failed because of a record
 * @throws RecordsAwayError if a connector gives no usable answer
 */
export const lookUpForRun = async (
  { db, connectors }: Pick<ActivityDependencies, 'db' | 'connectors'>,
  { waited, ...run }: { readonly teamId: string; readonly runId: string; readonly waited: boolean },
  wanted: readonly LookUp[],
): Promise<Answers> => {
  const began = performance.now();
  try {
    const answers = await connectors.lookUp(run.teamId, wanted);
    if (waited) await endWait(db, run);
    return answers;
  } catch (error) {
    if (error instanceof RecordsAwayError) {
      const { serves, connector, code } = error;
      // The breaker's probe may have been answered since the breaker refused this call.
      const tookMs = code === 'circuit_open' ? performance.now() - began : 0;
      await noteWait(db, run, { serves, connector, code, tookMs });
    }
    throw error;
  }
};
