import { z } from 'zod';
import { verticalId } from './common.ts';
import { startRunBody } from './run.ts';

const { case: caseSchema } = startRunBody.shape;
const wanted = z.object({ vertical: verticalId.optional(), case: caseSchema });

/** What a live run is started with: plainly, or as the input of an AG-UI client. */
export const liveRunBody = z
  .strictObject({
    vertical: verticalId.optional(),
    case: caseSchema,
    forwardedProps: wanted.optional().meta({ description: 'Of AG-UI: `vertical` and `case` may stand here' }),
    threadId: z.string().optional().meta({ description: 'Of AG-UI, not used: a run is a thread of its own' }),
    runId: z.string().optional().meta({ description: 'Of AG-UI, not used: the service names its runs' }),
    parentRunId: z.string().optional(),
    protocolVersion: z.string().optional(),
    state: z.unknown().optional(),
    messages: z
      .array(z.unknown())
      .optional()
      .meta({ description: 'Of AG-UI, not used: the case is the input' }),
    tools: z
      .array(z.unknown())
      .optional()
      .meta({ description: 'Of AG-UI, not used: a vertical has its tools' }),
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
      'Either `{vertical, case}`, or the RunAgentInput of an AG-UI client with both in `forwardedProps`. Without `case` the ' +
      "vertical's built-in sample case runs.",
    examples: [{ vertical: 'kyc', case: { id: 'CLM-2026-001', policy: 'HI-2026-0001', amount: '45000' } }],
  });
