import type { Services } from '../services/services.ts';
import { ProblemError } from '../http/problem.ts';
import type { McpCall } from './perform.ts';
import type { JsonObject } from './schemas.ts';

/**
 * Messages of a client of 2025-11-25 about a call in progress: its cancellation, and the answer to a
 * question. Each arrives as a separate request, at any process. Clients of 2026-07-28 close the response
 * instead, and call again with their answers.
 */
type Late = 'cancelled' | 'answer';

type Posts = Pick<Services, 'events' | 'rings'>;

/**
 * Waits for a late message with this id. Ids of requests are unique only within a session, so without one
 * nothing arrives.
 * @returns a function that ends the wait
 */
export const awaitLate = (
  carrier: McpCall,
  { events, rings }: Posts,
  late: { readonly kind: Late; readonly id: unknown; readonly onMessage: (message: JsonObject) => void },
): (() => void) => {
  const address = addressOf(carrier, late.kind, late.id);
  if (address === undefined) return () => undefined;
  return events.mailboxes.open(address, (sealed) => {
    const message = opened(rings, address, sealed);
    if (message !== undefined) late.onMessage(message);
  });
};

/** @returns undefined if the text was sealed under a key that this process does not have yet */
const opened = ({ mcp }: Posts['rings'], address: string, sealed: string): JsonObject | undefined => {
  try {
    const { keyId, bytes } = JSON.parse(sealed) as { readonly keyId: string; readonly bytes: string };
    const plain = mcp.open({ keyId, bytes: Buffer.from(bytes, 'base64') }, address);
    return JSON.parse(plain.toString()) as JsonObject;
  } catch {
    return undefined;
  }
};

/**
 * Passes a late message on to its call, if one of the same caller and session waits for it.
 * @throws ProblemError 413 if an answer is too large
 */
export const passOn = async (carrier: McpCall, { events, rings }: Posts): Promise<void> => {
  const { body } = carrier;
  const { kind, id } = lateIn(body) ?? {};
  const address = kind && addressOf(carrier, kind, id);
  if (address === undefined) return;
  const { keyId, bytes } = rings.mcp.seal(Buffer.from(JSON.stringify(body)), address);
  const message = JSON.stringify({ keyId, bytes: bytes.toString('base64') });
  if (!(await events.mailboxes.post(address, message))) {
    throw new ProblemError('body-too-large', { detail: 'An answer to a form may have 5 KiB.' });
  }
};

const lateIn = (body: JsonObject): { readonly kind: Late; readonly id: unknown } | undefined => {
  const { method, params, id } = body;
  if (method === 'notifications/cancelled') {
    return { kind: 'cancelled', id: (params as JsonObject | undefined)?.['requestId'] };
  }
  const isAnswer = method === undefined && (body['result'] !== undefined || body['error'] !== undefined);
  return isAnswer ? { kind: 'answer', id } : undefined;
};

const addressOf = ({ caller, header }: McpCall, kind: Late, id: unknown): string | undefined => {
  const session = header('Mcp-Session-Id');
  if (session === '' || (typeof id !== 'string' && typeof id !== 'number')) return undefined;
  return JSON.stringify(['mcp', kind, caller.id, session, id]);
};
