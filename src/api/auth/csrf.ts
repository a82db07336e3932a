import { timingSafeEqual } from 'node:crypto';
import type { KeyRing } from '../../store/crypto/key-ring.ts';
import { ProblemError } from '../http/problem.ts';
import { isSameOrigin, type Provenance } from './same-origin.ts';

/** What a request that changes something must prove when a cookie authenticates it. */
export interface CsrfProof extends Provenance {
  /** The header X-CSRF-Token; '' if absent. */
  readonly token: string;
}

/** Returns a session's CSRF token, which pages of this service read from `GET /v1/me` and other sites cannot read. */
export const csrfTokenOf = (ring: KeyRing, sessionId: string): string =>
  ring.sign(sessionId).toString('base64url');

/** @throws ProblemError 403 unless a page of this service made the request, and knows the session's token */
export const requireCsrfProof = (
  ring: KeyRing,
  sessionId: string,
  proof: CsrfProof,
  publicBaseUrl: string,
): void => {
  const given = Buffer.from(proof.token, 'base64url');
  const known = ring
    .signatures(sessionId)
    .some((own) => own.length === given.length && timingSafeEqual(own, given));
  if (!known || !isSameOrigin(proof, publicBaseUrl)) throw new ProblemError('csrf-refused');
};
