import { ConnectorError } from '../../connectors/common/errors.ts';
import type { Connectors } from '../../connectors/look-up.ts';
import { scopesOf } from '../../governance/suspension/scopes.ts';
import { byService, type Ledger } from '../../ledger/index.ts';
import type { KeyRing } from '../../store/crypto/key-ring.ts';
import type { Db } from '../../store/db/client.ts';
import type { MessageOfRun } from '../../store/records/messages.ts';
import {
  beginAttempt,
  deferMessage,
  endMessage,
  queuedMessage,
} from '../../store/records/message-attempts.ts';
import { SuspendedError, unlessSuspended } from '../../store/switches/suspended.ts';
import { findValue } from '../../store/vault/vault.ts';
import { type MessageInput, type MessageProgress, workflowIdOf } from '../../runs/message/workflow.ts';

export interface MessageDependencies {
  readonly db: Db;
  readonly ledger: Ledger;
  readonly vaultRing: KeyRing;
  readonly connectors: Pick<Connectors, 'messenger'>;
}

/** Statuses by which a receiver reports that it did not take the message but may take it later. */
const LATER: ReadonlySet<number> = new Set([408, 425, 429, 503]);

/** Pause before a suspended message is tried again. */
const SUSPENDED_PAUSE_MS = 60_000;

/** Verticals that send messages; suspending one holds its messages. */
const VERTICALS = { device_alert: 'support', text_message: 'voice' } as const;

const refOf = ({ team_id: teamId, run_id: runId, kind }: MessageInput): MessageOfRun => ({
  teamId,
  runId,
  kind,
});

/** The key by which a receiver recognises a repeated message; it is also the message's ledger_ref. */
const keyOf = ({ run_id, kind }: MessageInput): string => `msg-${run_id.slice('run_'.length)}-${kind}`;

/**
 * Creates the activities that deliver a message. An attempt is recorded before it begins, so a worker that dies in the middle
 * leaves an open attempt, and the next attempt then decides whether the message may be sent again.
 */
export const createMessageActivities = (deps: MessageDependencies) => ({
  sendMessage: async (input: MessageInput): Promise<MessageProgress> => {
    const { db, connectors } = deps;
    const message = refOf(input);
    const queued = await queuedMessage(db, message);
    if (queued === undefined) return { is_queued: false, retry_in_ms: 0 };
    const messenger = await connectors.messenger(input.team_id);
    if (messenger === undefined) return defer(deps, input, 'no_connector', 0);
    if (queued.isOpen && !messenger.isIdempotent) return end(deps, input, 'failed', 'outcome_unknown');
    const to = await recipientOf(deps, message.teamId, queued.recipientRef);
    if (to === undefined) return end(deps, input, 'failed', 'recipient_erased');
    const pauseMs = await messenger.pauseMs();
    if (pauseMs > 0) return { is_queued: true, retry_in_ms: pauseMs };
    try {
      const scopes = scopesOf.simulatedRun(VERTICALS[input.kind]);
      await unlessSuspended(db, { teamId: message.teamId, scopes }, async (tx) => beginAttempt(tx, message));
      await messenger.send({ id: keyOf(input), kind: input.kind, to, text: queued.body });
    } catch (error) {
      if (error instanceof SuspendedError) return { is_queued: true, retry_in_ms: SUSPENDED_PAUSE_MS };
      if (!(error instanceof ConnectorError)) throw error;
      return afterFailure(deps, input, error, messenger.isIdempotent);
    }
    return end(deps, input, 'sent', null);
  },

  /** Ends a message that could not be delivered in time. */
  giveUpMessage: async (input: MessageInput): Promise<void> => {
    const code = await lastCode(deps.db, refOf(input));
    await end(deps, input, 'failed', code ?? 'expired');
  },
});

export type MessageActivities = ReturnType<typeof createMessageActivities>;

const afterFailure = async (
  deps: MessageDependencies,
  input: MessageInput,
  { code, status, mayHaveArrived }: ConnectorError,
  isIdempotent: boolean,
): Promise<MessageProgress> => {
  const isRefused = status !== undefined && status < 500;
  if (!mayHaveArrived || (status !== undefined && LATER.has(status))) return defer(deps, input, code, 0);
  if (isRefused || code === 'redirected') return end(deps, input, 'failed', code);
  return isIdempotent ? defer(deps, input, code, 0) : end(deps, input, 'failed', 'outcome_unknown');
};

const recipientOf = async (
  { db, vaultRing }: MessageDependencies,
  teamId: string,
  ref: string | null,
): Promise<string | undefined> => {
  const value = ref === null ? undefined : await findValue<{ to: string }>(db, vaultRing, { teamId, ref });
  return value?.to;
};

const defer = async (
  { db }: MessageDependencies,
  input: MessageInput,
  code: string,
  retryInMs: number,
): Promise<MessageProgress> => {
  await deferMessage(db, refOf(input), code);
  return { is_queued: true, retry_in_ms: retryInMs };
};

/** Records the message's end together with its ledger row. */
const end = async (
  { db, ledger }: MessageDependencies,
  input: MessageInput,
  state: 'sent' | 'failed',
  code: string | null,
): Promise<MessageProgress> => {
  await db.transaction().execute(async (tx) => {
    const attempts = await endMessage(tx, refOf(input), { state, code });
    if (attempts === undefined) return;
    const what = input.kind === 'device_alert' ? 'A device alert' : 'A text message';
    await ledger.appendIn(tx, {
      teamId: input.team_id,
      ledgerRef: keyOf(input),
      step: 1,
      action: `message.${state}`,
      governance: 'recorded',
      summary:
        state === 'sent' ? `${what} was accepted by the gateway.` : `${what} was not sent (${String(code)}).`,
      detail: { run_id: input.run_id, kind: input.kind, attempts, code },
      actor: byService('messages', { workflow_id: workflowIdOf(input) }),
    });
  });
  return { is_queued: false, retry_in_ms: 0 };
};

const lastCode = async (db: Db, { teamId, runId, kind }: MessageOfRun): Promise<string | null> => {
  const row = await db
    .selectFrom('messages')
    .select('code')
    .where('team_id', '=', teamId)
    .where('run_id', '=', runId)
    .where('kind', '=', kind)
    .executeTakeFirst();
  return row?.code ?? null;
};
