import { setTimeout as sleep } from 'node:timers/promises';
import type { OperatorAction } from '../../contract/operator-action.ts';
import { TOTP_FIELD } from '../../desktop/secrets/secrets.ts';
import { codePeriod, type TotpSettings } from '../../governance/totp.ts';
import { codeUsedUntil, reserveCode } from '../../store/credentials/credentials.ts';
import type { Db } from '../../store/db/client.ts';

/** Maximum time in milliseconds to wait for a fresh code: two periods of most sites. */
const WAIT_MS = 65_000;

interface CodeWanted {
  readonly teamId: string;
  readonly action: Extract<OperatorAction, { action: 'type_secret' }>;
  readonly totp: TotpSettings | undefined;
}

/**
 * Waits until a credential has a code that no step has typed yet and that stays valid for a moment, and reserves it, because sites may
 * refuse a code that they see twice.
 * @returns false if there will be none in time
 */
export const reserveFreshCode = async (
  db: Db,
  { teamId, action: { name, field }, totp }: CodeWanted,
  signal: AbortSignal,
): Promise<boolean> => {
  if (field !== TOTP_FIELD || totp === undefined) return true;
  const credential = { teamId, name };
  for (const until = Date.now() + WAIT_MS; ;) {
    const { atMs, endsMs } = codePeriod(totp, Date.now(), await codeUsedUntil(db, credential));
    if (atMs > until) return false;
    // Another run may wait for the same period.
    if (atMs > Date.now()) await sleep(atMs - Date.now(), undefined, { signal });
    else if (await reserveCode(db, credential, endsMs)) return true;
  }
};
