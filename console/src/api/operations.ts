import type { getMe, signOut } from '../../../src/contract/operations/auth.ts';
import type { verifyLedger } from '../../../src/contract/operations/govern.ts';
import type { getLatestCheckpoint, getProof } from '../../../src/contract/operations/proofs.ts';
import type {
  claimReview,
  decideReview,
  getReview,
  listReviews,
  releaseReview,
} from '../../../src/contract/operations/reviews.ts';
import type { cancelRun, getRun, getRunLedger, listRuns } from '../../../src/contract/operations/runs.ts';
import { operation } from './call.ts';

/** The operations of the public API that the console uses. The compiler compares methods and paths with the contract. */
export const api = {
  getMe: operation<typeof getMe>('get', '/v1/me'),
  signOut: operation<typeof signOut>('post', '/v1/auth/sign-out'),
  verifyLedger: operation<typeof verifyLedger>('get', '/v1/govern/verify'),
  getLatestCheckpoint: operation<typeof getLatestCheckpoint>('get', '/v1/govern/checkpoints/latest'),
  getProof: operation<typeof getProof>('get', '/v1/govern/ledger/{ref}/proof'),
  listRuns: operation<typeof listRuns>('get', '/v1/workforce/runs'),
  getRun: operation<typeof getRun>('get', '/v1/workforce/runs/{id}'),
  getRunLedger: operation<typeof getRunLedger>('get', '/v1/workforce/runs/{id}/ledger'),
  cancelRun: operation<typeof cancelRun>('post', '/v1/workforce/runs/{id}/cancel'),
  listReviews: operation<typeof listReviews>('get', '/v1/reviews'),
  getReview: operation<typeof getReview>('get', '/v1/reviews/{id}'),
  claimReview: operation<typeof claimReview>('post', '/v1/reviews/{id}/claim'),
  releaseReview: operation<typeof releaseReview>('post', '/v1/reviews/{id}/release'),
  decideReview: operation<typeof decideReview>('post', '/v1/reviews/{id}/decide'),
};
