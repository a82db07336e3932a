import { z } from 'zod';

export const timestamp = z
  .string()
  .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  .meta({
    id: 'Timestamp',
    description: 'RFC 3339 in UTC with milliseconds',
    examples: ['2026-11-27T10:15:30.123Z'],
  });

/**
 * Returns whether Postgres can read a time. It cannot read the year 0, an offset of 16 hours, or a time of more than 40
 * characters.
 */
const isStorable = (text: string): boolean =>
  text.length <= 40 && !text.startsWith('0000') && !/[+-](?:1[6-9]|2\d):\d\d$/.test(text);

/** A time from a caller: RFC 3339 with any offset, within the range that the database can read. */
export const time = z.iso
  .datetime({ offset: true })
  .refine(isStorable, 'expected a year from 0001, an offset below 16 hours and at most 40 characters')
  .meta({ examples: ['2026-04-01T00:00:00+05:30'] });

export const runId = z
  .string()
  .regex(/^run_[0-9a-z]{1,40}$/)
  .meta({ examples: ['run_019ac5b2f0007a3bb5c0d2f1e4a69788'] });

export const keyId = z
  .string()
  .regex(/^key_[0-9a-z]{1,40}$/)
  .meta({ examples: ['key_019ac5b2f0007a3bb5c0d2f1e4a69788'] });

export const personId = z
  .string()
  .regex(/^person_[0-9a-z]{1,40}$/)
  .meta({ examples: ['person_019ac5b2f0007a3bb5c0d2f1e4a69788'] });

export const sessionId = z
  .string()
  .regex(/^session_[0-9a-z]{1,40}$/)
  .meta({ examples: ['session_019ac5b2f0007a3bb5c0d2f1e4a69788'] });

export const ledgerRef = z
  .string()
  .regex(/^[a-z]{1,10}[-_][0-9A-Za-z_-]{1,80}$/)
  .meta({ examples: ['wf-019ac5b2f0007a3bb5c0d2f1e4a69788'] });

export const reviewId = z
  .string()
  .regex(/^rev_[0-9a-z]{1,40}$/)
  .meta({ examples: ['rev_019ac5b2f0007a3bb5c0d2f1e4a69788'] });

/** The ledger_ref of an agent task or an analysis, which is also its id. */
export const agentRef = z
  .string()
  .regex(/^(task|analyze)-[0-9a-f]{1,40}$/)
  .meta({ examples: ['task-019ac5b2f0007a3bb5c0d2f1e4a69788'] });

export const verticalIds = ['kyc', 'it', 'support', 'voice'] as const;
export const verticalId = z.enum(verticalIds).meta({ id: 'VerticalId' });

/** The vertical of a run: one of the service, or one that the team wrote. */
export const runVertical = z
  .string()
  .regex(/^[a-z][a-z0-9-]{1,39}$/)
  .meta({
    id: 'RunVertical',
    description:
      'A vertical of the service (`kyc`, `it`, `support`, `voice`), or the id of one that your team wrote',
    examples: ['kyc'],
  });

/** Visible ASCII, as in the header field of draft-ietf-httpapi-idempotency-key-header. */
export const idempotencyKey = z
  .string()
  .regex(/^[\x21-\x7e]{1,255}$/, 'expected 1 to 255 visible ASCII characters')
  .meta({
    description: 'Makes retries safe: for 24 hours, the same key and body return the first response again.',
  });

/** Query parameters of a paginated list. */
export const pageQuery = {
  limit: z
    .string()
    .regex(/^[1-9]\d{0,2}$/, 'expected a whole number from 1 to 100')
    .transform(Number)
    .refine((value) => value <= 100, 'expected a whole number from 1 to 100')
    .default(20)
    .meta({ override: { type: 'integer', minimum: 1, maximum: 100, default: 20 } }),
  cursor: z.string().max(500).optional().meta({ description: '`next_cursor` from the previous page' }),
};

/** What a run shows while it waits for a review of one of its calls. */
export const waitingForReview = z.object({
  kind: z.literal('review'),
  review_id: reviewId,
  tool: z.string().meta({ examples: ['write_record'] }),
  since: timestamp,
});
