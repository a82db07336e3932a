import { type Kysely, sql } from 'kysely';
import { timesOf } from '../../governance/reviews/times.ts';
import { byService, type Ledger } from '../../ledger/index.ts';
import type { Database } from '../../store/db/schema.ts';
import { policyOf } from '../../store/reviews/policies.ts';
import { evidenceOf } from './evidence.ts';
import { openReview } from './insert.ts';

/** A witness's refusal of a team's checkpoint. */
export interface WitnessRefusal {
  readonly teamId: string;
  /** Name of the witness. */
  readonly witness: string;
  /** Why, in words of this service. */
  readonly detail: string;
}

/**
 * Asks an auditor or an administrator to look into a witness's refusal. A witness that goes on refusing is asked about once, until it
 * has accepted a checkpoint again.
 * @returns the review's id; undefined if there is one already
 */
export const openWitnessReview = async (
  db: Kysely<Database>,
  ledger: Ledger,
  { teamId, witness, detail }: WitnessRefusal,
): Promise<string | undefined> =>
  db.transaction().execute(async (tx) => {
    await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`witness ${teamId} ${witness}`}, 0))`.execute(
      tx,
    );
    const { rows } = await sql<{ accepted: string | null; signed: string | null; is_asked: boolean }>`
      SELECT s.size AS accepted,
        (SELECT max(c.size) FROM ledger_checkpoints AS c WHERE c.team_id = t.id) AS signed,
        EXISTS (SELECT FROM reviews AS r WHERE r.team_id = t.id AND r.kind = 'witness' AND r.subject->>'id' = ${witness}
          AND (r.state = 'open' OR r.created_at > coalesce(s.delivered_at, '-infinity'))) AS is_asked
      FROM teams AS t LEFT JOIN ledger_shipments AS s ON s.team_id = t.id AND s.witness = ${witness}
      WHERE t.id = ${teamId}`.execute(tx);
    const [state] = rows;
    if (state === undefined || state.is_asked) return undefined;
    const { policy } = await policyOf(tx, teamId);
    const subject = { kind: 'witness', id: witness, case_id: null } as const;
    return openReview(tx, ledger, {
      teamId,
      runId: null,
      ledgerRef: null,
      kind: 'witness',
      vertical: null,
      reasons: [{ code: 'WITNESS-REFUSED', detail }],
      risk: null,
      evidence: evidenceOf(subject, {
        witness,
        refusal: detail,
        accepted_size: Number(state.accepted ?? 0),
        signed_size: Number(state.signed ?? 0),
      }),
      asked: ['auditor', 'admin'],
      fourEyes: false,
      submittedBy: null,
      submitter: null,
      times: timesOf(policy, null, new Date()),
      onExpiry: 'stay',
      actor: byService('ledger-audit'),
    });
  });
