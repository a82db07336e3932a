import { z } from 'zod';
import { actorSchema } from './actor.ts';
import { ledgerRef, pageQuery, runId, time, timestamp, verticalId } from './common.ts';
import { roleSchema } from './roles.ts';

export const reviewId = z
  .string()
  .regex(/^rev_[0-9a-z]{1,40}$/)
  .meta({ examples: ['rev_019ac5b2f0007a3bb5c0d2f1e4a69788'] });

/** What opens a review. */
export const reviewKinds = ['escalation', 'payout'] as const;

export const reviewStates = ['open', 'claimed', 'decided', 'expired'] as const;

export const reviewOptions = ['approve', 'reject', 'resolve', 'send_back', 'refer'] as const;

export type ReviewOption = (typeof reviewOptions)[number];

const kind = z.enum(reviewKinds).meta({ id: 'ReviewKind' });
const state = z.enum(reviewStates).meta({
  id: 'ReviewState',
  description: '`claimed` while somebody has a lease of 30 minutes; `decided` and `expired` are final',
});
const option = z.enum(reviewOptions).meta({ id: 'ReviewOption' });

const reviewDecisionSchema = z
  .object({
    by: actorSchema,
    option,
    reason: z.string().nullable(),
    note: z.string().nullable(),
    approved_amount: z
      .string()
      .nullable()
      .meta({ description: 'Rupees that an approval states; null: the amount of the claim or payout' }),
    at: timestamp,
  })
  .meta({ id: 'ReviewDecision' });

const reviewCommentSchema = z
  .object({ by: actorSchema, text: z.string(), at: timestamp })
  .meta({ id: 'ReviewComment' });

/** A review in a list, without what only its reader needs. */
export const reviewSummarySchema = z
  .object({
    id: reviewId.meta({ description: 'Also the `ledger_ref` of its own rows' }),
    kind,
    state,
    vertical: verticalId,
    run_id: runId,
    ledger_ref: ledgerRef.meta({ description: "Reference of the case's rows" }),
    subject: z.object({
      kind: z.enum(['claim', 'ticket', 'call', 'payout']),
      id: z.string().nullable(),
      case_id: z.string().nullable().meta({ description: "The caller's own id for the case, masked" }),
    }),
    reasons: z.array(z.object({ code: z.string(), detail: z.string() })),
    risk: z
      .object({
        score: z.number(),
        band: z.enum(['low', 'medium', 'high']),
        rules: z.string(),
        features: z.record(z.string(), z.number()),
      })
      .nullable(),
    options: z.array(option),
    roles: z
      .partialRecord(option, z.array(roleSchema))
      .meta({ description: 'Roles that may choose each option; one of them is enough' }),
    asked: z.array(roleSchema).meta({ description: 'Roles that are asked to decide' }),
    four_eyes: z.boolean().meta({ description: 'Whether two people have to approve' }),
    submitted_by: actorSchema
      .nullable()
      .meta({ description: 'Who submitted the case and so may not decide it' }),
    remind_at: timestamp,
    due_at: timestamp,
    overdue: z.boolean(),
    expires_at: timestamp.nullable(),
    on_expiry: z.enum(['refer', 'stay']).meta({
      description:
        '`refer`: a review for the next role takes its place; `stay`: it stays open. Nothing is ever approved.',
    }),
    claimed_by: actorSchema.nullable(),
    claimed_until: timestamp.nullable(),
    decisions: z
      .array(reviewDecisionSchema)
      .meta({ description: 'Oldest first; the last one of a decided review counts' }),
    created_at: timestamp,
    closed_at: timestamp.nullable(),
  })
  .meta({ id: 'ReviewSummary' });

export const reviewSchema = reviewSummarySchema
  .extend({
    evidence: z.record(z.string(), z.unknown()).meta({
      description: 'The case as its ledger rows and records describe it, masked. It never changes.',
    }),
    evidence_sha256: z.string().meta({ description: 'SHA-256 of `evidence` in canonical JSON (RFC 8785)' }),
    comments: z.array(reviewCommentSchema),
  })
  .meta({ id: 'Review' });

export type ReviewSummary = z.output<typeof reviewSummarySchema>;
export type ReviewBody = z.output<typeof reviewSchema>;

export const reviewListQuery = z.strictObject({
  state: z
    .enum(reviewStates)
    .optional()
    .meta({ description: 'Default: what waits for a decision, claimed or not' }),
  kind: z.enum(reviewKinds).optional(),
  assignee: z
    .string()
    .regex(/^(me|(person|key)_[0-9a-z]{1,40})$/, 'expected me, or the id of a person or key')
    .optional()
    .meta({ description: 'Who has claimed it: `me`, or the id of a person or key' }),
  due_before: time.optional(),
  ...pageQuery,
});

export const reviewListSchema = z
  .object({
    reviews: z.array(reviewSummarySchema),
    next_cursor: z.string().nullable().meta({ description: 'null on the last page' }),
  })
  .meta({ id: 'ReviewList' });

const words = (max: number, what: string) =>
  z
    .string()
    .max(max)
    .refine((text) => text.trim() !== '', `expected ${what}`);

/** Options for which somebody outside is told the reason. */
const told: ReadonlySet<ReviewOption> = new Set(['reject', 'send_back']);

export const decideReviewBody = z
  .strictObject({
    option,
    reason: words(1_000, 'a reason')
      .optional()
      .meta({
        description:
          'What the customer is told: for `reject` why, for `send_back` what is missing. Required for these two, and without codes of rules.',
        examples: ['Please send the discharge summary with the date of discharge.'],
      }),
    note: words(2_000, 'a note').optional().meta({ description: 'For colleagues and auditors' }),
    approved_amount: z
      .string()
      .regex(/^(?!0+(?:\.0+)?$)\d{1,9}(?:\.\d{1,2})?$/, 'expected rupees above zero, such as 128416.25')
      .optional()
      .meta({
        description:
          'With `approve`, the rupees to pay for a claim: at most what it claims. Default: what the terms propose, or the whole amount',
        examples: ['128416.25'],
      }),
  })
  .refine(({ option: chosen, approved_amount: amount }) => chosen === 'approve' || amount === undefined, {
    path: ['approved_amount'],
    message: 'is only possible with approve',
  })
  .refine(({ option: chosen, reason }) => !told.has(chosen) || reason !== undefined, {
    path: ['reason'],
    message: 'is required for reject and send_back',
  })
  .refine(({ option: chosen, reason = '' }) => !told.has(chosen) || !/\b[A-Z]{2,}-[A-Z]{2,}/.test(reason), {
    path: ['reason'],
    message: 'expected words for the customer, without codes of rules',
  })
  .meta({ id: 'DecideReview' });

export const commentReviewBody = z
  .strictObject({ text: words(2_000, 'a text') })
  .meta({ id: 'CommentReview' });

/** A team's rules for reviews. */
export const reviewPolicyBody = z
  .strictObject({
    four_eyes_above: z
      .int()
      .min(0)
      .max(1_000_000_000)
      .nullable()
      .meta({
        description:
          'Rupees. Two people approve a claim or payout above this amount; null: one person is enough.',
        examples: [500_000],
      }),
    due_minutes: z
      .int()
      .min(5)
      .max(43_200)
      .meta({
        description: 'Minutes within which a review is due, unless the case is more urgent',
        examples: [1_440],
      }),
    remind_minutes: z
      .int()
      .min(1)
      .max(1_440)
      .meta({
        description: 'Minutes before the due time at which `review.due_soon` is emitted',
        examples: [60],
      }),
    expire_minutes: z
      .int()
      .min(5)
      .max(129_600)
      .meta({
        description: 'Minutes after the due time until a review is referred to the next role',
        examples: [4_320],
      }),
  })
  .meta({ id: 'SetReviewPolicy' });

export type ReviewPolicy = z.output<typeof reviewPolicyBody>;

export const reviewPolicySchema = reviewPolicyBody
  .extend({
    version: z.int().min(0).meta({ description: '0: the default rules' }),
    set_by: actorSchema.nullable(),
    set_at: timestamp.nullable(),
  })
  .meta({ id: 'ReviewPolicy' });

export const reviewStatsQuery = z.strictObject({
  since: time.optional().meta({ description: 'Decisions of this time or later. Default: the last 30 days' }),
});

const group = { kind, role: roleSchema.meta({ description: 'The last role that was asked' }) };

export const reviewStatsSchema = z
  .object({
    since: timestamp,
    waiting: z.array(z.object({ ...group, open: z.int(), claimed: z.int(), overdue: z.int() })).meta({
      description: 'Reviews that nobody has decided; `open` includes the other two',
    }),
    decided: z.array(
      z.object({
        ...group,
        decided: z.int(),
        late: z.int().meta({ description: 'Decided after the due time' }),
        median_seconds: z.int().meta({ description: 'From the opening to the decision' }),
      }),
    ),
  })
  .meta({ id: 'ReviewStats' });

export type ReviewStats = z.output<typeof reviewStatsSchema>;
