import { z } from 'zod';
import { verticalId } from './common.ts';
import { modelChoice } from './model-choice.ts';
import { startRunBody } from './run.ts';

const { case: caseSchema } = startRunBody.shape;
const wanted = z.object({ vertical: verticalId.optional(), case: caseSchema, model: modelChoice });

/** The body that starts a live run: either plain members or an AG-UI client's input. */
export const liveRunBody = z
  .strictObject({
    vertical: verticalId.optional(),
    case: caseSchema,
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
    resume: z.array(z.unknown()).max(0, 'expected no answers: a live run never waits for one').optional(),
  })
  .refine(({ vertical, forwardedProps }) => (vertical ?? forwardedProps?.vertical) !== undefined, {
    path: ['vertical'],
    message: 'expected one of the verticals',
  })
  .meta({
    id: 'LiveRunInput',
    description:
      "Either `{vertical, case}`, or an AG-UI client's RunAgentInput with both in `forwardedProps`. If " +
      "`case` is omitted, the vertical's built-in sample case runs.",
    examples: [{ vertical: 'kyc', case: { id: 'CLM-2026-001', policy: 'HI-2026-0001', amount: '45000' } }],
  });
