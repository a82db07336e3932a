import { newLedgerRef } from '../../ids.ts';
import type { KeyRing } from '../../store/crypto/key-ring.ts';

/**
 * Returns the ledger_ref of a session's rows. It is derived by a keyed hash, because the caller's id may name a person. The oldest key
 * is used, so that the reference does not change when a rotation adds a new key at the front.
 */
export const sessionRef = (ring: KeyRing, teamId: string, session: string | undefined): string => {
  if (session === undefined) return newLedgerRef('agent');
  const digest = ring.signatures(`session ${teamId} ${session}`).at(-1)!;
  return `agent-${digest.toString('hex').slice(0, 32)}`;
};
