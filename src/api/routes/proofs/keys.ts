import { getLogKeys } from '../../../contract/operations/proofs.ts';
import { originOf, publishedKeys } from '../../../ledger/log-keys.ts';
import { formatVerifierKey } from '../../../ledger/proofs/verifier-key.ts';
import { route } from '../../services/route.ts';

export const getLogKeysRoute = route(getLogKeys, async ({ caller }, { pool, settings }) => {
  const published = await publishedKeys(pool, caller.teamId);
  const keys = published.map(({ key, publishedAt, retiredAt }) => ({
    vkey: formatVerifierKey(key),
    key_id: key.id,
    state: retiredAt === null ? 'active' : 'retired',
    published_at: publishedAt.toISOString(),
    retired_at: retiredAt?.toISOString() ?? null,
  }));
  const { ledgerOrigin, cosigners } = settings;
  return { status: 200, body: { origin: originOf(ledgerOrigin, caller.teamId), keys, witnesses: cosigners } };
});
