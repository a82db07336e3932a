import { type Kysely, sql } from 'kysely';
import { timesOf } from '../../governance/reviews/times.ts';
import { byService, type JsonObject, type Ledger } from '../../ledger/index.ts';
import type { Database } from '../../store/db/schema.ts';
import { policyOf } from '../../store/reviews/policies.ts';
import { evidenceOf } from './evidence.ts';
import { openReview } from './insert.ts';

/** What went wrong when a team's checkpoint was delivered to a witness. */
export interface FailedDelivery {
  readonly teamId: string;
  /** Name of the witness. */
  readonly witness: string;
  /** The reason, in words of this service. */
  readonly detail: string;
}

/** The review's description of it. */
interface Asked {
  readonly subject: { readonly kind: 'witness' | 'ledger'; readonly id: string; readonly case_id: null };
  readonly code: 'WITNESS-REFUSED' | 'LEDGER-BROKEN';
  readonly evidence: JsonObject;
}

/**
 * Asks an auditor or an administrator to look into a witness's refusal. Repeated refusals are asked about
 * once, until the witness has accepted a checkpoint again.
 * @returns the review's id; undefined if there is one already
 */
export const openWitnessReview = async (
  db: Kysely<Database>,
  ledger: Ledger,
  delivery: FailedDelivery,
): Promise<string | undefined> =>
  open(db, ledger, delivery, {
    subject: { kind: 'witness', id: delivery.witness, case_id: null },
    code: 'WITNESS-REFUSED',
    evidence: { refusal: delivery.detail },
  });

/**
 * Asks an auditor or an administrator to look into a ledger that failed verification when its checkpoint was
 * about to be delivered. A ledger that stays broken is asked about once, until the witness has accepted a
 * checkpoint again.
 * @returns the review's id; undefined if there is one already
 */
export const openLedgerReview = async (
  db: Kysely<Database>,
  ledger: Ledger,
  delivery: FailedDelivery,
): Promise<string | undefined> =>
  open(db, ledger, delivery, {
    subject: { kind: 'ledger', id: delivery.teamId, case_id: null },
    code: 'LEDGER-BROKEN',
    evidence: { fault: delivery.detail },
  });

const open = async (
  db: Kysely<Database>,
  ledger: Ledger,
  { teamId, witness, detail }: FailedDelivery,
  { subject, code, evidence }: Asked,
): Promise<string | undefined> =>
  db.transaction().execute(async (tx) => {
    const lock = `${subject.kind} ${teamId} ${subject.id}`;
    await sql`SELECT pg_advisory_xact_lock(hashtextextended(${lock}, 0))`.execute(tx);
    const { rows } = await sql<{ accepted: string | null; signed: string | null; is_asked: boolean }>`
      SELECT s.size AS accepted,
        (SELECT max(c.size) FROM ledger_checkpoints AS c WHERE c.team_id = t.id) AS signed,
        EXISTS (SELECT FROM reviews AS r
          WHERE r.team_id = t.id AND r.kind = ${subject.kind} AND r.subject->>'id' = ${subject.id}
          AND (r.state = 'open' OR r.created_at > coalesce(s.delivered_at, '-infinity'))) AS is_asked
      FROM teams AS t LEFT JOIN ledger_shipments AS s ON s.team_id = t.id AND s.witness = ${witness}
      WHERE t.id = ${teamId}`.execute(tx);
    const [state] = rows;
    if (state === undefined || state.is_asked) return undefined;
    const { policy } = await policyOf(tx, teamId);
    const sizes = { accepted_size: Number(state.accepted ?? 0), signed_size: Number(state.signed ?? 0) };
    return openReview(tx, ledger, {
      teamId,
      runId: null,
      ledgerRef: null,
      kind: subject.kind,
      vertical: null,
      reasons: [{ code, detail }],
      risk: null,
      evidence: evidenceOf(subject, { witness, ...evidence, ...sizes }),
      asked: ['auditor', 'admin'],
      fourEyes: false,
      submittedBy: null,
      submitter: null,
      times: timesOf(policy, null, new Date()),
      onExpiry: 'stay',
      actor: byService('ledger-audit'),
    });
  });
