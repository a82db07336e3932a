/** Input of the workflow that keeps a review's times, and content of the signal that makes it look again. Its id is the review's. */
export interface ReviewClockInput {
  readonly review_id: string;
  readonly team_id: string;
}

/** Content of the signal to a run that a review of one of its calls was closed. */
export interface ReviewClosedWord {
  readonly kind: 'review.closed';
  readonly run_id: string;
  readonly review_id: string;
}
