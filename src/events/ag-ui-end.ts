import type { StreamEventBody, StreamMessage } from '../contract/events.ts';
import { type WithoutTime, callIdOf, frame } from './ag-ui-frame.ts';
import type { Frame } from './dialect.ts';
import type { StoredEvent, RunOfStream } from './stored.ts';

/**
 * The protocol's way to report that a run waits: it finishes with an interrupt, and another run continues it.
 */
export const interruptOf = (
  asked: Extract<StoredEvent, { type: 'review.asked' }>['payload'],
  { id, ledger_ref }: RunOfStream,
): WithoutTime<Extract<StreamEventBody, { type: 'RUN_FINISHED' }>> => ({
  type: 'RUN_FINISHED',
  threadId: id,
  runId: id,
  result: { ledger_ref },
  outcome: {
    type: 'interrupt',
    interrupts: [
      {
        id: asked.review_id,
        reason: 'tool_call',
        message: asked.message,
        toolCallId: callIdOf(asked),
        responseSchema: {
          type: 'object',
          required: ['approved'],
          properties: {
            approved: { type: 'boolean' },
            reason: { type: 'string', description: 'Required if not approved; the model is told it' },
            arguments: asked.schema,
          },
        },
        expiresAt: asked.expires_at,
      },
    ],
  },
});

/** Names the message that has a call's result. */
export const resultId = (callId: string): string => `result-${callId}`;
/** Builds a client's view of the conversation after these events. */
export const messagesOf = (events: readonly StoredEvent[]): StreamMessage[] => {
  const assistants = new Map<string, Extract<StreamMessage, { role: 'assistant' }>>();
  const messages = new Map<string, StreamMessage>();
  const assistant = (id: string): Extract<StreamMessage, { role: 'assistant' }> => {
    const known = assistants.get(id) ?? { id, role: 'assistant' };
    assistants.set(id, known);
    messages.set(id, known);
    return known;
  };
  for (const { type, payload } of events) {
    if (type === 'message') assistant(payload.message_id).content = payload.text;
    else if (type === 'tool.call') {
      const call = {
        id: callIdOf(payload),
        type: 'function' as const,
        function: { name: payload.tool, arguments: payload.arguments },
      };
      (assistant(payload.message_id).toolCalls ??= []).push(call);
    } else if (type === 'tool.result') {
      const toolCallId = callIdOf(payload);
      const id = resultId(toolCallId);
      messages.set(id, { id, role: 'tool', toolCallId, content: payload.content });
    }
  }
  return [...messages.values()];
};

/** Returns the frames that end a run's stream: its outcome, or the question that it waits for. */
export const end = (run: RunOfStream): readonly Frame[] => {
  if (run.status === 'error') {
    const { code, message } = run.error ?? { code: 'internal', message: 'The run failed.' };
    return [
      frame({ type: 'STATE_DELTA', delta: [{ op: 'replace', path: '/status', value: 'error' }] }),
      frame({ type: 'RUN_ERROR', message, code }),
    ];
  }
  if (run.mode === 'agent') {
    return [
      frame({ type: 'STATE_DELTA', delta: [{ op: 'replace', path: '/status', value: 'succeeded' }] }),
      frame({
        type: 'RUN_FINISHED',
        threadId: run.id,
        runId: run.id,
        result: { ledger_ref: run.ledger_ref },
        outcome: { type: 'success' },
      }),
    ];
  }
  const decision = run.decision ?? '';
  return [
    frame({
      type: 'STATE_DELTA',
      delta: [
        { op: 'replace', path: '/status', value: 'succeeded' },
        { op: 'replace', path: '/decision', value: decision },
      ],
    }),
    frame({
      type: 'RUN_FINISHED',
      threadId: run.id,
      runId: run.id,
      result: { decision, reasons: [...run.reasons], ledger_ref: run.ledger_ref },
      outcome: { type: 'success' },
    }),
  ];
};
