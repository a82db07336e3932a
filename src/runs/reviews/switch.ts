import { sql, type Transaction } from 'kysely';
import type { Actor } from '../../contract/actor.ts';
import type { SwitchBody } from '../../contract/switch.ts';
import { timesOf } from '../../governance/reviews/times.ts';
import type { Ledger, RowActor } from '../../ledger/index.ts';
import { subjectOf } from '../../people/subject.ts';
import type { Database } from '../../store/db/schema.ts';
import { policyOf } from '../../store/reviews/policies.ts';
import { lockReview, type ReviewRecord } from '../../store/reviews/reviews.ts';
import { lockSwitches, suspendedNow } from '../../store/switches/switches.ts';
import { type NotSet, resumeAgreed } from '../suspension/set-switch.ts';
import type { Effect, Outcome } from './effects.ts';
import { evidenceOf } from './evidence.ts';
import { openReview } from './insert.ts';
import { supersede } from './supersede.ts';

type Tx = Transaction<Database>;

/** Somebody who may not end a suspension alone, and why they want it ended. */
export interface WantedResume {
  readonly teamId: string;
  readonly scope: string;
  /** Masked. */
  readonly reason: string;
  readonly actor: Actor;
  readonly by: RowActor;
}

/**
 * Asks somebody else with the role `safety` whether a suspension may end. A suspension is asked about once at a time.
 * @returns the review's id; undefined if nothing is suspended any more
 */
export const openSwitchReview = async (
  tx: Tx,
  ledger: Ledger,
  { teamId, scope, reason, actor, by }: WantedResume,
): Promise<string | undefined> => {
  await lockSwitches(tx, teamId);
  const suspension = (await suspendedNow(tx, teamId)).find((one) => one.scope === scope);
  if (suspension === undefined) return undefined;
  const open = (await openSwitchReviews(tx, teamId, scope)).find((one) => one.switchId === suspension.id);
  if (open !== undefined) return open.id;
  const { policy } = await policyOf(tx, teamId);
  const subject = { kind: 'switch', id: suspension.id, case_id: null } as const;
  return openReview(tx, ledger, {
    teamId,
    runId: null,
    ledgerRef: suspension.id,
    kind: 'switch',
    vertical: null,
    reasons: [{ code: 'SWITCH-RESUME', detail: reason }],
    risk: null,
    evidence: evidenceOf(subject, {
      suspension,
      resume: { reason, actor: { ...actor } },
    }),
    asked: ['safety'],
    fourEyes: false,
    // Whoever suspended it, even if somebody else has suspended it again since the attempt to resume.
    submittedBy: suspension.actor,
    submitter: await subjectOf(tx, teamId, suspension.actor),
    times: timesOf(policy, null, new Date()),
    // The work stays suspended.
    onExpiry: 'refuse',
    actor: by,
  });
};

/** Resumes a scope because a second person agrees. */
export const decideSwitch = async (
  tx: Tx,
  ledger: Ledger,
  { review, option, by, actor }: Effect,
): Promise<Outcome> => {
  if (option !== 'approve') return { changed: { resumed: false } };
  const { team_id: teamId, subject, reasons } = review;
  const wanted = { teamId, reason: reasons[0]?.detail ?? '', actor: by, by: actor };
  const resumed = await resumeAgreed(tx, ledger, wanted, subject.id ?? '');
  return resumed === undefined
    ? { impossible: 'The suspension has ended, or another one has taken its place.' }
    : { changed: { resumed: true, scope: resumed.scope, switch_id: resumed.id } };
};

/** Returns the open reviews that ask about the suspensions of a scope. */
const openSwitchReviews = async (
  tx: Tx,
  teamId: string,
  scope: string,
): Promise<readonly { readonly id: string; readonly switchId: string }[]> => {
  const rows = await tx
    .selectFrom('reviews as r')
    .innerJoin('switches as s', (join) => join.on(sql`r.subject->>'id'`, '=', sql`s.id`))
    .select(['r.id', 's.id as switch_id'])
    .where('r.team_id', '=', teamId)
    .where('r.kind', '=', 'switch')
    .where('r.state', '=', 'open')
    .where('s.scope', '=', scope)
    .orderBy('r.id')
    .execute();
  return rows.map(({ id, switch_id: switchId }) => ({ id, switchId }));
};

/**
 * Performs an act on a scope's suspension, and closes the reviews that ask about it if the act succeeds. They are locked first, as
 * they are for a decision.
 */
export const actOnSwitch = async <Set extends SwitchBody | NotSet | undefined>(
  tx: Tx,
  ledger: Ledger,
  { teamId, scope, by }: Pick<WantedResume, 'teamId' | 'scope' | 'by'>,
  act: () => Promise<Set>,
): Promise<Set> => {
  const open: ReviewRecord[] = [];
  for (const { id: reviewId } of await openSwitchReviews(tx, teamId, scope)) {
    const review = await lockReview(tx, { teamId, reviewId });
    if (review?.state === 'open') open.push(review);
  }
  const set = await act();
  if (typeof set !== 'object') return set;
  for (const review of open)
    await supersede(tx, ledger, review, `Somebody has set the switch: ${set.action} ${scope}.`, by);
  return set;
};

/** Closes a locked review whose suspension is over. @returns whether it did */
export const supersedeOver = async (
  tx: Tx,
  ledger: Ledger,
  review: ReviewRecord,
  actor: RowActor,
): Promise<boolean> => {
  if (review.kind !== 'switch') return false;
  const inForce = (await suspendedNow(tx, review.team_id)).some(({ id }) => id === review.subject.id);
  if (inForce) return false;
  await supersede(tx, ledger, review, 'The suspension is over.', actor);
  return true;
};
