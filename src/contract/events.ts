import { z } from 'zod';
import { agentRef, ledgerRef, reviewId, runId, timestamp, verticalId } from './common.ts';
import { runSchema } from './run.ts';

const at = z.int().optional().meta({ description: 'Time of the event, in milliseconds since 1970' });
const event = <const T extends string, S extends z.core.$ZodLooseShape>(type: T, shape: S) =>
  z.object({ type: z.literal(type), timestamp: at, ...shape });

const hash = z.string().regex(/^[0-9a-f]{64}$/);

export const ledgerEventSchema = z
  .object({
    seq: z.int().min(1),
    id: z.string(),
    step: z.int(),
    action: z.string(),
    governance: z.string(),
    summary: z.string(),
    created_at: timestamp,
    prev_hash: hash,
    row_hash: hash,
  })
  .meta({ id: 'StreamLedgerEntry', description: 'A ledger row, sent after it has been committed' });

const blockedCall = z.object({ host: z.string(), rule: z.string(), step: z.int() });

const runState = z.object({
  id: runId,
  vertical: verticalId,
  mode: z.enum(['simulated', 'live']),
  ledger_ref: ledgerRef,
  status: z.enum(['running', 'succeeded', 'error']),
  decision: z.string().nullable(),
  step: z.int().meta({ description: 'Step of the last ledger row; 0 before the first' }),
});

const agentState = z.object({
  id: agentRef,
  kind: z.enum(['task', 'analysis']),
  ledger_ref: ledgerRef,
  status: z.enum(['running', 'succeeded', 'error']),
  step: z.int().meta({ description: 'Step of the last ledger row; 0 before the first' }),
});

const streamedId = z.union([runId, agentRef]);

const toolCall = z.object({
  id: z.string(),
  type: z.literal('function'),
  function: z.object({ name: z.string(), arguments: z.string() }),
});

const message = z.union([
  z.object({
    id: z.string(),
    role: z.literal('assistant'),
    content: z.string().optional(),
    toolCalls: z.array(toolCall).optional(),
  }),
  z.object({ id: z.string(), role: z.literal('tool'), toolCallId: z.string(), content: z.string() }),
]);

const modelRetry = z
  .object({
    turn: z.int(),
    attempt: z.int().meta({ description: 'Number of the attempt that failed, from 1' }),
    code: z.string(),
    message: z.string(),
    wait_ms: z.int().meta({ description: 'Time until the next attempt' }),
  })
  .meta({ description: 'A request to the model failed and will be made again' });

const reviewAnswered = z
  .object({ review_id: reviewId, approved: z.boolean(), message: z.string() })
  .meta({ description: 'A person has decided about a call, or nobody did in time' });

const interrupt = z
  .object({
    id: reviewId.meta({ description: 'The review; `resume` answers it by this id' }),
    reason: z.literal('tool_call'),
    message: z.string(),
    toolCallId: z.string(),
    responseSchema: z.record(z.string(), z.unknown()),
    expiresAt: timestamp,
  })
  .meta({ id: 'StreamInterrupt', description: 'A person is asked about a call before it is made' });

const custom = z.union([
  event('CUSTOM', { name: z.literal('ledger.entry'), value: ledgerEventSchema }),
  event('CUSTOM', { name: z.literal('egress.block'), value: blockedCall }),
  event('CUSTOM', { name: z.literal('model.retry'), value: modelRetry }),
  event('CUSTOM', { name: z.literal('review.answered'), value: reviewAnswered }),
]);

/** The AG-UI 1.0 events that make up a run's stream (https://docs.ag-ui.com/concepts/events). */
export const streamEventSchema = z
  .union([
    event('RUN_STARTED', { threadId: z.string(), runId: streamedId }),
    event('STATE_SNAPSHOT', { snapshot: z.union([runState, agentState]) }),
    event('STATE_DELTA', {
      delta: z.array(z.object({ op: z.literal('replace'), path: z.string(), value: z.unknown() })),
    }),
    event('STEP_STARTED', { stepName: z.string() }),
    event('STEP_FINISHED', { stepName: z.string() }),
    event('TEXT_MESSAGE_START', { messageId: z.string(), role: z.literal('assistant') }),
    event('TEXT_MESSAGE_CONTENT', { messageId: z.string(), delta: z.string() }),
    event('TEXT_MESSAGE_END', { messageId: z.string() }),
    event('TOOL_CALL_START', {
      toolCallId: z.string(),
      toolCallName: z.string(),
      parentMessageId: z.string(),
    }),
    event('TOOL_CALL_ARGS', { toolCallId: z.string(), delta: z.string() }),
    event('TOOL_CALL_END', { toolCallId: z.string() }),
    event('TOOL_CALL_RESULT', {
      messageId: z.string(),
      toolCallId: z.string(),
      content: z.string(),
      role: z.literal('tool'),
    }),
    event('ACTIVITY_SNAPSHOT', {
      messageId: z.string(),
      activityType: z.literal('sandbox'),
      content: z.object({ sandbox_id: z.string(), state: z.enum(['open', 'closed']) }),
      replace: z.literal(true),
    }),
    event('MESSAGES_SNAPSHOT', { messages: z.array(message) }),
    custom,
    event('RUN_FINISHED', {
      threadId: z.string(),
      runId: streamedId,
      result: z.union([
        z.object({ decision: z.string(), reasons: runSchema.shape.reasons, ledger_ref: ledgerRef }),
        z.object({ ledger_ref: ledgerRef }),
      ]),
      outcome: z.union([
        z.object({ type: z.literal('success') }),
        z.object({ type: z.literal('interrupt'), interrupts: z.array(interrupt) }),
      ]),
    }),
    event('RUN_ERROR', { message: z.string(), code: z.string() }),
  ])
  .meta({
    id: 'StreamEvent',
    description:
      'The `data` of one server-sent event, in AG-UI 1.0. Every event has an `id`; to resume after an ' +
      'event, send its id as `Last-Event-ID`.',
  });

export type StreamEventBody = z.output<typeof streamEventSchema>;
export type StreamMessage = z.output<typeof message>;

export const dialects = ['ag-ui', 'ai-sdk', 'ledger'] as const;

export const streamQuery = z.strictObject({
  stream: z
    .enum(dialects)
    .optional()
    .meta({
      description:
        'The dialect: `ag-ui` (AG-UI 1.0, the default), `ai-sdk` (the UI message stream of the AI SDK; also by ' +
        '`Accept: text/event-stream;profile="ai-sdk"`), `ledger` (only ledger rows).',
    }),
});
