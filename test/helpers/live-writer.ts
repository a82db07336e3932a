import { randomBytes } from 'node:crypto';
import type { Transaction } from 'kysely';
import { KeyRing } from '../../src/store/crypto/key-ring.ts';
import type { Database } from '../../src/store/db/schema.ts';
import type { RunEvent } from '../../src/events/sink.ts';
import { createEventSink } from '../../src/events/store.ts';
import { verticals } from '../../src/governance/verticals/index.ts';
import { createLedger, type JsonObject } from '../../src/ledger/index.ts';
import { failRun, succeedRun } from '../../src/runs/vertical/finish.ts';
import { createLiveRun } from '../../src/runs/vertical/live.ts';
import { bySomeKey, someKey } from './actors.ts';
import type { TestDatabase } from './database.ts';

type Tx = Transaction<Database>;

/** Publishes a live run's events as its activities do, with the real store and no model. */
export interface LiveWriter {
  readonly runId: string;
  readonly ledgerRef: string;
  readonly publish: (event: RunEvent, key?: string) => Promise<void>;
  /** Appends a ledger row and publishes its event, in one transaction. */
  readonly entry: (action: string, detail?: JsonObject) => Promise<void>;
  /** Appends a ledger row and publishes its event, in the test's own transaction. */
  readonly entryIn: (tx: Tx, action: string, detail?: JsonObject) => Promise<void>;
  readonly message: (turn: number, text: string) => Promise<void>;
  /** Publishes a call of the first turn. */
  readonly call: (id: string, tool: string, args: string) => Promise<void>;
  /** Publishes the result of a call of the first turn. */
  readonly result: (id: string, tool: string, content: string, isError?: boolean) => Promise<void>;
  readonly delta: (turn: number, text: string, attempt?: number) => void;
  readonly succeed: () => Promise<void>;
  readonly fail: (code: string) => Promise<void>;
  readonly close: () => Promise<void>;
}

const BUDGETS = { turns: 10, tool_calls: 20, tokens: 100_000, wall_ms: 600_000, cost: 0 };
const MODEL = { name: 'made-up', budgets: BUDGETS };

export const startLiveWriter = async (database: TestDatabase, teamId: string): Promise<LiveWriter> => {
  const { db, pool } = database;
  const ledger = createLedger({ pool });
  const sink = createEventSink(pool, () => undefined);
  const ring = new KeyRing([{ id: 'k1', key: randomBytes(32) }], 'case-vault');
  const { run_id: runId, ledger_ref: ledgerRef } = await db.transaction().execute(async (tx) =>
    createLiveRun(tx, ring, {
      teamId,
      vertical: 'kyc',
      case: verticals.kyc.sample,
      model: MODEL,
      askedBy: someKey,
    }),
  );
  const run = { team_id: teamId, run_id: runId, ledger_ref: ledgerRef };
  const ref = { teamId, runId, ledgerRef };
  let step = 0;
  let told = 0;
  const inTransaction = async (work: (tx: Tx) => Promise<void>): Promise<void> =>
    db.transaction().execute(work);

  const publish: LiveWriter['publish'] = async (event, key = `told/${(told += 1)}`) =>
    inTransaction(async (tx) => sink.publish(tx, run, { ...event, key }));
  const entryIn: LiveWriter['entryIn'] = async (tx, action, detail = {}) => {
    await ledger.appendIn(tx, {
      teamId,
      ledgerRef,
      step: (step += 1),
      action,
      governance: 'audited',
      summary: `Did ${action}.`,
      detail,
      actor: bySomeKey,
    });
    await sink.publishLedger(tx, run);
  };
  const messageId = (turn: number): string => `${runId}-${turn}`;
  await publish({ type: 'run.started', payload: { vertical: 'kyc', ledger_ref: ledgerRef } });

  return {
    runId,
    ledgerRef,
    publish,
    entryIn,
    entry: async (action, detail) => inTransaction(async (tx) => entryIn(tx, action, detail)),
    message: async (turn, text) =>
      publish({ type: 'message', payload: { turn, message_id: messageId(turn), text } }, `message/${turn}`),
    call: async (id, tool, args) =>
      publish({
        type: 'tool.call',
        payload: { turn: 1, message_id: messageId(1), call_id: id, tool, arguments: args },
      }),
    result: async (id, tool, content, isError = false) =>
      publish({
        type: 'tool.result',
        payload: { turn: 1, call_id: id, tool, content, is_error: isError },
      }),
    delta: (turn, text, attempt = 1) => sink.delta(run, { turn, attempt, message_id: messageId(turn), text }),
    succeed: async () =>
      inTransaction(async (tx) => {
        await succeedRun(
          tx,
          ledger,
          { ...ref, actor: bySomeKey },
          { decision: 'approve', reasons: [], risk: null },
        );
        await sink.publish(tx, run, {
          key: 'end',
          type: 'run.finished',
          payload: { decision: 'approve', ledger_ref: ledgerRef },
        });
      }),
    fail: async (code) => {
      await failRun(db, ledger, { ...ref, actor: bySomeKey }, { code, message: 'It came to nothing.' });
    },
    close: async () => {
      await sink.close();
      await ledger.close();
    },
  };
};
