import type pg from 'pg';
import type { KeyRing } from '../../store/crypto/key-ring.ts';
import { notify, type Listener, createListener } from '../../store/db/listener.ts';
import type { SealedValue } from '../../store/vault/vault.ts';
import { SMALL, MAX_PAYLOAD } from './notifications.ts';

/** Tells a host that work for it is coming. */
export interface Hint {
  readonly input: unknown;
  /** The submitted work itself, if it is small enough. */
  readonly submitted: SealedValue | undefined;
}

interface HintWire {
  readonly host: string;
  readonly input: object;
  readonly key?: string;
  readonly sealed?: string;
}

/** Builds a hint's payload, for `pg_notify` on the channel `code_run_wanted`. */
export const hintOf = (
  ring: KeyRing,
  hint: {
    readonly host: string;
    readonly input: { readonly ledger_ref: string };
    readonly submitted: SealedValue;
  },
): string => {
  const { host, input } = hint;
  const plain = Buffer.from(JSON.stringify({ ref: input.ledger_ref, submitted: hint.submitted }));
  if (plain.length > SMALL) return JSON.stringify({ host, input } satisfies HintWire);
  const { keyId, bytes } = ring.seal(plain);
  const sealed = { host, input, key: keyId, sealed: bytes.toString('base64') } satisfies HintWire;
  const payload = JSON.stringify(sealed);
  // The input names its actor, and a name can be long.
  return Buffer.byteLength(payload) < MAX_PAYLOAD
    ? payload
    : JSON.stringify({ host, input } satisfies HintWire);
};

/** Tells a host that work for it is coming, so that it can begin before Temporal has found a worker. */
export const hintAt = async (pool: Pick<pg.Pool, 'query'>, host: string, input: object): Promise<void> => {
  await notify(pool, 'code_run_wanted', JSON.stringify({ host, input } satisfies HintWire));
};

/** Listens for hints of work for this host. */
export const listenForHints = (options: {
  readonly url: string;
  readonly host: string;
  readonly ring: KeyRing;
  readonly onHint: (hint: Hint) => void;
  readonly onBreak: (error: unknown) => void;
}): Listener =>
  createListener({
    ...options,
    channel: 'code_run_wanted',
    onPayload: (payload) => {
      const wire = JSON.parse(payload) as HintWire;
      if (wire.host !== options.host) return;
      options.onHint({ input: wire.input, submitted: submittedIn(options.ring, wire) });
    },
  });

/**
 * Opens a hint's submitted work. Returns undefined if it cannot be opened or belongs to another run; the work is then read from
 * the vault.
 */
const submittedIn = (ring: KeyRing, { input, key, sealed }: HintWire): SealedValue | undefined => {
  if (key === undefined || sealed === undefined) return undefined;
  try {
    const plain = ring.open({ keyId: key, bytes: Buffer.from(sealed, 'base64') });
    const opened = JSON.parse(plain.toString('utf8')) as { ref: string; submitted: SealedValue };
    return opened.ref === (input as { ledger_ref?: unknown }).ledger_ref ? opened.submitted : undefined;
  } catch {
    return undefined;
  }
};
