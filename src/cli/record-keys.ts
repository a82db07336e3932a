import { join } from 'node:path';
import { keyRing } from '../config.ts';
import { byService, createLedger, recordsImported } from '../ledger/index.ts';
import { ProvisionError } from '../provision/problem.ts';
import { loadSecrets } from '../provision/secrets.ts';
import { readServiceFile } from '../provision/service-file.ts';
import { KeyRing } from '../store/crypto/key-ring.ts';
import { seedDemoRecords } from '../store/records/demo.ts';
import { DIGEST_PURPOSE } from '../store/records/digest.ts';
import { digestsByKey } from '../store/records/digest-use.ts';
import { requireTeam, type Where, withDatabase } from './connection.ts';
import { EXIT, type Outcome, table } from './outcome.ts';

/** Writes the demo records of docs/rules.md for a team. */
export const writeDemoRecords = async (
  where: Where,
  teamName: string,
  encryptionKeys: string | undefined,
): Promise<Outcome> => {
  const ring = await ringOf(where, encryptionKeys);
  return withDatabase(where, async ({ db, pool }) => {
    const team = await requireTeam(db, teamName);
    const ledger = createLedger({ pool });
    await db.transaction().execute(async (tx) => {
      await seedDemoRecords(tx, ring, team.id);
      const act = { teamId: team.id, actor: byService('command-line') };
      await ledger.appendIn(tx, recordsImported(act, 'Demo records were written.', { demo: true }));
    });
    await ledger.close();
    return { code: EXIT.ok, json: { team }, text: `Team ${team.name} has the demo records.` };
  });
};

const ringOf = async ({ dataDir }: Where, encryptionKeys: string | undefined): Promise<KeyRing> => {
  const isLocal = encryptionKeys === undefined && (await readServiceFile(dataDir)) !== undefined;
  const text = isLocal ? (await loadSecrets(dataDir)).encryption_keys : encryptionKeys;
  const keys = keyRing.safeParse(text);
  if (keys.success) return new KeyRing(keys.data, DIGEST_PURPOSE);
  throw new ProvisionError(
    'The digests of demo records need the keys of the service.',
    `Set ENCRYPTION_KEYS as the service has it, or run npm start (${join(dataDir, 'secrets.json')}).`,
  );
};

/** Shows how many digests each key has made, to tell when an old key may leave the ring. */
export const showDigests = async (where: Where, teamName: string): Promise<Outcome> =>
  withDatabase(where, async ({ db }) => {
    const team = await requireTeam(db, teamName);
    const uses = await digestsByKey(db, team.id);
    const rows = uses.map(({ table: name, key, rows }) => [name, key ?? 'salt', String(rows)]);
    return {
      code: EXIT.ok,
      json: { team, digests: uses },
      text:
        uses.length === 0 ? `Team ${team.name} has no digests.` : table([['table', 'key', 'rows'], ...rows]),
    };
  });
