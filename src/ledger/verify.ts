import type pg from 'pg';
import { longQuery, whileAnswering } from '../store/db/liveness.ts';

/** Result of verify_agent_ledger. first_broken is the seq of the first bad row; null when ok. */
export interface Verification {
  readonly ok: boolean;
  readonly checked: number;
  readonly first_broken: number | null;
  readonly reason: string | null;
}

/** A previously verified row: its seq, and its row_hash as 64 hex characters. */
export interface VerifiedUpTo {
  readonly seq: number;
  readonly rowHash: string;
}

/** Statement timeout for reading a long chain, which takes longer than the service's usual timeout allows. */
const STATEMENT_MS = 15 * 60_000;

interface VerificationRow {
  readonly ok: boolean;
  readonly checked: number | string;
  readonly first_broken: number | string | null;
  readonly reason: string | null;
}

const verifyOn = async (
  client: pg.PoolClient,
  teamId: string,
  since: VerifiedUpTo | undefined,
): Promise<Verification> => {
  const { rows } = await client.query<VerificationRow>(
    longQuery(
      'SELECT * FROM verify_agent_ledger($1, $2, $3)',
      [teamId, since?.seq ?? 0, since === undefined ? null : Buffer.from(since.rowHash, 'hex')],
      STATEMENT_MS,
    ),
  );
  const [row] = rows;
  if (row === undefined) throw new Error('verify_agent_ledger returned no row');
  const checked = Number(row.checked);
  const hidden = row.ok ? checked - (await visibleRows(client, teamId, since?.seq)) : 0;
  if (hidden !== 0) {
    const reason = `hidden: ${hidden} rows of the chain are hidden from the service by a policy, a rule or a view`;
    return { ok: false, checked, first_broken: null, reason };
  }
  const firstBroken = row.first_broken === null ? null : Number(row.first_broken);
  return { ok: row.ok, checked, first_broken: firstBroken, reason: row.reason };
};

/** Counts the rows visible to this connection. The verifier itself runs as the owner, to whom row policies do not apply. */
const visibleRows = async (
  client: pg.PoolClient,
  teamId: string,
  after: number | undefined,
): Promise<number> => {
  const { rows } = await client.query<{ count: number | string }>(
    longQuery(
      `SELECT count(*) FROM agent_actions WHERE team_id = $1${after === undefined ? '' : ' AND seq > $2'}`,
      [teamId, ...(after === undefined ? [] : [after])],
      STATEMENT_MS,
    ),
  );
  return Number(rows[0]?.count);
};

/** Verifies a team's whole chain in the database, or only the rows after a previously verified one. */
export const verifyChain = async (
  pool: pg.Pool,
  teamId: string,
  since?: VerifiedUpTo,
): Promise<Verification> => {
  const client = await pool.connect();
  let broken: Error | undefined;
  // Without a listener, a connection that breaks between two statements would end the process.
  const onBroken = (error: Error): void => {
    broken = error;
  };
  client.on('error', onBroken);
  try {
    // Both statements share one snapshot, so that a concurrent append does not look like a hidden row.
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    await client.query(`SET LOCAL statement_timeout = ${STATEMENT_MS}`);
    const found = await whileAnswering(pool, client, async () => verifyOn(client, teamId, since));
    await client.query('COMMIT');
    return found;
  } catch (error) {
    broken = error instanceof Error ? error : new Error(String(error));
    throw broken;
  } finally {
    // A failed client is discarded, because its transaction may still be open.
    client.off('error', onBroken);
    client.release(broken);
  }
};
