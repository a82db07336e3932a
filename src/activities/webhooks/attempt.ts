import type { Network } from '../../desktop/egress-proxy/index.ts';
import { type Message, type SigningSecret, signedHeaders } from '../../store/webhooks/sign.ts';
import type { ClaimedDelivery } from '../../store/webhooks/claim.ts';
import { NotAcknowledgedError, post } from '../../webhooks/post.ts';

/** Where deliveries of one endpoint go, and who signs them. */
export interface Destination {
  readonly url: string;
  readonly secrets: readonly SigningSecret[];
}

export interface AttemptDependencies {
  readonly network: Network;
  /** Hosts whose addresses the administrator configured. */
  readonly pinned: ReadonlySet<string>;
  readonly timeoutMs: number;
}

/** Returns the body that every attempt at an event has. */
export const bodyOf = ({
  type,
  ids,
  emitted_at,
}: Pick<ClaimedDelivery, 'type' | 'ids' | 'emitted_at'>): string =>
  JSON.stringify({ type, timestamp: emitted_at.toISOString(), data: ids });

/**
 * Attempts a delivery.
 * @returns the status of the response
 * @throws NotAcknowledgedError
 */
export const attempt = async (
  deps: AttemptDependencies,
  { url, secrets }: Destination,
  delivery: ClaimedDelivery,
): Promise<number> => {
  const message: Message = {
    id: delivery.event_id,
    timestamp: Math.floor(Date.now() / 1_000),
    body: bodyOf(delivery),
  };
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Pramaan-Webhooks/1',
    ...signedHeaders(secrets, message),
    ...(delivery.traceparent !== null && { traceparent: delivery.traceparent }),
  };
  try {
    return await post({ url, headers, body: message.body }, deps);
  } catch (error) {
    // Any other error also counts as a failed attempt, so that one event cannot stop all others.
    throw error instanceof NotAcknowledgedError ? error : new NotAcknowledgedError('unreachable');
  }
};
