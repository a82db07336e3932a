import type { KeyRing } from '../../store/crypto/key-ring.ts';
import type { ViewRequest } from '../../desktop/live-view/view-request.ts';
import { readToken, signToken } from '../auth/signed-token.ts';

/** Long enough to open the page; an open view keeps getting fresh tokens. */
export const VIEW_TOKEN_MS = 15 * 60_000;

const KIND = 'view1';

/**
 * Returns a token that opens the live view of one team's run for a limited time. It contains the id of the key, or
 * of the person and the session, that requested it, never a secret.
 */
export const issueViewToken = (
  ring: KeyRing,
  { run, team, key, right, session }: ViewRequest,
  now = Date.now(),
): string =>
  signToken(
    ring,
    [KIND, run, team, key, right, now + VIEW_TOKEN_MS, ...(session === undefined ? [] : [session])].join(' '),
  );

/** @returns undefined if the token was changed, has expired or was not issued by this service */
export const readViewToken = (ring: KeyRing, token: string, now = Date.now()): ViewRequest | undefined => {
  const [kind, run = '', team = '', key = '', right, until, session] = (readToken(ring, token) ?? '').split(
    ' ',
  );
  if (kind !== KIND || !(Number(until) > now)) return undefined;
  return right === 'view' || right === 'control'
    ? { run, team, key, right, ...(session !== undefined && { session }) }
    : undefined;
};
