import { z } from 'zod';
import { reviewId } from '../common.ts';
import { operation } from '../operation.ts';
import {
  commentReviewBody,
  decideReviewBody,
  reviewListQuery,
  reviewListSchema,
  reviewSchema,
  reviewStatsQuery,
  reviewStatsSchema,
} from '../review.ts';
import {
  reviewPolicyBody,
  reviewPolicyListQuery,
  reviewPolicyListSchema,
  reviewPolicySchema,
} from '../review-policy.ts';

const tag = 'Reviews';
const document = 'services';
const params = z.object({ id: reviewId });
const body = { limit: 16_384 } as const;

const replies = {
  200: { description: 'The review', schema: reviewSchema, headers: ['Idempotency-Replayed'] },
} as const;

export const listReviews = operation({
  id: 'listReviews',
  method: 'get',
  path: '/v1/reviews',
  document,
  tag,
  summary: 'List what waits for a person, oldest due first',
  access: 'reviews:read',
  query: reviewListQuery,
  replies: { 200: { description: 'One page', schema: reviewListSchema } },
});

export const getReviewStats = operation({
  id: 'getReviewStats',
  method: 'get',
  path: '/v1/reviews/stats',
  document,
  tag,
  summary: 'Read how many reviews wait and how long decisions take',
  access: 'reviews:read',
  query: reviewStatsQuery,
  replies: { 200: { description: 'Numbers by kind and role', schema: reviewStatsSchema } },
});

export const getReviewPolicy = operation({
  id: 'getReviewPolicy',
  method: 'get',
  path: '/v1/reviews/policy',
  document,
  tag,
  summary: "Read your team's rules for reviews",
  access: 'reviews:read',
  replies: { 200: { description: 'The rules in force', schema: reviewPolicySchema } },
});

export const setReviewPolicy = operation({
  id: 'setReviewPolicy',
  method: 'put',
  path: '/v1/reviews/policy',
  document,
  tag,
  summary: "Set your team's rules for reviews",
  description:
    'Each change is a new version. Reviews that are open keep the rules under which they were opened.',
  access: 'admin',
  body: { schema: reviewPolicyBody, ...body },
  replies: { 200: { description: 'The rules in force', schema: reviewPolicySchema } },
});

export const listReviewPolicies = operation({
  id: 'listReviewPolicies',
  method: 'get',
  path: '/v1/reviews/policy/versions',
  document,
  tag,
  summary: "List the versions of your team's rules for reviews",
  description:
    'Who set which rules when. A review that was opened under an earlier version still follows it.',
  access: 'reviews:read',
  query: reviewPolicyListQuery,
  replies: { 200: { description: 'One page, newest first', schema: reviewPolicyListSchema } },
});

export const getReview = operation({
  id: 'getReview',
  method: 'get',
  path: '/v1/reviews/{id}',
  document,
  tag,
  summary: 'Read a review with its evidence',
  access: 'reviews:read',
  params,
  replies: { 200: { description: 'The review', schema: reviewSchema } },
});

/** The route checks who may act, because reviews are for different roles. */
const BY_REVIEW = 'any';
const TAKES =
  'Takes the scope `reviews:decide`; a review that asks the roles `safety`, `auditor` or `admin` takes one of these roles instead, or ' +
  'for `safety` a key with that scope.';

export const claimReview = operation({
  id: 'claimReview',
  method: 'post',
  path: '/v1/reviews/{id}/claim',
  document,
  tag,
  summary: 'Claim a review for 30 minutes',
  description:
    'While you have it, nobody else can decide it. Claiming it again starts the 30 minutes again. ' + TAKES,
  access: BY_REVIEW,
  params,
  idempotent: true,
  problems: ['review-claimed', 'review-closed', 'role-missing', 'another-person-needed'],
  replies,
});

export const releaseReview = operation({
  id: 'releaseReview',
  method: 'post',
  path: '/v1/reviews/{id}/release',
  document,
  tag,
  summary: 'Give a claimed review back',
  description: 'Releasing a review that nobody has claimed changes nothing. ' + TAKES,
  access: BY_REVIEW,
  params,
  idempotent: true,
  problems: ['review-claimed', 'review-closed'],
  replies,
});

export const decideReview = operation({
  id: 'decideReview',
  method: 'post',
  path: '/v1/reviews/{id}/decide',
  document,
  tag,
  summary: 'Decide a review',
  description:
    'The decision, what follows from it, the ledger row and the event are committed together, once. Where four eyes are required, ' +
    'the first approval leaves the review open for a second person. ' +
    TAKES,
  access: BY_REVIEW,
  params,
  body: { schema: decideReviewBody, ...body },
  idempotent: true,
  problems: [
    'review-claimed',
    'review-closed',
    'review-impossible',
    'amount-changed',
    'role-missing',
    'another-person-needed',
    'suspended',
  ],
  replies,
});

export const commentReview = operation({
  id: 'commentReview',
  method: 'post',
  path: '/v1/reviews/{id}/comment',
  document,
  tag,
  summary: 'Comment on a review',
  description: TAKES,
  access: BY_REVIEW,
  params,
  body: { schema: commentReviewBody, ...body },
  idempotent: true,
  replies,
});
