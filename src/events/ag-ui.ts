import type { StreamEventBody } from '../contract/events.ts';
import { end, resultId, interruptOf, messagesOf } from './ag-ui-end.ts';
import { frame, callIdOf } from './ag-ui-frame.ts';
import type { Dialect, Frame } from './dialect.ts';
import type { PublishedEntry, RunOfStream, StoredEvent } from './stored.ts';

type Snapshot = Extract<StreamEventBody, { type: 'STATE_SNAPSHOT' }>['snapshot'];
type Vertical = Extract<Snapshot, { vertical: unknown }>['vertical'];
type AgentKind = Extract<Snapshot, { kind: unknown }>['kind'];
/** Returns the part of a ledger row that is shown in a stream. */
export const entryOf = (entry: PublishedEntry) => {
  const { seq, id, step, action, governance, summary, created_at, prev_hash, row_hash } = entry;
  return { seq, id, step, action, governance, summary, created_at, prev_hash, row_hash };
};

const sandboxState = ({ action }: PublishedEntry): 'open' | 'closed' | undefined => {
  if (action === 'sandbox.open') return 'open';
  return action === 'sandbox.close' || action === 'sandbox.lost' ? 'closed' : undefined;
};

const renderEntry = (entry: PublishedEntry, at: number): readonly Frame[] => {
  const { action, step, blocked, host, rule, sandbox_id } = entry;
  const state = sandboxState(entry);
  return [
    frame({ type: 'STEP_STARTED', stepName: action }, at),
    frame({ type: 'CUSTOM', name: 'ledger.entry', value: entryOf(entry) }, at),
    ...(blocked === true && host !== undefined && rule !== undefined
      ? [frame({ type: 'CUSTOM', name: 'egress.block', value: { host, rule, step } }, at)]
      : []),
    ...(state !== undefined && sandbox_id !== undefined
      ? [
          frame(
            {
              type: 'ACTIVITY_SNAPSHOT',
              messageId: `sandbox-${sandbox_id}`,
              activityType: 'sandbox',
              content: { sandbox_id, state },
              replace: true,
            },
            at,
          ),
        ]
      : []),
    frame({ type: 'STEP_FINISHED', stepName: action }, at),
    frame({ type: 'STATE_DELTA', delta: [{ op: 'replace', path: '/step', value: step }] }, at),
  ];
};

/** Returns a run's state before its first step. */
const startOf = ({ id, vertical, mode, ledger_ref }: RunOfStream): Snapshot => {
  const state = { id, ledger_ref, status: 'running', step: 0 } as const;
  return mode === 'agent'
    ? { ...state, kind: vertical as AgentKind }
    : { ...state, vertical: vertical as Vertical, mode, decision: null };
};

const render = (event: StoredEvent, run: RunOfStream): readonly Frame[] => {
  const { at } = event;
  switch (event.type) {
    case 'run.started':
      return [
        frame({ type: 'RUN_STARTED', threadId: run.id, runId: run.id }, at),
        frame({ type: 'STATE_SNAPSHOT', snapshot: startOf(run) }, at),
      ];
    case 'ledger.entry':
      return renderEntry(event.payload, at);
    case 'model.retry':
      return [frame({ type: 'CUSTOM', name: 'model.retry', value: event.payload }, at)];
    case 'tool.call': {
      const { message_id: parentMessageId, tool, arguments: delta } = event.payload;
      const toolCallId = callIdOf(event.payload);
      return [
        frame({ type: 'TOOL_CALL_START', toolCallId, toolCallName: tool, parentMessageId }, at),
        frame({ type: 'TOOL_CALL_ARGS', toolCallId, delta }, at),
        frame({ type: 'TOOL_CALL_END', toolCallId }, at),
      ];
    }
    case 'tool.result': {
      const { content } = event.payload;
      const toolCallId = callIdOf(event.payload);
      return [
        frame(
          { type: 'TOOL_CALL_RESULT', messageId: resultId(toolCallId), toolCallId, content, role: 'tool' },
          at,
        ),
      ];
    }
    case 'review.asked':
      return [frame(interruptOf(event.payload, run), at)];
    case 'review.answered':
      // A new run of the protocol on the same thread.
      return [
        frame({ type: 'RUN_STARTED', threadId: run.id, runId: run.id }, at),
        frame({ type: 'CUSTOM', name: 'review.answered', value: event.payload }, at),
      ];
    default:
      return [];
  }
};

/**
 * The AG-UI 1.0 protocol. A stream ends where its run waits for a person, because clients answer only after that. A decision to escalate is sent as an ordinary result, because a client cannot
 * continue such a run.
 */
export const agUi: Dialect = {
  headers: {},
  render,
  pausesAfter: ({ type }) => type === 'review.asked',
  text: {
    start: (messageId) => frame({ type: 'TEXT_MESSAGE_START', messageId, role: 'assistant' }),
    part: (messageId, delta) => frame({ type: 'TEXT_MESSAGE_CONTENT', messageId, delta }),
    end: (messageId) => frame({ type: 'TEXT_MESSAGE_END', messageId }),
    // The snapshot does not contain the withdrawn text, so clients drop it.
    withdraw: (_, before) => frame({ type: 'MESSAGES_SNAPSHOT', messages: messagesOf(before) }),
  },
  end,
};
