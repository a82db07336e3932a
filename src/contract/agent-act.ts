/** Requests of agents that run elsewhere: questions before an act, and reports after it. */
import { z } from 'zod';
import { ledgerRef, reviewId } from './common.ts';
import { pinnedRuleSetSchema } from './rule-set-version.ts';

export const agentName = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/, 'expected letters, digits, dots, hyphens and _')
  .meta({
    description: 'Your name for the agent; policies read it as `Agent::"…"`',
    examples: ['refund-bot'],
  });

// A name that contains the digits of an identifier would be masked in rows, so rules could not find it there.
export const actName = z
  .string()
  .regex(
    /^(?!(?:[^0-9]*[0-9]){5})(?!.*[A-Za-z]{5}[0-9]{4}[A-Za-z])[A-Za-z][A-Za-z0-9_.:-]{0,59}$/,
    'expected a name such as send_email, with at most four digits',
  )
  .meta({
    description: 'What the agent does, as a rule the name of a tool; policies read it as `Action::"…"`',
    examples: ['issue_refund'],
  });

export const resourceName = z
  .string()
  .min(1)
  .max(300)
  .meta({ description: 'What it does it to; policies read it as `Resource::"…"`', examples: ['payments'] });

const agentSession = z
  .string()
  .regex(/^[\x21-\x7e]{1,200}$/, 'expected 1 to 200 visible ASCII characters')
  .optional()
  .meta({
    description:
      'Your id for the conversation or job. Rows of a session share a `ledger_ref`, and policies read what happened in it. Only a ' +
      'keyed digest is stored. Default: a session of its own',
    examples: ['thread-7f3a'],
  });

export const actInput = z.record(z.string(), z.unknown());

export const decideActBody = z
  .strictObject({
    agent: agentName,
    session: agentSession,
    action: actName,
    resource: resourceName,
    input: actInput.default({}).meta({ description: 'Arguments of the act; policies read `context.input`' }),
    review_id: reviewId.optional().meta({
      description: 'The review of the same act that an earlier `ask` named. Its approval works once',
    }),
  })
  .meta({ id: 'DecideAct' });

export const actDecisions = ['allow', 'deny', 'ask'] as const;
export const actDecision = z.enum(actDecisions);
export type ActDecision = (typeof actDecisions)[number];

/** Why an act is allowed or denied, or why a person is asked. */
export const actReasons = [
  'permitted',
  'approved',
  'needs_approval',
  'no_policy',
  'not_permitted',
  'forbidden',
  'policy_failed',
  'person_denied',
  'approval_used',
  'approval_expired',
  'review_expired',
] as const;

export type ActReason = (typeof actReasons)[number];

export const decidedActSchema = z
  .object({
    decision: actDecision.meta({
      description:
        '`ask`: a person decides; send the same act again with `review_id` until it is another decision',
    }),
    reason: z.enum(actReasons),
    detail: z.string().meta({ description: 'The reason in words' }),
    policies: z.array(z.string()).meta({
      description: 'The rules that decided, as `<policy>/<rule>`, at most 50',
      examples: [['refunds/small']],
    }),
    decided_by: z.array(pinnedRuleSetSchema).meta({ description: 'The versions that were in force' }),
    masked_input: actInput.meta({ description: 'The input with every identifier masked' }),
    review_id: reviewId.nullable(),
    ledger_ref: ledgerRef,
    row_id: z
      .string()
      .nullable()
      .meta({ description: 'Id of the ledger row; null while the review that was opened before is open' }),
  })
  .meta({ id: 'DecidedAct' });

export type DecidedAct = z.output<typeof decidedActSchema>;

export const recordActBody = z
  .strictObject({
    agent: agentName,
    session: agentSession,
    action: actName,
    summary: z
      .string()
      .max(1_000)
      .refine((text) => text.trim() !== '', 'expected a sentence')
      .meta({ examples: ['The refund was issued.'] }),
    detail: actInput.default({}).meta({ description: 'Masked before it is stored' }),
  })
  .meta({ id: 'RecordAct' });

export const recordedActSchema = z
  .object({
    evidence: z.literal('reported').meta({
      description: 'The row says what the agent says. The service did not see the act itself',
    }),
    ledger_ref: ledgerRef,
    row_id: z.string(),
    seq: z.int(),
    row_hash: z.string(),
  })
  .meta({ id: 'RecordedAct' });
