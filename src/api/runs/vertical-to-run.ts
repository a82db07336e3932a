import { dayInIndia } from '../../governance/dates.ts';
import type { Caller } from '../../store/keys/authenticate.ts';
import { type AppliedVertical, verticalThatApplies, verticalToTry } from '../../store/rule-sets/verticals.ts';
import type { Db } from '../../store/rule-sets/versions.ts';
import { requireScope } from '../auth/authenticate.ts';
import { ProblemError } from '../http/problem.ts';

interface Wanted {
  readonly vertical: string;
  /** The version that a trial performs. */
  readonly trial_version?: number | undefined;
}

/**
 * Returns the version of a team's vertical that a new run performs: the one in force today, or the one that a trial names.
 * @returns undefined if the team has no such vertical in force, or no such version
 * @throws ProblemError if the caller may not try versions, or the version can still change
 */
export const verticalToRun = async (
  db: Db,
  caller: Caller,
  { vertical: id, trial_version: version }: Wanted,
): Promise<AppliedVertical | undefined> => {
  const { teamId } = caller;
  if (version === undefined) return verticalThatApplies(db, { teamId, id, day: dayInIndia(new Date()) });
  requireScope(caller, 'rules:write');
  const found = await verticalToTry(db, { teamId, id }, version);
  if (found === 'draft')
    throw new ProblemError('rule-set-state', {
      detail: 'The version is a draft, which may still change. Propose it, and then try it.',
    });
  return found;
};

/** Refuses a trial of a vertical of the service, which has no versions. */
export const refuseTrial = ({ trial_version: version }: Omit<Wanted, 'vertical'>): void => {
  if (version === undefined) return;
  const message = "is possible only for a team's own vertical";
  throw new ProblemError('invalid-request', { errors: [{ in: 'body', pointer: '/trial_version', message }] });
};
