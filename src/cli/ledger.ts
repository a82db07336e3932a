import type pg from 'pg';
import { anchorOf } from '../ledger/audit/anchor.ts';
import { catalogChanges } from '../ledger/audit/catalog-changes.ts';
import { AuditFindingError } from '../ledger/audit/finding.ts';
import { checkSignedRoots } from '../ledger/audit/signed-roots.ts';
import { verifyChain, type Verification } from '../ledger/verify.ts';
import { requireTeam, withDatabase, type Where } from './connection.ts';
import { EXIT, type Outcome } from './outcome.ts';

/** The number of signed checkpoints and of the rows that they cover. */
interface Signed {
  readonly checkpoints: number;
  /** Number of rows covered by the largest of them. */
  readonly covered: number;
}

/**
 * Recomputes a team's whole chain in the database and compares it with every signed checkpoint, because a chain that was
 * truncated at either end is still consistent by itself. Also compares the database's ledger code with the release's, because a
 * replaced verifier could approve anything. Any mismatch is reported as `foundWrong`.
 */
export const verifyLedger = async (where: Where, teamName: string): Promise<Outcome> =>
  withDatabase(where, async ({ db, pool }) => {
    const team = await requireTeam(db, teamName);
    const chain = await verifyChain(pool, team.id);
    const held = chain.ok ? await holdAgainstSigned(pool, team.id) : undefined;
    const found: Verification = held instanceof AuditFindingError ? brokenBy(held, chain) : chain;
    const signed = held instanceof AuditFindingError ? undefined : held;
    const changed = await catalogChanges(pool);
    const lines = [
      found.ok
        ? `The chain of team ${team.name} is intact: ${found.checked} entries.`
        : `The chain of team ${team.name} is BROKEN at seq ${found.first_broken ?? 'unknown'}: ${found.reason}`,
      ...(signed === undefined ? [] : [signedLine(signed)]),
      ...(changed ?? []).map(
        ({ name, change }) => `DIFFERS from the release: ${name} (${change}). Do not trust the lines above.`,
      ),
    ];
    return {
      code: found.ok && (changed ?? []).length === 0 ? EXIT.ok : EXIT.foundWrong,
      json: { team, ...found, signed: signed ?? null, changed: changed ?? null },
      text: lines.join('\n'),
    };
  });

const holdAgainstSigned = async (pool: pg.Pool, teamId: string): Promise<Signed | AuditFindingError> => {
  try {
    const { foreign } = await anchorOf(pool, teamId, 0);
    return foreign ?? (await checkSignedRoots(pool, teamId));
  } catch (error) {
    if (error instanceof AuditFindingError) return error;
    throw error;
  }
};

const brokenBy = ({ kind, seq, message }: AuditFindingError, { checked }: Verification): Verification => ({
  ok: false,
  checked,
  first_broken: seq,
  reason: `${kind}: ${message}`,
});

const signedLine = ({ checkpoints, covered }: Signed): string =>
  checkpoints === 0
    ? 'No checkpoint has been signed yet, so nobody would notice if the whole chain were rewritten.'
    : `Its ${checkpoints} signed checkpoints cover the rows up to ${covered}.`;
