import { z } from 'zod';
import { adjustmentSchema, amountSchema, outcomeSchema, passedSchema } from './adjudication.ts';
import { fileId } from './given-file.ts';
import { documentKind } from './stored-document.ts';
import { readDocumentSchema } from './read-document.ts';
import { modelUsage } from './model-usage.ts';
import { ledgerRef, pageQuery, reviewId, runId, runVertical, timestamp, waitingForReview } from './common.ts';
import { reviewOptions } from './review.ts';
import { pinnedRuleSetSchema, ruleSetVersion } from './rule-set-version.ts';
import { verticalVersionSchema } from './team-vertical-version.ts';

/** Maximum number of members in a case. The body limit bounds the total size, and the JSON parser limits the depth. */
export const MAX_CASE_MEMBERS = 256;
const MAX_MEMBER_NAME = 256;

const caseSchema = z
  .record(z.string().max(MAX_MEMBER_NAME), z.unknown())
  .refine(
    (value) => Object.keys(value).length <= MAX_CASE_MEMBERS,
    `expected at most ${MAX_CASE_MEMBERS} members`,
  )
  .meta({
    id: 'Case',
    maxProperties: MAX_CASE_MEMBERS,
    description:
      'Members are free-form; GET /v1/workforce/verticals lists the ones that each vertical uses, all of ' +
      'them strings. A missing member is a finding of the run, not a request error. Cases are stored ' +
      'encrypted and never logged.',
    examples: [{ id: 'CLM-2026-001', applicant: 'A. Kumar', policy: 'HI-2026-0001', amount: '45000' }],
  });

/** A run whose case another run reuses. */
export const caseOf = runId.optional().meta({
  description:
    'An earlier run of the same vertical whose case this run takes, in place of `case`. The case is not shown.',
});

/** Returns whether a request names at most one case. */
export const hasOneCase = ({
  case: given,
  case_of: of,
}: {
  readonly case?: unknown;
  readonly case_of?: unknown;
}): boolean => given === undefined || of === undefined;

export const ONE_CASE = { path: ['case_of'], message: 'expected no `case` beside it' };

const trialVersion = ruleSetVersion.optional().meta({
  description:
    "A trial: performs this version of the team's own vertical, which need not be in force but was proposed. What its steps write is " +
    'undone, and its end opens no review. Takes the scope `rules:write` as well.',
});

export const startRunBody = z
  .strictObject({ case: caseSchema.optional(), case_of: caseOf, trial_version: trialVersion })
  .refine(hasOneCase, ONE_CASE)
  .meta({
    id: 'StartRun',
    description: 'Omit `case` and `case_of`, or the whole body, to run the built-in sample case.',
  });

const MAX_NAMED = 20;

/** The additions with which a case that was sent back continues. */
export const reviseRunBody = z
  .strictObject({
    documents: z
      .array(
        z.strictObject({
          name: z
            .string()
            .min(1)
            .max(100)
            .meta({ description: 'As it was asked for', examples: ['discharge summary'] }),
          file_id: fileId,
          kind: documentKind.optional(),
        }),
      )
      .max(MAX_NAMED)
      .default([]),
    case: caseSchema
      .default({})
      .meta({ description: 'Members that are added to the case, or that replace its own. Default: none' }),
  })
  .meta({ id: 'ReviseRun' });

export const stepStatuses = ['done', 'blocked', 'pending', 'skipped'] as const;

const step = z
  .object({
    n: z.int().min(1),
    action: z.string().meta({ examples: ['pii.scan'] }),
    status: z.enum(stepStatuses).meta({
      description:
        '`blocked`: the policy refused an outbound call; `skipped`: the run ended before this step',
    }),
    summary: z.string().nullable(),
    at: timestamp.nullable(),
  })
  .meta({ id: 'RunStep' });

export const runStatuses = ['running', 'succeeded', 'error'] as const;

const waitingForRecords = z.object({
  kind: z.literal('records'),
  records: z.string().meta({ description: 'The kind of record', examples: ['policies'] }),
  connector: z.string().meta({ examples: ['core-policies'] }),
  code: z
    .string()
    .meta({ description: 'Why there is no answer, as in ConnectorCode', examples: ['timed_out'] }),
  since: timestamp,
  asked_at: timestamp.meta({ description: 'When it was last asked for' }),
});

export const runSchema = z
  .object({
    id: runId,
    vertical: runVertical,
    vertical_version: verticalVersionSchema.nullable().meta({
      description:
        "The version of your team's own vertical that the run performs; null for a vertical of the service",
    }),
    mode: z.enum(['simulated', 'live']),
    status: z.enum(runStatuses).meta({ description: '`succeeded` and `error` are final' }),
    decision: z
      .string()
      .nullable()
      .meta({ description: 'null until the run has finished', examples: ['approve'] }),
    reasons: z
      .array(z.object({ code: z.string(), detail: z.string() }))
      .meta({ description: 'Reasons for the decision, without personal identifiers' }),
    risk: z
      .object({
        score: z.number(),
        band: z.enum(['low', 'medium', 'high']),
        rules: z.string(),
        features: z.record(z.string(), z.number()),
      })
      .nullable(),
    decided_under: pinnedRuleSetSchema.nullable().meta({
      description:
        'The version of the rules that decided; null until the run has finished, and in runs that ended before it was recorded',
    }),
    review: z
      .object({
        id: reviewId,
        state: z.enum(['open', 'decided', 'expired', 'superseded']),
        option: z
          .enum(reviewOptions)
          .nullable()
          .meta({ description: 'What a person chose; null until then' }),
        reason: z.string().nullable().meta({ description: 'What the customer is told' }),
        documents: z
          .array(z.string())
          .meta({ description: 'Names of the documents that the customer is asked for' }),
        decided_at: timestamp.nullable(),
      })
      .nullable()
      .meta({ description: "The newest review of the run's outcome; null if it needed none" }),
    outcome: outcomeSchema.nullable().meta({
      description: "How a claim's bill was decided line by line; null if it was decided as a whole",
    }),
    amount: amountSchema
      .nullable()
      .meta({ description: 'null if the bill was not adjudicated, or could not be' }),
    rule_set: pinnedRuleSetSchema.nullable(),
    adjustments: z
      .array(adjustmentSchema)
      .optional()
      .meta({ description: 'Only in the response of `getRun`, for a claim that was adjudicated' }),
    passed: z
      .array(passedSchema)
      .optional()
      .meta({ description: 'What a claim passed. Only in the response of `getRun`' }),
    ledger_ref: ledgerRef,
    steps: z.array(step),
    case_id: z.string().nullable().meta({ description: "The caller's own id for the case, masked" }),
    revision_of: runId
      .nullable()
      .meta({ description: 'The run of the same case that a person sent back; null for a new case' }),
    created_at: timestamp,
    finished_at: timestamp.nullable(),
    error: z.object({ code: z.string(), message: z.string() }).nullable(),
    waiting_for: z.discriminatedUnion('kind', [waitingForReview, waitingForRecords]).nullable().meta({
      description:
        'What a running run waits for: a person, or a connector that gives no usable answer. null while it works, and after its end',
    }),
    model: z
      .object({
        name: z.string().meta({
          description: 'The model that the run was accepted with; the ledger names what answered each turn',
        }),
        ...modelUsage,
        ended_by: z.string().nullable().meta({
          description:
            '`tool`, `answer`, or the code for the reason why it was stopped; null while it is running',
        }),
      })
      .nullable()
      .meta({ description: "A live run's model usage; null for a simulated run" }),
    documents: z
      .array(readDocumentSchema)
      .optional()
      .meta({
        description:
          'What was read from the documents of the case, masked, once it has been read. Only in the response of `getRun`, and ' +
          'absent if the case has no documents.',
      }),
  })
  .meta({ id: 'Run' });

export type RunBody = z.output<typeof runSchema>;

export const runListQuery = z.strictObject({
  vertical: runVertical.optional(),
  status: z.enum(runStatuses).optional(),
  case_id: z
    .string()
    .trim()
    .min(1)
    .max(100)
    .optional()
    .meta({ description: "The caller's own id for the case; identifiers in it are masked as in the list" }),
  ...pageQuery,
});

export const runListSchema = z
  .object({
    runs: z.array(runSchema),
    next_cursor: z.string().nullable().meta({ description: 'null on the last page' }),
  })
  .meta({ id: 'RunList' });
