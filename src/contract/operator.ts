import { z } from 'zod';
import { actorSchema } from './actor.ts';
import { agentRunModel } from './agent-run.ts';
import { modelChoice } from './model-choice.ts';
import { credentialName } from './credential.ts';
import { fileId, givenFiles } from './given-file.ts';
import { outputSchema } from './output-schema.ts';
import { ledgerRef, timestamp, pageQuery } from './common.ts';

export const operatorRunId = z
  .string()
  .regex(/^op_[0-9a-z]{1,40}$/)
  .meta({ examples: ['op_019ac5b2f0007a3bb5c0d2f1e4a69788'] });

/** Reasons to ask a person before performing an action. */
export const risks = ['submit', 'download', 'password'] as const;
export type Risk = (typeof risks)[number];

const MAX_TASK = 20_000;
const MAX_ALLOW = 100;
export const MAX_WALL_MS = 3_600_000;

export const startOperatorBody = z
  .strictObject({
    task: z
      .string()
      .trim()
      .min(1)
      .max(MAX_TASK)
      .meta({
        description: 'The task, in plain words',
        examples: ['Fill the claim form for CLM-1.'],
      }),
    url: z
      .url()
      .max(2_000)
      .optional()
      .meta({ description: 'First page to open; its host must be on the list of allowed hosts' }),
    max_steps: z.int().min(1).max(500).default(50).meta({ description: 'Most actions' }),
    timeout_ms: z
      .int()
      .min(5_000)
      .max(MAX_WALL_MS)
      .default(900_000)
      .meta({ description: 'Maximum wall time for the run' }),
    allow: z.array(z.string().min(1).max(300)).max(MAX_ALLOW).optional().meta({
      description:
        "Narrows the team's list of allowed hosts for this run: host names, or `*.` followed by a name",
    }),
    observation: z.enum(['screenshot', 'text', 'both']).default('screenshot').meta({
      description: 'What the model sees: pictures, the page as text (for models without vision), or both',
    }),
    confirm: z
      .array(z.enum(risks))
      .max(risks.length)
      .default([])
      .meta({ description: "Kinds of actions on a page that need a person's approval" }),
    files: givenFiles.optional().meta({
      description:
        'Files for the task, which lie in the folder Documents of the desktop before it starts; up to 48 MiB together, of the ' +
        'kinds that the administrator allows. Identifiers in names are masked.',
    }),
    credentials: z
      .array(credentialName)
      .max(20)
      .default([])
      .meta({ description: 'Credentials of your team that the operator may have typed' }),
    output_schema: outputSchema.optional().meta({
      description:
        'JSON Schema of what the run hands back in `output`. A model whose output does not fit is corrected once; then the run ' +
        'ends with `ended_by: output_invalid`.',
    }),
    model: modelChoice,
  })
  .meta({ id: 'StartOperator' });

export type StartOperatorBody = z.output<typeof startOperatorBody>;

const step = z
  .object({
    n: z.int().min(1),
    action: z.string().meta({ examples: ['click', 'finish'] }),
    detail: z.string().meta({ description: 'Description of the action, without typed text' }),
    status: z.enum(['done', 'refused', 'failed', 'interrupted']),
    screenshot_sha256: z.string().nullable(),
    box: z
      .array(z.int())
      .length(4)
      .nullable()
      .meta({ description: 'What was clicked, as [x0, y0, x1, y1] on the picture before the step' }),
    at: timestamp,
  })
  .meta({ id: 'OperatorStep' });

const pendingApproval = z
  .object({
    id: z.string(),
    risk: z.string().meta({
      description:
        '`submit`, `download`, `password`, `safety_check` for a check that the provider requires, or `question` of the model',
    }),
    detail: z.string(),
    wants: z.enum(['approval', 'text', 'choice', 'take_over']).meta({
      description:
        '`approval`: whether an action may be made. The others are questions of the model: it wants a text, one of `options`, or ' +
        'that a person takes over the desktop and then answers.',
    }),
    options: z.array(z.string()).nullable(),
    until: timestamp,
  })
  .meta({ id: 'PendingApproval' });

/** A question that a run asked, and how it ended. */
const operatorQuestion = z
  .object({
    id: z.string().meta({ description: '`detail.id` of the rows `operator.ask` and `operator.approval`' }),
    risk: z.string().nullable().meta({ description: 'null once the run is erased' }),
    wants: z
      .enum(['approval', 'text', 'choice', 'take_over'])
      .nullable()
      .meta({ description: 'null for a question of the model once the run is erased' }),
    detail: z.string().nullable().meta({ description: 'The question, masked; null once the run is erased' }),
    options: z.array(z.string()).nullable(),
    state: z.enum(['waiting', 'approved', 'refused', 'answered', 'declined', 'no_answer']),
    answer: z.string().nullable().meta({
      description: 'The text or choice that was given, masked; null without one and once it is erased',
    }),
    answered_by: actorSchema.nullable(),
    asked_at: timestamp,
    answered_at: timestamp.nullable(),
  })
  .meta({ id: 'OperatorQuestion' });

export type OperatorQuestionBody = z.output<typeof operatorQuestion>;

export const operatorQuestionsSchema = z
  .object({ questions: z.array(operatorQuestion).meta({ description: 'Oldest first' }) })
  .meta({ id: 'OperatorQuestions' });

const operatorFile = z
  .object({
    id: fileId.nullable().meta({ description: 'null if the content was not kept; see `left_out`' }),
    name: z
      .string()
      .meta({ description: 'Path below its folder, masked; of many files that were not kept, their number' }),
    folder: z.enum(['documents', 'downloads']),
    size: z.int().min(0).meta({ description: 'Bytes' }),
    sha256: z.string().nullable(),
    left_out: z.enum(['too_large', 'too_many', 'unreadable', 'kind_not_allowed']).nullable().meta({
      description: 'Why the content was not kept: at most 64 files, 25 MiB per file and 100 MiB together',
    }),
  })
  .meta({ id: 'OperatorFile' });

export type OperatorFileBody = z.output<typeof operatorFile>;

const summary = {
  run_id: operatorRunId,
  status: z.enum(['running', 'done']),
  success: z.boolean().optional().meta({ description: 'Set once the run has finished' }),
  result: z
    .string()
    .optional()
    .meta({ description: "The run's result, or the reason why it ended; set once the run has finished" }),
  ended_by: z.string().nullable().meta({
    description:
      '`finish`, `cancelled`, or the limit or failure that ended the run; null while it is running',
  }),
  sandbox_id: z.string(),
  ledger_ref: ledgerRef,
  created_at: timestamp,
  finished_at: timestamp.nullable(),
} as const;

export const operatorRunSchema = z
  .object({
    ...summary,
    steps: z.array(step),
    output: z.unknown().meta({ description: 'Output that fits `output_schema`; null without one' }),
    files: z.array(operatorFile).meta({
      description:
        'What the desktop had when it was closed: every download, and every new or changed file among the documents',
    }),
    pending_approval: pendingApproval.nullable(),
    model: agentRunModel.nullable(),
    final_screenshot_b64: z
      .string()
      .optional()
      .meta({ description: 'PNG of the last screen; set once the run has finished' }),
  })
  .meta({ id: 'OperatorRun' });

export type OperatorRunBody = z.output<typeof operatorRunSchema>;

/** A run without the content for which the ledger records who read it. */
export const operatorStateSchema = operatorRunSchema
  .omit({ output: true, final_screenshot_b64: true })
  .meta({ id: 'OperatorState' });

export type OperatorStateBody = z.output<typeof operatorStateSchema>;

export const startedOperatorSchema = z
  .object({
    run_id: operatorRunId,
    status: z.literal('running'),
    stream_url: z
      .string()
      .meta({ description: "Address of the live view's page; anyone who has it can watch until it expires" }),
    sandbox_id: z.string(),
    ledger_ref: ledgerRef,
  })
  .meta({ id: 'StartedOperator' });

export const operatorListQuery = z.strictObject({
  status: z.enum(['running', 'done']).optional(),
  ...pageQuery,
});

export const operatorListSchema = z
  .object({
    runs: z.array(z.object(summary).meta({ id: 'OperatorRunSummary' })),
    next_cursor: z.string().nullable().meta({ description: 'null on the last page' }),
  })
  .meta({ id: 'OperatorRunList' });

export const approvalBody = z
  .strictObject({
    id: z.string().max(100).meta({ description: 'The question to answer: `pending_approval.id`' }),
    approve: z.boolean().meta({ description: 'For a question: whether it is answered' }),
    answer: z.string().trim().min(1).max(4_000).optional().meta({
      description: 'With `approve`, the answer to a question that wants a text or a choice; stored sealed',
    }),
  })
  .meta({ id: 'Approval' });
