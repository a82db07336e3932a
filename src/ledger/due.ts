import type pg from 'pg';
import { keysOfTeam, readKeys } from './log-keys.ts';
import { isSigned } from './signed-checkpoints.ts';

type Queries = Pick<pg.Pool, 'query'>;

interface Candidate {
  readonly team_id: string;
  readonly seq: number;
  readonly row_hash: Buffer;
  readonly size: number | null;
  readonly origin: string;
  readonly root: Buffer;
  readonly note: string;
  readonly last_row_hash: Buffer;
}

const PAGE = 500;

/**
 * Lists teams after a given one, in id order, whose chain has changed since its last signed checkpoint. Checks signatures,
 * because an unsigned checkpoint in the table must not make a chain look signed.
 */
export const teamsToSign = async (
  pool: Queries,
  { after, limit }: { readonly after: string; readonly limit: number },
): Promise<readonly string[]> => {
  const due: string[] = [];
  const keys = await readKeys(pool);
  for (let last: string | undefined = after; last !== undefined && due.length < limit;) {
    const page: readonly Candidate[] = await candidates(pool, last);
    for (const candidate of page) {
      if (due.length < limit && isDue(candidate, keys)) due.push(candidate.team_id);
    }
    last = page.length < PAGE ? undefined : page.at(-1)?.team_id;
  }
  return due;
};

/** Reads a page of chains that have rows or a checkpoint, each with its largest stored checkpoint. */
const candidates = async (pool: Queries, after: string): Promise<readonly Candidate[]> => {
  const { rows } = await pool.query<Candidate>(
    `SELECT h.team_id, h.seq, h.row_hash, last.size, last.origin, last.root, last.note, last.last_row_hash
     FROM ledger_heads AS h
     LEFT JOIN LATERAL (
       SELECT c.* FROM ledger_checkpoints AS c WHERE c.team_id = h.team_id ORDER BY c.size DESC LIMIT 1) AS last ON true
     WHERE h.team_id > $1 AND (h.seq > 0 OR last.size IS NOT NULL)
     ORDER BY h.team_id LIMIT ${PAGE}`,
    [after],
  );
  return rows;
};

const isDue = (candidate: Candidate, published: Awaited<ReturnType<typeof readKeys>>): boolean => {
  const { team_id: teamId, seq, row_hash, size, origin, root, note, last_row_hash } = candidate;
  if (size === null || seq !== size || !row_hash.equals(last_row_hash)) return true;
  const keys = keysOfTeam(published, teamId).map(({ key }) => key);
  return !isSigned({ origin, size, root, ownNote: note }, keys);
};
