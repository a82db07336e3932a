import { z } from 'zod';
import { reviewId, verticalId } from './common.ts';
import { teamVerticalId } from './team-vertical-id.ts';
import { modelChoice } from './model-choice.ts';
import { decideReviewBody } from './review.ts';
import { hasOneCase, ONE_CASE, startRunBody } from './run.ts';

const { case: caseSchema, case_of: caseOf, trial_version: trialVersion } = startRunBody.shape;
const vertical = z
  .union([verticalId, teamVerticalId])
  .optional()
  .meta({ description: 'A vertical of the service, or one of the team whose document has `live`' });
const wanted = z.object({ vertical, case: caseSchema, model: modelChoice });

/** An AG-UI client's answer to an interrupt. */
const resumeEntry = z
  .object({
    interruptId: reviewId,
    status: z.enum(['resolved', 'cancelled']).meta({ description: '`cancelled` denies the call' }),
    payload: z
      .object({
        approved: z.boolean(),
        reason: decideReviewBody.shape.reason,
        arguments: decideReviewBody.shape.arguments,
      })
      .optional(),
  })
  .refine(({ status, payload }) => status === 'cancelled' || payload !== undefined, {
    path: ['payload'],
    message: 'is required for resolved',
  })
  .refine(({ payload }) => payload?.approved !== false || payload.reason !== undefined, {
    path: ['payload', 'reason'],
    message: 'is required if it is not approved',
  })
  .refine(({ payload }) => payload?.approved !== false || payload.arguments === undefined, {
    path: ['payload', 'arguments'],
    message: 'belongs to an approval',
  })
  .meta({ id: 'ResumeEntry' });

export type ResumeEntry = z.output<typeof resumeEntry>;

/** The body that starts a live run: either plain members or an AG-UI client's input. */
export const liveRunBody = z
  .strictObject({
    vertical,
    case: caseSchema,
    case_of: caseOf,
    trial_version: trialVersion,
    model: modelChoice,
    forwardedProps: wanted
      .optional()
      .meta({ description: 'From AG-UI; may contain `vertical`, `case` and `model`' }),
    threadId: z
      .string()
      .optional()
      .meta({ description: 'Part of AG-UI; ignored, because each run is its own thread' }),
    runId: z
      .string()
      .optional()
      .meta({ description: 'Part of AG-UI; ignored, because the service assigns run ids' }),
    parentRunId: z.string().optional(),
    protocolVersion: z.string().optional(),
    state: z.unknown().optional(),
    messages: z
      .array(z.unknown())
      .optional()
      .meta({ description: 'Part of AG-UI; ignored, because the case is the input' }),
    tools: z
      .array(z.unknown())
      .optional()
      .meta({ description: 'Part of AG-UI; ignored, because a vertical has its own tools' }),
    context: z.array(z.unknown()).optional(),
    resume: z
      .array(resumeEntry)
      .max(1, 'expected one answer: a live run waits for one at a time')
      .optional()
      .meta({
        description:
          'Part of AG-UI: the answer to the interrupt with which the stream ended. It decides the review and streams the run from ' +
          'there; all other members are ignored. Takes the scope `reviews:decide` as well.',
      }),
  })
  .refine(
    ({ vertical, forwardedProps, resume = [] }) =>
      resume.length > 0 || (vertical ?? forwardedProps?.vertical) !== undefined,
    { path: ['vertical'], message: 'expected one of the verticals' },
  )
  .refine(hasOneCase, ONE_CASE)
  .meta({
    id: 'LiveRunInput',
    description:
      "Either `{vertical, case}`, or an AG-UI client's RunAgentInput with both in `forwardedProps`. If " +
      "`case` and `case_of` are omitted, the vertical's built-in sample case runs.",
    examples: [{ vertical: 'kyc', case: { id: 'CLM-2026-001', policy: 'HI-2026-0001', amount: '45000' } }],
  });
