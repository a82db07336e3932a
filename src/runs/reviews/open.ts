import type { Transaction } from 'kysely';
import { isSampled } from '../../governance/reviews/asks.ts';
import { isFourEyes, timesOf } from '../../governance/reviews/times.ts';
import type { JsonObject, Ledger, RowActor } from '../../ledger/index.ts';
import { subjectOf } from '../../people/subject.ts';
import type { Database } from '../../store/db/schema.ts';
import { policyOf } from '../../store/reviews/policies.ts';
import { type Evidence, evidenceOfCase, evidenceOfPayout } from './evidence.ts';
import { openReview } from './insert.ts';
import { supersedeEarlier } from './earlier.ts';

type Tx = Transaction<Database>;

export interface ReviewedRun {
  readonly teamId: string;
  readonly runId: string;
  readonly ledgerRef: string;
}

export const readRun = async (tx: Tx, { teamId, runId }: ReviewedRun) =>
  tx
    .selectFrom('runs')
    .select(['vertical', 'vertical_version', 'decision', 'reasons', 'risk', 'case_id', 'asked_by', 'urgency'])
    .where('team_id', '=', teamId)
    .where('id', '=', runId)
    .executeTakeFirstOrThrow();

/**
 * Closes the reviews of earlier submissions of the case, and opens the reviews that a run's end needs, in the transaction that records the end: one if the run escalated, and one if a
 * person has to release its payout. A payout that a suspension holds needs none.
 */
export const openReviews = async (
  tx: Tx,
  ledger: Ledger,
  run: ReviewedRun,
  actor: RowActor,
): Promise<void> => {
  await supersedeEarlier(tx, ledger, run, actor);
  const { decision, vertical, vertical_version: version } = await readRun(tx, run);
  if (version?.trial === true) return;
  if (decision === 'escalate') await openEscalation(tx, ledger, run, actor);
  if (decision === 'approve' && vertical === 'kyc') await openSample(tx, ledger, run, actor);
  await openHeldPayout(tx, ledger, run, actor);
};

const openEscalation = async (tx: Tx, ledger: Ledger, run: ReviewedRun, actor: RowActor): Promise<void> => {
  const row = await readRun(tx, run);
  const of = { ...run, vertical: row.vertical, caseId: row.case_id };
  const evidence = await evidenceOfCase(tx, of);
  await openReview(tx, ledger, {
    ...(await commonTo(tx, run, row)),
    kind: 'escalation',
    reasons: row.reasons,
    evidence,
    fourEyes: row.vertical === 'kyc' && (await needsTwo(tx, run, evidence)),
    actor,
  });
};

/** Opens a review of an approved claim, if it is sampled for quality control. The payout does not wait for it. */
const openSample = async (tx: Tx, ledger: Ledger, run: ReviewedRun, actor: RowActor): Promise<void> => {
  const { policy } = await policyOf(tx, run.teamId);
  if (!isSampled(policy, run.runId)) return;
  const row = await readRun(tx, run);
  await openReview(tx, ledger, {
    ...(await commonTo(tx, run, row)),
    kind: 'quality',
    reasons: [
      { code: 'QUALITY-SAMPLE', detail: `One in ${policy.sample_one_in} approved claims is checked.` },
    ],
    evidence: await evidenceOfCase(tx, { ...run, vertical: row.vertical, caseId: row.case_id }),
    fourEyes: false,
    onExpiry: 'stay',
    actor,
  });
};

/** Opens a review of the payout that a person has to release, if the run queued one that is held. */
export const openHeldPayout = async (
  tx: Tx,
  ledger: Ledger,
  run: ReviewedRun,
  actor: RowActor,
): Promise<void> => {
  const payout = await tx
    .selectFrom('payouts')
    .select(['id', 'hold_reason', 'amount_paise'])
    .where('team_id', '=', run.teamId)
    .where('run_id', '=', run.runId)
    .where('status', '=', 'held')
    .where('held_by_switch', '=', false)
    .executeTakeFirst();
  if (payout === undefined) return;
  const row = await readRun(tx, run);
  const { policy } = await policyOf(tx, run.teamId);
  const of = { ...run, vertical: row.vertical, caseId: row.case_id };
  await openReview(tx, ledger, {
    ...(await commonTo(tx, run, row)),
    kind: 'payout',
    reasons: [{ code: 'PAYOUT-HELD', detail: payout.hold_reason ?? '' }],
    evidence: await evidenceOfPayout(tx, of, payout.id),
    fourEyes: isFourEyes(policy, BigInt(payout.amount_paise)),
    actor,
  });
};

export const commonTo = async (tx: Tx, run: ReviewedRun, row: Awaited<ReturnType<typeof readRun>>) => {
  const { policy } = await policyOf(tx, run.teamId);
  return {
    ...run,
    vertical: row.vertical,
    risk: row.risk,
    asked: ['reviewer'] as const,
    submittedBy: row.asked_by,
    submitter: row.asked_by === null ? null : await subjectOf(tx, run.teamId, row.asked_by),
    times: timesOf(policy, row.urgency, new Date()),
  };
};

const needsTwo = async (tx: Tx, run: ReviewedRun, { subject }: Evidence): Promise<boolean> => {
  if (subject.id === null) return false;
  const claim = await tx
    .selectFrom('claims')
    .select('amount_paise')
    .where('team_id', '=', run.teamId)
    .where('id', '=', subject.id)
    .executeTakeFirst();
  const amount = claim?.amount_paise ?? null;
  return isFourEyes((await policyOf(tx, run.teamId)).policy, amount === null ? null : BigInt(amount));
};

/**
 * Opens a review for the committee in place of one that was referred or that expired. It shows the same evidence and keeps the due
 * time if there is still time.
 */
export const openForCommittee = async (
  tx: Tx,
  ledger: Ledger,
  reviewId: string,
  actor: RowActor,
): Promise<void> => {
  const before = await tx
    .selectFrom('reviews')
    .selectAll()
    .where('id', '=', reviewId)
    .executeTakeFirstOrThrow();
  const { policy } = await policyOf(tx, before.team_id);
  const times = timesOf(policy, null, new Date());
  const isEarlier = before.due_at > new Date() && before.due_at < times.dueAt;
  await openReview(tx, ledger, {
    teamId: before.team_id,
    runId: before.run_id,
    ledgerRef: before.ledger_ref,
    kind: before.kind,
    vertical: before.vertical,
    reasons: before.reasons,
    risk: before.risk,
    evidence: {
      subject: before.subject,
      evidence: before.evidence as JsonObject,
      sha256: before.evidence_sha256,
    },
    asked: ['committee'],
    fourEyes: before.four_eyes,
    submittedBy: before.submitted_by,
    submitter: before.submitter,
    times: isEarlier ? { ...times, dueAt: before.due_at, remindAt: before.remind_at } : times,
    actor,
  });
};
