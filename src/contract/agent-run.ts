import { z } from 'zod';
import { modelUsage } from './model-usage.ts';
import { ledgerRef, pageQuery, timestamp, waitingForReview } from './common.ts';
import { leftFile } from './given-file.ts';

/** Schemas shared by agent tasks and analyses. */

/** Request header defined in RFC 7240, section 4.1. */
export const asyncHeader = z.object({
  Prefer: z
    .string()
    .optional()
    .meta({
      description: 'With `respond-async`, the response is an immediate 202 with the address to poll',
      examples: ['respond-async'],
    }),
});

export const agentRunStep = z
  .object({
    type: z.literal('code'),
    code: z.string(),
    stdout: z.string().meta({ description: 'Up to 64 Ki characters' }),
    stderr: z.string(),
    exit_code: z
      .int()
      .nullable()
      .meta({ description: 'null if the code did not run or its sandbox was lost' }),
    truncated: z.boolean(),
  })
  .meta({ id: 'AgentRunStep', description: 'One run of code in the sandbox; identifiers are masked' });

export const agentRunModel = z
  .object({
    name: z.string(),
    ...modelUsage,
  })
  .meta({ id: 'AgentRunModel', description: 'The model and its usage' });

export const agentRunState = {
  status: z.enum(['running', 'succeeded', 'error']),
  waiting_for: waitingForReview.nullable().meta({
    description: 'The review of a call that a running run waits for; null while it works, and after its end',
  }),
  steps: z.array(agentRunStep),
  ended_by: z.string().nullable().meta({
    description: '`answer`, or the code for the limit or error that ended the run; null while it is running',
  }),
  error: z
    .object({ code: z.string(), message: z.string() })
    .nullable()
    .meta({ description: 'The reason why there is no answer' }),
  unverified_numbers: z.array(z.string()).meta({
    description: 'Numbers in the answer that no code run printed; the answer lists them too',
  }),
  disabled_links: z.array(z.string()).meta({
    description:
      'Hosts outside the egress policy whose links were disabled in the answer, and `HTML` if tags were ' +
      'turned into text; the answer mentions both',
  }),
  input_files: z
    .array(leftFile)
    .meta({ description: 'Files that came with the request as content; each can be used again by its id' }),
  files: z.array(leftFile).meta({ description: 'Files that code left in /tmp; [] while it runs' }),
  output: z.unknown().meta({
    description: 'The answer as JSON that fits `output_schema`, masked; null without a schema or an answer',
  }),
  tags: z.array(z.string()),
  continued: z
    .object({
      ref: ledgerRef,
      sandbox: z.literal('fresh'),
      variables: z.array(z.string()).meta({
        description:
          'Names that the code of the earlier run had set; they are gone, and the model gets the code again',
      }),
    })
    .nullable()
    .meta({
      description:
        'The run that this one continues, and where: in a fresh sandbox, which has its files and data but not its variables',
    }),
  model: agentRunModel,
  created_at: timestamp,
  finished_at: timestamp.nullable(),
  ledger_ref: ledgerRef,
};

export type AgentRunStep = z.output<typeof agentRunStep>;

export const agentRunListQuery = z.strictObject({
  status: agentRunState.status.optional(),
  tag: z.string().min(1).max(64).optional().meta({ description: 'Only runs with this tag' }),
  ...pageQuery,
});

/** A run in a list, without its steps and results; its own address has those. */
const listedAgentRun = z
  .object({
    ledger_ref: ledgerRef,
    status: agentRunState.status,
    ended_by: agentRunState.ended_by,
    tags: agentRunState.tags,
    model: agentRunModel,
    created_at: timestamp,
    finished_at: timestamp.nullable(),
  })
  .meta({ id: 'ListedAgentRun' });

export const agentRunListSchema = z
  .object({
    runs: z.array(listedAgentRun),
    next_cursor: z.string().nullable().meta({ description: 'null on the last page' }),
  })
  .meta({ id: 'AgentRunList' });
