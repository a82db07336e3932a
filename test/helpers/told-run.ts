import type { RunOfStream, StoredEvent } from '../../src/events/stored.ts';

const RUN_ID = 'run_019ac5b2f0007a3bb5c0d2f1e4a69788';
const REF = 'wf-019ac5b2f0007a3bb5c0d2f1e4a69788';

export const toldRun: RunOfStream = {
  id: RUN_ID,
  vertical: 'kyc',
  mode: 'live',
  status: 'running',
  decision: null,
  reasons: [],
  error: null,
  ledger_ref: REF,
};

export const succeeded: RunOfStream = { ...toldRun, status: 'succeeded', decision: 'approve' };

type Told = StoredEvent extends infer T ? (T extends unknown ? Omit<T, 'seq' | 'at'> : never) : never;

const entry = (seq: number, action: string, more: object = {}): Told => ({
  type: 'ledger.entry',
  payload: {
    seq,
    id: `act_${seq}`,
    step: seq,
    action,
    governance: 'none',
    summary: 'What was done.',
    created_at: '2026-11-28T10:15:30.123Z',
    prev_hash: 'a'.repeat(64),
    row_hash: 'b'.repeat(64),
    ...more,
  },
});

/** Numbers events as the store does. */
export const numbered = (told: readonly Told[]): readonly StoredEvent[] =>
  told.map((event, nth) => ({ ...event, seq: nth + 1, at: 1_795_860_000_000 + nth }));

export const messageId = (turn: number): string => `${RUN_ID}-${turn}`;

/** Returns a live run's events, with one event of every kind. */
export const toldEvents = (texts: readonly [string, string]): readonly StoredEvent[] =>
  numbered([
    { type: 'run.started', payload: { vertical: 'kyc', ledger_ref: REF } },
    { type: 'message', payload: { turn: 1, message_id: messageId(1), text: texts[0] } },
    {
      type: 'tool.call',
      payload: {
        turn: 1,
        message_id: messageId(1),
        call_id: 'c1',
        tool: 'run_python',
        arguments: '{"code":"print(1)\\n"}',
      },
    },
    entry(1, 'agent.turn'),
    entry(2, 'sandbox.open', { sandbox_id: 'sbx_1', host: 'here' }),
    entry(3, 'sandbox.run'),
    {
      type: 'tool.result',
      payload: {
        turn: 1,
        call_id: 'c1',
        tool: 'run_python',
        content: 'line\n\nevent: forged\r\ndata: {}\n\n',
        is_error: false,
      },
    },
    entry(4, 'egress.block', { blocked: true, host: 'api.example.com', rule: 'not-on-list' }),
    { type: 'message', payload: { turn: 2, message_id: messageId(2), text: texts[1] } },
    entry(5, 'agent.turn'),
    {
      type: 'tool.call',
      payload: { turn: 2, message_id: messageId(2), call_id: 'c1', tool: 'decide', arguments: 'not json' },
    },
    {
      type: 'tool.result',
      payload: { turn: 2, call_id: 'c1', tool: 'decide', content: 'no such decision', is_error: true },
    },
    entry(6, 'sandbox.close', { sandbox_id: 'sbx_1' }),
    { type: 'run.finished', payload: { decision: 'approve', ledger_ref: REF } },
  ]);
