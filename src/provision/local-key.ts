import { scopes } from '../contract/scopes.ts';
import { byService, createLedger, keyIssued } from '../ledger/index.ts';
import { KeyRing, type NamedKey } from '../store/crypto/key-ring.ts';
import { createDatabase, createPool } from '../store/db/client.ts';
import { Authenticator } from '../store/keys/authenticate.ts';
import { issueKey } from '../store/keys/store.ts';
import { ensureTeam } from '../store/keys/team.ts';
import { DIGEST_PURPOSE } from '../store/records/digest.ts';

/** The team to which `npm start`'s key belongs. */
export const LOCAL_TEAM = 'default';

/**
 * Returns the key issued by the last start if it still works, and otherwise a new one. It has every scope, because it is the
 * administrator's own key.
 */
export const provideKey = async (
  databaseUrl: string,
  encryptionKeys: readonly NamedKey[],
  earlier: string | undefined,
): Promise<string> => {
  const pool = createPool(databaseUrl, { max: 1 });
  const db = createDatabase(pool);
  const ledger = createLedger({ pool });
  try {
    const team = await ensureTeam(db, {
      name: LOCAL_TEAM,
      demoRecords: new KeyRing(encryptionKeys, DIGEST_PURPOSE),
    });
    const caller = earlier === undefined ? undefined : await new Authenticator(db).byKey(earlier);
    if (earlier !== undefined && caller?.teamId === team.id) return earlier;
    return await db.transaction().execute(async (tx) => {
      const { key, record } = await issueKey(tx, { teamId: team.id, name: 'npm start', scopes });
      await ledger.appendIn(tx, keyIssued({ teamId: team.id, actor: byService('npm-start') }, record));
      return key;
    });
  } finally {
    await db.destroy();
  }
};
