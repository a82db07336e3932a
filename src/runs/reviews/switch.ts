import { sql, type Transaction } from 'kysely';
import type { Actor } from '../../contract/actor.ts';
import type { SwitchBody } from '../../contract/switch.ts';
import { timesOf } from '../../governance/reviews/times.ts';
import type { Ledger, RowActor } from '../../ledger/index.ts';
import { subjectOf } from '../../people/subject.ts';
import type { Database } from '../../store/db/schema.ts';
import { policyOf } from '../../store/reviews/policies.ts';
import { lockReview, type ReviewRecord } from '../../store/reviews/reviews.ts';
import { lockSwitches, lockSwitchQuestions, suspendedNow } from '../../store/switches/switches.ts';
import { type NotSet, resumeAgreed, shortenAgreed } from '../suspension/set-switch.ts';
import type { Effect, Outcome } from './effect.ts';
import { evidenceOf } from './evidence.ts';
import { openReview } from './insert.ts';
import { supersede } from './supersede.ts';

type Tx = Transaction<Database>;

/** Somebody who may not end or shorten a suspension alone, and their reason for wanting that. */
export interface WantedEnd {
  readonly teamId: string;
  readonly scope: string;
  /** Masked. */
  readonly reason: string;
  /** When the suspension should end; null: now. */
  readonly until: Date | null;
  readonly actor: Actor;
  readonly by: RowActor;
}

/**
 * Asks somebody else with the role `safety` whether a suspension may end, now or at a given time. There is at
 * most one such review for a suspension, so a request for another time replaces the earlier one.
 * @returns the review's id; undefined if nothing is suspended any more
 */
export const openSwitchReview = async (
  tx: Tx,
  ledger: Ledger,
  { teamId, scope, reason, until, actor, by }: WantedEnd,
): Promise<string | undefined> => {
  const open = await lockOpenReviews(tx, teamId, scope);
  await lockSwitches(tx, teamId);
  const suspension = (await suspendedNow(tx, teamId)).find((one) => one.scope === scope);
  if (suspension === undefined) return undefined;
  for (const review of open.filter(({ subject }) => subject.id === suspension.id)) {
    if ((await askedUntil(tx, review))?.getTime() === until?.getTime()) return review.id;
    await supersede(tx, ledger, review, 'Another end of the suspension is asked about.', by);
  }
  const wanted = { reason, actor: { ...actor } };
  const { policy } = await policyOf(tx, teamId);
  const subject = { kind: 'switch', id: suspension.id, case_id: null } as const;
  return openReview(tx, ledger, {
    teamId,
    runId: null,
    ledgerRef: suspension.id,
    kind: 'switch',
    vertical: null,
    reasons: [{ code: until === null ? 'SWITCH-RESUME' : 'SWITCH-SHORTEN', detail: reason }],
    risk: null,
    evidence: evidenceOf(subject, {
      suspension,
      ...(until === null ? { resume: wanted } : { shorten: { until: until.toISOString(), ...wanted } }),
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

/** Ends a suspension, now or at the requested time, because a second person agrees. */
export const decideSwitch = async (
  tx: Tx,
  ledger: Ledger,
  { review, option, by, actor }: Effect,
): Promise<Outcome> => {
  if (option !== 'approve') return { changed: { resumed: false } };
  const { team_id: teamId, subject, reasons } = review;
  const wanted = { teamId, reason: reasons[0]?.detail ?? '', actor: by, by: actor };
  const until = await askedUntil(tx, review);
  const set =
    until === null
      ? await resumeAgreed(tx, ledger, wanted, subject.id ?? '')
      : await shortenAgreed(tx, ledger, { ...wanted, until }, subject.id ?? '');
  if (set === undefined)
    return { impossible: 'The suspension has ended or ends earlier, or another one has taken its place.' };
  const act = { scope: set.scope, switch_id: set.id };
  return { changed: { resumed: set.action === 'resume', ...(set.until && { until: set.until }), ...act } };
};

/**
 * Returns the end that a person saw in the evidence, which never changes; null if they are asked to resume at
 * once.
 */
const askedUntil = async (tx: Tx, { id }: Pick<ReviewRecord, 'id'>): Promise<Date | null> => {
  const { until } = await tx
    .selectFrom('reviews')
    .select(sql<string | null>`evidence->'shorten'->>'until'`.as('until'))
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return until === null ? null : new Date(until);
};

/**
 * Locks the open reviews about the suspensions of a scope, as a decision does, and keeps others from opening
 * one until the transaction ends.
 */
const lockOpenReviews = async (tx: Tx, teamId: string, scope: string): Promise<readonly ReviewRecord[]> => {
  await lockSwitchQuestions(tx, teamId);
  const found = await tx
    .selectFrom('reviews as r')
    .innerJoin('switches as s', (join) => join.on(sql`r.subject->>'id'`, '=', sql`s.id`))
    .select('r.id')
    .where('r.team_id', '=', teamId)
    .where('r.kind', '=', 'switch')
    .where('r.state', '=', 'open')
    .where('s.scope', '=', scope)
    .orderBy('r.id')
    .execute();
  const open: ReviewRecord[] = [];
  for (const { id: reviewId } of found) {
    const review = await lockReview(tx, { teamId, reviewId });
    if (review?.state === 'open') open.push(review);
  }
  return open;
};

/** Performs an act on a scope's suspension, and closes the reviews that ask about it if the act succeeds. */
export const actOnSwitch = async <Set extends SwitchBody | NotSet | undefined>(
  tx: Tx,
  ledger: Ledger,
  { teamId, scope, by }: Pick<WantedEnd, 'teamId' | 'scope' | 'by'>,
  act: () => Promise<Set>,
): Promise<Set> => {
  const open = await lockOpenReviews(tx, teamId, scope);
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
