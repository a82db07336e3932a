import type pg from 'pg';

/** What verify_agent_ledger found. first_broken is the seq of the first row that does not fit, null when ok. */
export interface Verification {
  readonly ok: boolean;
  readonly checked: number;
  readonly first_broken: number | null;
  readonly reason: string | null;
}

/** A row that was verified before: its seq, and its row_hash as 64 hex characters. */
export interface VerifiedUpTo {
  readonly seq: number;
  readonly rowHash: string;
}

/** Reading a long chain takes longer than the service lets an ordinary statement run. */
const STATEMENT_TIMEOUT = '15min';

interface VerificationRow {
  readonly ok: boolean;
  readonly checked: number | string;
  readonly first_broken: number | string | null;
  readonly reason: string | null;
}

/** Verifies a team's whole chain in the database, or only the rows after one that was verified before. */
export const verifyChain = async (
  pool: pg.Pool,
  teamId: string,
  since?: VerifiedUpTo,
): Promise<Verification> => {
  const client = await pool.connect();
  let broken: Error | undefined;
  // A connection that breaks between two statements would otherwise end the process.
  const onBroken = (error: Error): void => {
    broken = error;
  };
  client.on('error', onBroken);
  try {
    await client.query('BEGIN READ ONLY');
    await client.query(`SET LOCAL statement_timeout = '${STATEMENT_TIMEOUT}'`);
    const { rows } = await client.query<VerificationRow>('SELECT * FROM verify_agent_ledger($1, $2, $3)', [
      teamId,
      since?.seq ?? 0,
      since === undefined ? null : Buffer.from(since.rowHash, 'hex'),
    ]);
    await client.query('COMMIT');
    const [row] = rows;
    if (row === undefined) throw new Error('verify_agent_ledger gave no row');
    const firstBroken = row.first_broken === null ? null : Number(row.first_broken);
    return { ok: row.ok, checked: Number(row.checked), first_broken: firstBroken, reason: row.reason };
  } catch (error) {
    broken = error instanceof Error ? error : new Error(String(error));
    throw broken;
  } finally {
    // A client that failed is thrown away: its transaction may still be open.
    client.off('error', onBroken);
    client.release(broken);
  }
};
