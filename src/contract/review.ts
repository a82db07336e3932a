import { z } from 'zod';
import { actorSchema } from './actor.ts';
import { agentRef, ledgerRef, pageQuery, reviewId, runId, runVertical, time, timestamp } from './common.ts';
import { operatorRunId } from './operator.ts';
import { roleSchema } from './roles.ts';

/** The reason for which a review is opened. */
export const reviewKinds = [
  'escalation',
  'payout',
  'tool_call',
  'operator',
  'quality',
  'switch',
  'witness',
  'ledger',
  'step',
  'act',
] as const;

export type ReviewKind = (typeof reviewKinds)[number];

export const reviewStates = ['open', 'claimed', 'decided', 'expired', 'superseded'] as const;

export const reviewOptions = [
  'approve',
  'reject',
  'resolve',
  'send_back',
  'refer',
  'deny',
  'agree',
  'disagree',
] as const;

export type ReviewOption = (typeof reviewOptions)[number];

const kind = z.enum(reviewKinds).meta({ id: 'ReviewKind' });
const state = z.enum(reviewStates).meta({
  id: 'ReviewState',
  description:
    '`claimed` while somebody has a lease of 30 minutes. `decided`, `expired` and `superseded` are final; a superseded one asks ' +
    'about something that is over.',
});
const option = z.enum(reviewOptions).meta({ id: 'ReviewOption' });

/** The subject of a review. `call` is a phone call. */
export const reviewSubjects = [
  'claim',
  'ticket',
  'call',
  'payout',
  'tool_call',
  'action',
  'switch',
  'witness',
  'ledger',
  'case',
  'step',
  'act',
] as const;

const reviewedRunId = z.union([runId, operatorRunId, agentRef]);

const reviewDecisionSchema = z
  .object({
    by: actorSchema,
    option,
    reason: z.string().nullable(),
    note: z.string().nullable(),
    documents: z.array(z.string()).meta({ description: 'Names of the documents that `send_back` asks for' }),
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

/** A review in a list, without the parts that only its reader needs. */
export const reviewSummarySchema = z
  .object({
    id: reviewId.meta({ description: 'Also the `ledger_ref` of its own rows' }),
    kind,
    state,
    vertical: runVertical.nullable(),
    run_id: reviewedRunId
      .nullable()
      .meta({ description: 'null for a switch, a witness, the ledger or an act elsewhere' }),
    ledger_ref: ledgerRef.meta({
      description:
        "Reference of the case's rows, of the row that suspended, or for a witness or the ledger the review's own id",
    }),
    subject: z.object({
      kind: z.enum(reviewSubjects),
      id: z.string().nullable().meta({
        description:
          'Id of the record; for a tool call, its id in the stream of the run; for a witness, its name; for the ledger, its team',
      }),
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
    on_expiry: z.enum(['refer', 'stay', 'refuse']).meta({
      description:
        '`refer`: a review for the next role takes its place; `stay`: it stays open; `refuse`: the call or action is not made. ' +
        'Nothing is ever approved.',
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

/** Options that need a reason, because a customer reads it, or for `deny` the model. */
const NEEDS_REASON: ReadonlySet<ReviewOption> = new Set(['reject', 'send_back', 'deny']);
const toCustomers: ReadonlySet<ReviewOption> = new Set(['reject', 'send_back']);

export const decideReviewBody = z
  .strictObject({
    option,
    reason: words(1_000, 'a reason')
      .optional()
      .meta({
        description:
          'What the customer is told: for `reject` why, for `send_back` what is missing, without codes of rules. For `deny`, what ' +
          'the model reads, or whoever asked to resume work. Required for these three.',
        examples: ['Please send the discharge summary with the date of discharge.'],
      }),
    note: words(2_000, 'a note').optional().meta({ description: 'For colleagues and auditors' }),
    documents: z
      .array(words(100, 'a name'))
      .min(1)
      .max(20)
      .refine((names) => new Set(names).size === names.length, 'expected every name once')
      .optional()
      .meta({
        description:
          'Names of the documents that `send_back` asks for. The case goes on once all of them have come.',
        examples: [['discharge summary']],
      }),
    approved_amount: z
      .string()
      .regex(/^(?!0+(?:\.0+)?$)\d{1,9}(?:\.\d{1,2})?$/, 'expected rupees above zero, such as 128416.25')
      .optional()
      .meta({
        description:
          'With `approve`, the rupees to pay for a claim: at most what it claims. Default: what the terms propose, or the whole amount',
        examples: ['128416.25'],
      }),
    answer: z.string().trim().min(1).max(4_000).optional().meta({
      description:
        "With `approve`, the answer to an operator's question that wants a text or a choice; stored sealed",
    }),
    arguments: z.record(z.string(), z.unknown()).optional().meta({
      description: 'Arguments with which an approved tool call is made instead of those that the model gave',
    }),
  })
  .refine(({ option: chosen, arguments: changed }) => changed === undefined || chosen === 'approve', {
    path: ['arguments'],
    message: 'belongs to approve',
  })
  .refine(({ option: chosen, documents }) => documents === undefined || chosen === 'send_back', {
    path: ['documents'],
    message: 'belongs to send_back',
  })
  .refine(({ option: chosen, approved_amount: amount }) => chosen === 'approve' || amount === undefined, {
    path: ['approved_amount'],
    message: 'is only possible with approve',
  })
  .refine(({ option: chosen, reason }) => !NEEDS_REASON.has(chosen) || reason !== undefined, {
    path: ['reason'],
    message: 'is required for reject, send_back and deny',
  })
  .refine(
    ({ option: chosen, reason = '' }) => !toCustomers.has(chosen) || !/\b[A-Z]{2,}-[A-Z]{2,}/.test(reason),
    {
      path: ['reason'],
      message: 'expected words for the customer, without codes of rules',
    },
  )
  .meta({ id: 'DecideReview' });

export const commentReviewBody = z
  .strictObject({ text: words(2_000, 'a text') })
  .meta({ id: 'CommentReview' });

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
    quality: z
      .object({
        agreed: z.int(),
        disagreed: z.int(),
        agreement: z
          .number()
          .nullable()
          .meta({ description: 'Share of checks that agreed; null without any' }),
      })
      .meta({ description: 'How people judged the approvals that were sampled for quality control' }),
  })
  .meta({ id: 'ReviewStats' });

export type ReviewStats = z.output<typeof reviewStatsSchema>;
