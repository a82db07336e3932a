import type { KeyRing } from '../../store/crypto/key-ring.ts';
import type { ViewRequest } from '../../desktop/live-view/view-request.ts';
import { readToken, signToken } from '../auth/signed-token.ts';

/** Long enough to open the page; an open view gets fresh ones for as long as it is open. */
export const VIEW_TOKEN_MS = 15 * 60_000;

const KIND = 'view1';

/** A token that opens the live view of one run of one team, for a while. It names the key it was made with, not the key. */
export const issueViewToken = (
  ring: KeyRing,
  { run, team, key, right }: ViewRequest,
  now = Date.now(),
): string => signToken(ring, [KIND, run, team, key, right, now + VIEW_TOKEN_MS].join(' '));

/** @returns undefined when the token is none of ours, was changed, or has run out */
export const readViewToken = (ring: KeyRing, token: string, now = Date.now()): ViewRequest | undefined => {
  const [kind, run = '', team = '', key = '', right, until] = (readToken(ring, token) ?? '').split(' ');
  if (kind !== KIND || !(Number(until) > now)) return undefined;
  return right === 'view' || right === 'control' ? { run, team, key, right } : undefined;
};
