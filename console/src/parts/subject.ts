import type { ReviewSummary } from '../../../src/contract/review.ts';

/**
 * The subject of a review: the caller's own id for the case, if it has one. Suspensions, witnesses and the
 * ledger belong to no case or run.
 */
export const subjectOf = ({
  id,
  run_id: runId,
  subject,
}: Pick<ReviewSummary, 'id' | 'run_id' | 'subject'>): string => subject.case_id ?? runId ?? subject.id ?? id;
