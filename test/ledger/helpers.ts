import { createHash } from 'node:crypto';
import pg from 'pg';
import { onTestFinished } from 'vitest';
import {
  createLedger,
  type Conflict,
  type Entry,
  type Ledger,
  type NewEntry,
} from '../../src/ledger/index.ts';
import { bySomeKey } from '../helpers/actors.ts';
import { freshDatabase, type TestDatabase } from '../helpers/database.ts';

export interface LedgerTest {
  readonly database: TestDatabase;
  readonly ledger: Ledger;
  readonly conflicts: readonly Conflict[];
  /** A superuser's connection, for tampering and inspection. */
  readonly admin: pg.Client;
}

/** Opens a ledger in a separate database, with the teams team_a and team_b. */
export const openLedger = async (): Promise<LedgerTest> => {
  const database = await freshDatabase();
  const admin = new pg.Client({ connectionString: database.adminUrl });
  await admin.connect();
  await admin.query("INSERT INTO teams (id, name) VALUES ('team_a', 'a'), ('team_b', 'b')");
  const conflicts: Conflict[] = [];
  const ledger = createLedger({ pool: database.pool, onConflict: (conflict) => conflicts.push(conflict) });
  onTestFinished(async () => {
    await ledger.close();
    await admin.end();
  });
  return { database, ledger, conflicts, admin };
};

export const entryOf = (step: number, change: Partial<NewEntry> = {}): NewEntry => ({
  teamId: 'team_a',
  ledgerRef: 'wf-1',
  step,
  action: 'pii.scan',
  governance: 'masked in every log and in the ledger',
  summary: `Step ${step}`,
  detail: { step },
  actor: bySomeKey,
  ...change,
});

export const appendSteps = async (
  ledger: Ledger,
  count: number,
  change: Partial<NewEntry> = {},
): Promise<void> => {
  for (let step = 1; step <= count; step += 1) await ledger.append(entryOf(step, change));
};

const sha256 = (...parts: readonly (string | Buffer)[]): Buffer => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};

/** Returns a chain's hashes, computed from docs/ledger.md without the code under test. */
export const hashesOf = (teamId: string, bodies: readonly string[]): readonly string[] => {
  const hashes = [sha256(`pramaan/ledger/v1/genesis\n${teamId}`)];
  for (const body of bodies) hashes.push(sha256(hashes.at(-1) as Buffer, body));
  return hashes.map((hash) => hash.toString('hex'));
};

/** Returns whether a team's entries 1, 2, 3… follow from each other by the documented formula. */
export const isWholeChain = (teamId: string, entries: readonly Entry[]): boolean => {
  const hashes = hashesOf(
    teamId,
    entries.map(({ body }) => body),
  );
  return entries.every(
    ({ seq, prev_hash, row_hash }, index) =>
      seq === index + 1 && prev_hash === hashes[index] && row_hash === hashes[index + 1],
  );
};
