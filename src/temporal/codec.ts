import type { Payload, PayloadCodec, SerializationContext } from '@temporalio/common';
import temporalProto from '@temporalio/proto';
import type { KeyRing } from '../store/crypto/key-ring.ts';
import { type Refusal, refusedValue } from './refused.ts';

const PayloadMessage = temporalProto.temporal.api.common.v1.Payload;

const ENCODING = 'binary/encrypted';
const utf8 = new TextEncoder();
const text = (bytes: Uint8Array | null | undefined): string => Buffer.from(bytes ?? []).toString('utf8');

/** A payload that this service did not seal, that it sealed for another place, or that cannot be opened. */
export class PayloadRefusedError extends Error {
  override readonly name = 'PayloadRefusedError';
  readonly why: Refusal;

  constructor(why: Refusal) {
    super(`Temporal payload refused (${why})`);
    this.why = why;
  }
}

export interface CodecOptions {
  /**
   * `throw` suits a client. `mark` suits a worker: an error would fail the workflow task again and again, so a value with the
   * reason replaces the payload, and the worker's interceptors refuse it.
   */
  readonly refused?: 'throw' | 'mark';
  /** Returns whether payloads sealed by older versions, which name no place, are opened. By default they are. */
  readonly acceptsUnbound?: () => boolean;
}

/**
 * Seals every payload sent to Temporal (AES-256-GCM), with the key's id in its metadata so that keys can be rotated. The seal
 * covers the workflow or activity that the payload belongs to, so that a copy cannot be opened elsewhere.
 */
export class SealingCodec implements PayloadCodec {
  readonly #ring: KeyRing;
  readonly #mark: boolean;
  readonly #acceptsUnbound: () => boolean;
  /** Workflows that had a payload opened, by the context that their worker keeps for them. */
  readonly #opened = new WeakSet<SerializationContext>();

  constructor(ring: KeyRing, options: CodecOptions = {}) {
    this.#ring = ring;
    this.#mark = options.refused === 'mark';
    this.#acceptsUnbound = options.acceptsUnbound ?? (() => true);
  }

  async encode(payloads: Payload[], context?: SerializationContext): Promise<Payload[]> {
    const place = placeOf(context);
    return payloads.map((payload) => {
      const { keyId, bytes } = this.#ring.seal(PayloadMessage.encode(payload).finish(), place);
      return {
        metadata: {
          encoding: utf8.encode(ENCODING),
          'key-id': utf8.encode(keyId),
          ...(place !== undefined && { 'bound-to': utf8.encode(place) }),
        },
        data: bytes,
      };
    });
  }

  /**
   * Opens payloads.
   * @throws PayloadRefusedError unless refused payloads are marked; always for a workflow whose own key is missing
   */
  async decode(payloads: Payload[], context?: SerializationContext): Promise<Payload[]> {
    return payloads.map((payload) => {
      const opened = this.#open(payload, context);
      if (typeof opened !== 'string') {
        if (context !== undefined) this.#opened.add(context);
        return opened;
      }
      const waits = opened === 'no_key' && !(context !== undefined && this.#opened.has(context));
      if (!this.#mark || waits) throw new PayloadRefusedError(opened);
      return { metadata: { encoding: utf8.encode('json/plain') }, data: jsonOf(refusedValue(opened)) };
    });
  }

  /**
   * Opens payloads for a person who inspects a workflow, wherever they belong. Leaves a payload that was never sealed as it is.
   * @throws PayloadRefusedError when one was changed, or its key is no longer on the ring
   */
  async reveal(payloads: readonly Payload[]): Promise<Payload[]> {
    return payloads.map((payload) => {
      if (!isSealed(payload)) return payload;
      const opened = this.#unseal(payload);
      if (typeof opened === 'string') throw new PayloadRefusedError(opened);
      return opened;
    });
  }

  #open(payload: Payload, context: SerializationContext | undefined): Payload | Refusal {
    if (!isSealed(payload)) return 'unsealed';
    const bound = boundTo(payload);
    if (bound === undefined) {
      if (!this.#acceptsUnbound()) return 'unbound';
    } else if (!belongs(bound, placeOf(context))) {
      return 'elsewhere';
    }
    return this.#unseal(payload);
  }

  #unseal(payload: Payload): Payload | Refusal {
    const keyId = text(payload.metadata?.['key-id']);
    if (!this.#ring.has(keyId)) return 'no_key';
    try {
      const bytes = this.#ring.open({ keyId, bytes: payload.data ?? new Uint8Array() }, boundTo(payload));
      return PayloadMessage.decode(bytes);
    } catch {
      return 'damaged';
    }
  }
}

const isSealed = ({ metadata }: Payload): boolean => text(metadata?.['encoding']) === ENCODING;

const boundTo = ({ metadata }: Payload): string | undefined => {
  const bound = metadata?.['bound-to'];
  return bound == null ? undefined : text(bound);
};

/**
 * Names the workflow or activity that a payload belongs to. Omits the namespace, because it may be renamed and a workflow's id is
 * unique without it.
 */
const placeOf = (context: SerializationContext | undefined): string | undefined => {
  if (context === undefined) return undefined;
  return context.type === 'workflow'
    ? `workflow ${context.workflowId}`
    : `activity ${context.activityId ?? ''} of ${context.workflowId ?? ''}`;
};

/** Temporal appends the time to the id of a workflow that a schedule starts. */
const STARTED_BY_SCHEDULE = /^(workflow .*)-\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/s;

const belongs = (bound: string, place: string | undefined): boolean =>
  bound === place || bound === STARTED_BY_SCHEDULE.exec(place ?? '')?.[1];

const jsonOf = (value: object): Uint8Array => utf8.encode(JSON.stringify(value));
