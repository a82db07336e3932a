import type { Payload, PayloadCodec, SerializationContext } from '@temporalio/common';
import temporalProto from '@temporalio/proto';
import type { KeyRing } from '../store/crypto/key-ring.ts';
import { type Refusal, refusedValue } from './refused.ts';

const PayloadMessage = temporalProto.temporal.api.common.v1.Payload;

const ENCODING = 'binary/encrypted';
const utf8 = new TextEncoder();
const text = (bytes: Uint8Array | null | undefined): string => Buffer.from(bytes ?? []).toString('utf8');

/** Thrown when a payload was not sealed by this service, was sealed for another workflow or activity, or cannot be opened. */
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
   * What to do with a refused payload. `throw` suits a client. In a worker, an error would fail the workflow task again and
   * again, so `mark` replaces the payload with a value that contains the reason, and the worker's interceptors refuse that value.
   */
  readonly refused?: 'throw' | 'mark';
  /**
   * Returns whether to open payloads from older versions, which do not name their workflow or activity. By default they are
   * opened.
   */
  readonly acceptsUnbound?: () => boolean;
}

/**
 * Seals every payload sent to Temporal (AES-256-GCM), and puts the key's id in its metadata so that keys can be rotated. The seal
 * also covers the id of the payload's workflow or activity, so that a copied payload cannot be opened elsewhere.
 */
export class SealingCodec implements PayloadCodec {
  readonly #ring: KeyRing;
  readonly #mark: boolean;
  readonly #acceptsUnbound: () => boolean;
  /** Workflows with at least one opened payload, identified by the context object that the worker keeps for each. */
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
   * @throws PayloadRefusedError unless refused payloads are marked; also throws then if a key is missing and none of the
   * workflow's payloads has been opened yet, because the missing key may be the workflow's own
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
   * Opens payloads for a person who is inspecting a workflow, whichever workflow or activity they were sealed for. Returns
   * unsealed payloads unchanged.
   * @throws PayloadRefusedError when a payload was changed, or its key is no longer on the ring
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

/** Matches the ids of workflows started by a schedule, to which Temporal appends the time. */
const STARTED_BY_SCHEDULE = /^(workflow .*)-\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/s;

const belongs = (bound: string, place: string | undefined): boolean =>
  bound === place || bound === STARTED_BY_SCHEDULE.exec(place ?? '')?.[1];

const jsonOf = (value: object): Uint8Array => utf8.encode(JSON.stringify(value));
