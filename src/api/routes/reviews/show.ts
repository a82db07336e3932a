import type { z } from 'zod';
import type { reviewSchema, reviewSummarySchema } from '../../../contract/review.ts';
import { formatRupees } from '../../../governance/amounts.ts';
import { rolesOf } from '../../../governance/reviews/options.ts';
import type { ReviewRecord, WholeReview } from '../../../store/reviews/reviews.ts';

type Summary = z.input<typeof reviewSummarySchema>;

const iso = (time: Date | string): string => new Date(time).toISOString();
const isoOrNull = (time: Date | null): string | null => time?.toISOString() ?? null;

/** Returns a review as a list shows it. An expired lease is not shown. */
export const showSummary = (record: ReviewRecord): Summary => ({
  id: record.id,
  kind: record.kind,
  state: record.is_claimed ? 'claimed' : record.state,
  vertical: record.vertical,
  run_id: record.run_id,
  ledger_ref: record.ledger_ref,
  subject: record.subject,
  reasons: [...record.reasons],
  risk: record.risk,
  options: [...record.options],
  roles: Object.fromEntries(record.options.map((option) => [option, [...rolesOf(option, record.asked)]])),
  asked: [...record.asked],
  four_eyes: record.four_eyes,
  submitted_by: record.submitted_by,
  remind_at: iso(record.remind_at),
  due_at: iso(record.due_at),
  overdue: record.is_overdue,
  expires_at: isoOrNull(record.expires_at),
  on_expiry: record.on_expiry,
  claimed_by: record.is_claimed ? record.claimed_by : null,
  claimed_until: record.is_claimed ? isoOrNull(record.claimed_until) : null,
  decisions: record.decisions.map(({ by, option, reason, note, documents, amount_paise: paise, at }) => ({
    by,
    option,
    reason,
    note,
    documents: [...documents],
    approved_amount: paise == null ? null : formatRupees(BigInt(paise)),
    at: iso(at),
  })),
  created_at: iso(record.created_at),
  closed_at: isoOrNull(record.closed_at),
});

/** Returns a review as its reader sees it. */
export const showReview = (record: WholeReview): z.input<typeof reviewSchema> => ({
  ...showSummary(record),
  evidence: record.evidence,
  evidence_sha256: record.evidence_sha256,
  comments: record.comments.map(({ by, text, at }) => ({ by, text, at: iso(at) })),
});
