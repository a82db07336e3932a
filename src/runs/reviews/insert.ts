import type { Transaction } from 'kysely';
import type { Actor } from '../../contract/actor.ts';
import type { ReviewKind } from '../../contract/review.ts';
import type { Role } from '../../contract/roles.ts';
import { askedWords, optionsOf } from '../../governance/reviews/options.ts';
import type { ReviewTimes } from '../../governance/reviews/times.ts';
import type { Reason, RiskScore } from '../../governance/rules/reason.ts';
import { newId } from '../../ids.ts';
import type { JsonObject, Ledger, RowActor } from '../../ledger/index.ts';
import type { Database } from '../../store/db/schema.ts';
import { emit } from '../../store/outbox/emit.ts';
import { insertReview } from '../../store/reviews/change.ts';
import type { Evidence } from './evidence.ts';
import { recordReview } from './rows.ts';

type Tx = Transaction<Database>;

/** A review to open. */
export interface NewReview {
  readonly teamId: string;
  /** Null for a switch, a witness, the ledger or an act. */
  readonly runId: string | null;
  /** The review that is opened; null means the new review's own id. */
  readonly ledgerRef: string | null;
  readonly kind: ReviewKind;
  /** Null for an operator's action, and for a call of an agent task or an analysis. */
  readonly vertical: string | null;
  readonly reasons: readonly Reason[];
  readonly risk: RiskScore | null;
  readonly evidence: Evidence;
  readonly asked: readonly Role[];
  readonly fourEyes: boolean;
  readonly submittedBy: Actor | null;
  readonly submitter: string | null;
  readonly times: ReviewTimes;
  /** What happens when nobody decides in time. By default the next role is asked, if there is one. */
  readonly onExpiry?: 'refuse' | 'stay';
  /** Cause of the review: the run's end, or a person's decision. */
  readonly actor: RowActor;
}

/** Opens a review, with its event and its row. @returns its id */
export const openReview = async (tx: Tx, ledger: Ledger, review: NewReview): Promise<string> => {
  const { teamId, runId, kind, vertical, evidence, asked, times, actor } = review;
  const id = newId('rev');
  const ledgerRef = review.ledgerRef ?? id;
  const options = optionsOf(kind, vertical, asked);
  // The last role to be asked keeps a review until somebody decides.
  const onExpiry = review.onExpiry ?? (asked.includes('reviewer') ? 'refer' : 'stay');
  await insertReview(tx, {
    id,
    team_id: teamId,
    kind,
    vertical,
    run_id: runId,
    ledger_ref: ledgerRef,
    subject: JSON.stringify(evidence.subject),
    reasons: JSON.stringify(review.reasons),
    risk: review.risk === null ? null : JSON.stringify(review.risk),
    evidence: JSON.stringify(evidence.evidence),
    evidence_sha256: evidence.sha256,
    options: [...options],
    asked: [...asked],
    four_eyes: review.fourEyes,
    submitted_by: review.submittedBy === null ? null : JSON.stringify(review.submittedBy),
    submitter: review.submitter,
    remind_at: times.remindAt,
    due_at: times.dueAt,
    expires_at: onExpiry === 'stay' ? null : times.expiresAt,
    on_expiry: onExpiry,
  });
  await emit(tx, {
    teamId,
    type: 'review.opened',
    subject: id,
    ids: { review_id: id, kind, ...(runId !== null && { run_id: runId }), ledger_ref: ledgerRef },
  });
  const detail: JsonObject = {
    kind,
    run_id: runId,
    ledger_ref: ledgerRef,
    subject: { ...evidence.subject },
    options,
    asked,
    four_eyes: review.fourEyes,
    due_at: times.dueAt.toISOString(),
    evidence_sha256: evidence.sha256,
  };
  const summary = `${capitalized(askedWords(asked))} is asked to decide ${SUBJECTS[evidence.subject.kind]} by ${times.dueAt.toISOString()}.`;
  await recordReview(tx, ledger, {
    teamId,
    reviewId: id,
    action: 'review.opened',
    summary,
    detail,
    actor,
  });
  return id;
};

const capitalized = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);

const SUBJECTS = {
  claim: 'a claim',
  ticket: 'a ticket',
  call: 'a call',
  payout: 'a held payout',
  tool_call: 'a call of a tool',
  action: 'an action on a desktop',
  switch: 'whether a suspension ends',
  witness: "a witness's refusal",
  ledger: 'what is wrong with the ledger',
  case: 'a case',
  step: 'a step of a case',
  act: 'an act of an agent elsewhere',
} as const;
