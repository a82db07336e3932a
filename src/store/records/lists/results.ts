import { sql } from 'kysely';
import { formatRupees } from '../../../governance/amounts.ts';
import { equals, isoTime, type ListKind, resultFilters } from './kind.ts';

const claims: ListKind = {
  from: sql`claims AS r LEFT JOIN payouts AS p ON p.team_id = r.team_id AND p.claim_key = r.claim_key`,
  columns: sql`r.id, r.claim_id, r.run_id, r.policy, r.pan_masked, r.aadhaar_masked, r.diagnosis,
    r.admission::text, r.discharge::text, r.amount_paise, r.accident, r.decision, r.reasons, r.risk_score,
    r.review, r.outcome, r.approved_paise, r.submissions, p.id AS payout_id, r.filed_at, r.updated_at`,
  order: ['filed_at', 'id'],
  newestFirst: true,
  filters: { decision: equals('r.decision'), policy: equals('r.policy'), ...resultFilters('r.filed_at') },
  show: (row) => ({
    id: row['id'],
    claim_id: row['claim_id'],
    run_id: row['run_id'],
    policy: row['policy'],
    pan: row['pan_masked'],
    aadhaar: row['aadhaar_masked'],
    diagnosis: row['diagnosis'],
    admission: row['admission'],
    discharge: row['discharge'],
    amount: row['amount_paise'] === null ? null : formatRupees(BigInt(row['amount_paise'] as number)),
    accident: row['accident'],
    decision: row['decision'],
    reasons: row['reasons'],
    risk_score: row['risk_score'],
    outcome: row['outcome'],
    approved: row['approved_paise'] === null ? null : formatRupees(BigInt(row['approved_paise'] as number)),
    review: row['review'],
    submissions: row['submissions'],
    payout_id: row['payout_id'],
    filed_at: isoTime(row['filed_at']),
    updated_at: isoTime(row['updated_at']),
  }),
};

const payouts: ListKind = {
  from: sql`payouts AS r JOIN claims AS c ON c.team_id = r.team_id AND c.claim_key = r.claim_key`,
  columns: sql`r.id, c.id AS claim, c.claim_id, r.run_id, r.policy, r.amount_paise, r.status, r.hold_reason,
    r.attempt, r.reference, r.queued_at, r.settled_at, r.updated_at`,
  order: ['queued_at', 'id'],
  newestFirst: true,
  filters: { status: equals('r.status'), policy: equals('r.policy'), ...resultFilters('r.queued_at') },
  show: (row) => ({
    id: row['id'],
    claim: row['claim'],
    claim_id: row['claim_id'],
    run_id: row['run_id'],
    policy: row['policy'],
    amount: formatRupees(BigInt(row['amount_paise'] as number)),
    status: row['status'],
    hold_reason: row['hold_reason'],
    attempt: row['attempt'],
    reference: row['reference'],
    queued_at: isoTime(row['queued_at']),
    settled_at: row['settled_at'] === null ? null : isoTime(row['settled_at']),
    updated_at: isoTime(row['updated_at']),
  }),
};

const tickets: ListKind = {
  from: sql`tickets AS r`,
  columns: sql`r.id, r.vertical, r.ticket_id, r.run_id, r.category, r.severity, r.subject, r.status, r.decision,
    r.reasons, r.review, r.submissions, r.opened_at, r.updated_at`,
  order: ['opened_at', 'id'],
  newestFirst: true,
  filters: { vertical: equals('r.vertical'), status: equals('r.status'), ...resultFilters('r.opened_at') },
  show: (row) => ({
    ...row,
    opened_at: isoTime(row['opened_at']),
    updated_at: isoTime(row['updated_at']),
  }),
};

const messages: ListKind = {
  from: sql`messages AS r`,
  columns: sql`r.id, r.run_id, r.kind, r.to_masked, r.body, r.state, r.code, r.attempts, r.queued_at, r.ended_at`,
  order: ['queued_at', 'id'],
  newestFirst: true,
  filters: { kind: equals('r.kind'), state: equals('r.state'), ...resultFilters('r.queued_at') },
  show: (row) => ({
    id: row['id'],
    run_id: row['run_id'],
    kind: row['kind'],
    to: row['to_masked'],
    body: row['body'],
    state: row['state'],
    code: row['code'],
    attempts: row['attempts'],
    queued_at: isoTime(row['queued_at']),
    ended_at: row['ended_at'] === null ? null : isoTime(row['ended_at']),
  }),
};

/** Lists of the records that runs write. */
export const resultLists = { claims, payouts, tickets, messages } as const;
