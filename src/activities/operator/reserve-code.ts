import { setTimeout as sleep } from 'node:timers/promises';
import type { OperatorAction } from '../../contract/operator-action.ts';
import { TOTP_FIELD } from '../../desktop/secrets/secrets.ts';
import { codePeriod, type TotpSettings } from '../../governance/totp.ts';
import { type CredentialOfTeam, codeUsedUntil, reserveCode } from '../../store/credentials/credentials.ts';
import type { Db } from '../../store/db/client.ts';

/** Maximum time in milliseconds to wait for a fresh code: two periods of most sites. */
const WAIT_MS = 65_000;

/** A one-time code that is reserved for this step. */
export interface ReservedCode {
  readonly name: string;
  readonly untilMs: number;
}

/** Returns whether an action types a one-time code. */
export const typesCode = (
  action: OperatorAction,
): action is Extract<OperatorAction, { action: 'type_secret' }> =>
  action.action === 'type_secret' && action.field === TOTP_FIELD;

/**
 * Waits until a credential has a code that no step has typed yet and that stays valid for a moment, and
 * reserves it: a site may refuse a repeated code, or lock the account.
 * @returns undefined if no such code becomes available in time
 */
export const reserveFreshCode = async (
  db: Db,
  credential: CredentialOfTeam,
  totp: Pick<TotpSettings, 'period'>,
  signal: AbortSignal,
): Promise<ReservedCode | undefined> => {
  for (const until = Date.now() + WAIT_MS; ;) {
    const { atMs, endsMs } = codePeriod(totp, Date.now(), await codeUsedUntil(db, credential));
    if (atMs > until) return undefined;
    // Another run may be waiting for the same period.
    if (atMs > Date.now()) await sleep(atMs - Date.now(), undefined, { signal });
    else if (await reserveCode(db, credential, endsMs)) return { name: credential.name, untilMs: endsMs };
  }
};
