import type { Actor } from '../../contract/actor.ts';
import type { ReviewOption } from '../../contract/review.ts';
import type { JsonObject, RowActor } from '../../ledger/index.ts';
import type { KeyRing } from '../../store/crypto/key-ring.ts';
import type { RecordedReview } from '../../store/db/reviews-schema.ts';
import type { PolicyRoom } from '../../store/records/policies.ts';
import type { ReviewRecord } from '../../store/reviews/reviews.ts';
import type { ChangedArguments } from './decide-call.ts';

/** A final decision that is about to take effect. */
export interface Effect {
  readonly review: ReviewRecord;
  readonly option: ReviewOption;
  /** Paise that an approval states. */
  readonly amount: bigint | undefined;
  readonly recorded: RecordedReview;
  readonly actor: RowActor;
  readonly by: Actor;
  readonly changed?: ChangedArguments | undefined;
  readonly lookedUp?: LookedUpPolicy | undefined;
  readonly answer?: GivenText | undefined;
}

/** What a person answers to an operator's question, and the ring that seals it. */
export interface GivenText {
  readonly text: string | undefined;
  readonly ring: KeyRing;
}

/** A policy as the institution's own system knows it at the moment of the decision. */
export interface LookedUpPolicy {
  readonly number: string;
  /** Undefined if that system has no such policy. */
  readonly policy: PolicyRoom | undefined;
  /** Where the answer came from, when, and its hash. */
  readonly source: JsonObject;
}

/** What a decision changed, for its row; or why it cannot take effect, for the person who decided. */
export type Outcome =
  | { readonly changed: JsonObject }
  | { readonly impossible: string; readonly because?: 'review-impossible' | 'amount-changed' };

export const REPLACED = 'The case was submitted again, and its new run has replaced this one.';
