import { entryOf } from './ag-ui.ts';
import { callIdOf } from './ag-ui-frame.ts';
import type { Dialect, Frame } from './dialect.ts';
import type { PublishedEntry, RunOfStream, StoredEvent } from './stored.ts';

const frame = (chunk: { readonly type: string; readonly [member: string]: unknown }): Frame => ({
  data: JSON.stringify(chunk),
});

const DONE: Frame = { data: '[DONE]' };

const data = (name: string, id: string, value: unknown): Frame =>
  frame({ type: `data-${name}`, id, data: value });

/** Parses a call's arguments as JSON. Returns the text if it is not JSON, because a model may write anything. */
const inputOf = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
};

const renderEntry = (entry: PublishedEntry): readonly Frame[] => [
  data('ledger', `ledger-${entry.seq}`, entryOf(entry)),
  ...(entry.blocked === true
    ? [data('egress-block', `egress-${entry.seq}`, { host: entry.host, rule: entry.rule, step: entry.step })]
    : []),
];

const stateOf = (run: RunOfStream, status: RunOfStream['status'], decision: string | null): Frame =>
  data('run', run.id, {
    id: run.id,
    ...(run.mode === 'agent' ? { kind: run.vertical } : { vertical: run.vertical, mode: run.mode, decision }),
    ledger_ref: run.ledger_ref,
    status,
  });

const render = (event: StoredEvent, run: RunOfStream): readonly Frame[] => {
  switch (event.type) {
    case 'run.started':
      return [frame({ type: 'start', messageId: run.id }), stateOf(run, 'running', null)];
    case 'ledger.entry':
      return renderEntry(event.payload);
    case 'model.retry': {
      const { turn, attempt } = event.payload;
      return [data('retry', `retry-${turn}-${attempt}`, event.payload)];
    }
    case 'tool.call': {
      const { tool: toolName, arguments: text } = event.payload;
      const toolCallId = callIdOf(event.payload);
      return [
        frame({ type: 'tool-input-available', toolCallId, toolName, input: inputOf(text), dynamic: true }),
      ];
    }
    case 'tool.result': {
      const { content, is_error } = event.payload;
      const toolCallId = callIdOf(event.payload);
      return [
        is_error
          ? frame({ type: 'tool-output-error', toolCallId, errorText: content, dynamic: true })
          : frame({ type: 'tool-output-available', toolCallId, output: content, dynamic: true }),
      ];
    }
    case 'review.asked': {
      const { review_id: approvalId, message, expires_at, tool } = event.payload;
      const toolCallId = callIdOf(event.payload);
      return [
        data('review', approvalId, { id: approvalId, state: 'open', tool, message, expires_at }),
        frame({ type: 'tool-approval-request', approvalId, toolCallId }),
      ];
    }
    case 'review.answered': {
      const { review_id: approvalId, approved, message } = event.payload;
      return [
        data('review', approvalId, { id: approvalId, state: 'closed', approved, message }),
        frame({ type: 'tool-approval-response', approvalId, approved }),
      ];
    }
    default:
      return [];
  }
};

/**
 * The AI SDK's UI message stream, version 1: a single message, with data parts for everything that the protocol does not define a
 * chunk type for.
 */
export const aiSdk: Dialect = {
  headers: { 'x-vercel-ai-ui-message-stream': 'v1' },
  render,
  text: {
    start: (id) => frame({ type: 'text-start', id }),
    part: (id, delta) => frame({ type: 'text-delta', id, delta }),
    end: (id) => frame({ type: 'text-end', id }),
    withdraw: (id) => data('withdrawn', `withdrawn-${id}`, { text: id }),
  },
  end: (run) =>
    run.status === 'error'
      ? [
          stateOf(run, 'error', null),
          frame({ type: 'error', errorText: run.error?.message ?? 'The run failed.' }),
          frame({ type: 'finish', finishReason: 'error' }),
          DONE,
        ]
      : [stateOf(run, 'succeeded', run.decision), frame({ type: 'finish', finishReason: 'stop' }), DONE],
};
