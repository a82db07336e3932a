import type { Actor } from '../../contract/actor.ts';
import type { ReviewOption } from '../../contract/review.ts';
import type { Role } from '../../contract/roles.ts';
import { needsFourEyes, rolesOf } from '../../governance/reviews/options.ts';
import type { ReviewRecord } from '../../store/reviews/reviews.ts';

/** Somebody who acts on a review. */
export interface Reviewer {
  readonly actor: Actor;
  /** Id of the person behind the actor, or of a key that nobody issued. */
  readonly subject: string;
  /**
   * A key acts as a reviewer or, with the scope `safety`, about switches; acts of other roles require a
   * signed-in person.
   */
  readonly roles: ReadonlySet<Role>;
}

/** Why somebody may not do something; `detail` is for that person. */
export interface Refusal {
  readonly refused:
    | 'not-found'
    | 'review-claimed'
    | 'review-closed'
    | 'review-impossible'
    | 'amount-changed'
    | 'role-missing'
    | 'another-person-needed'
    | 'unknown-option';
  readonly detail: string;
}

/** Refuses acts on a closed review, or on one that somebody else has claimed. */
export const refuseUnavailable = (review: ReviewRecord, { subject }: Reviewer): Refusal | undefined => {
  if (review.state !== 'open') {
    const last = review.decisions.at(-1);
    const how =
      review.state === 'superseded'
        ? 'What it asked about was over'
        : review.state === 'expired' || last === undefined
          ? 'The review expired'
          : `Somebody chose \`${last.option}\``;
    return { refused: 'review-closed', detail: `${how} at ${review.closed_at!.toISOString()}.` };
  }
  if (!review.is_claimed || review.claimant === subject) return undefined;
  return {
    refused: 'review-claimed',
    detail: `${review.claimed_by!.name} has claimed the review until ${review.claimed_until!.toISOString()}.`,
  };
};

/** Refuses a person without a role for the option or, if no option is given, for any option. */
const refuseRole = (
  review: ReviewRecord,
  { roles }: Reviewer,
  option?: ReviewOption,
): Refusal | undefined => {
  const options = option === undefined ? review.options : [option];
  const needed = [...new Set(options.flatMap((each) => rolesOf(each, review.asked)))];
  if (needed.some((role) => roles.has(role))) return undefined;
  return {
    refused: 'role-missing',
    detail: `This takes the role ${needed.map((role) => `\`${role}\``).join(' or ')}.`,
  };
};

const refuseOwn = ({ submitter }: ReviewRecord, { subject }: Reviewer): Refusal | undefined =>
  submitter === subject
    ? {
        refused: 'another-person-needed',
        detail: 'You submitted this case, yourself or through a key of yours.',
      }
    : undefined;

/** Refuses a claim of a review by somebody who could not decide it. */
export const refuseClaim = (review: ReviewRecord, reviewer: Reviewer): Refusal | undefined =>
  refuseUnavailable(review, reviewer) ?? refuseRole(review, reviewer) ?? refuseOwn(review, reviewer);

/** Refuses a decision that this person may not make. */
export const refuseDecision = (
  review: ReviewRecord,
  reviewer: Reviewer,
  option: ReviewOption,
): Refusal | undefined => {
  const refusal = refuseUnavailable(review, reviewer);
  if (refusal !== undefined) return refusal;
  if (!review.options.includes(option))
    return { refused: 'unknown-option', detail: `expected one of ${review.options.join(', ')}` };
  return (
    refuseRole(review, reviewer, option) ??
    refuseOwn(review, reviewer) ??
    refuseSecond(review, reviewer, option)
  );
};

const refuseSecond = (
  review: ReviewRecord,
  { subject }: Reviewer,
  option: ReviewOption,
): Refusal | undefined =>
  review.four_eyes && needsFourEyes(option) && review.decisions.some(({ decider }) => decider === subject)
    ? { refused: 'another-person-needed', detail: 'You approved first. A second person has to approve.' }
    : undefined;

/** Returns whether a decision waits for a second person. */
export const isFirstOfTwo = (review: ReviewRecord, option: ReviewOption): boolean =>
  review.four_eyes && needsFourEyes(option) && review.decisions.length === 0;
