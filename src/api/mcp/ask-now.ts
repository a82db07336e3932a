import { newId } from '../../ids.ts';
import { ProblemError } from '../http/problem.ts';
import type { Services } from '../services/services.ts';
import type { Form } from './ask.ts';
import { awaitLate } from './late-messages.ts';
import type { McpCall } from './perform.ts';
import type { JsonObject } from './schemas.ts';
import { showsForms } from './session.ts';

const ANSWER_MS = 300_000;

/**
 * Shows a form to the person at the client.
 * @returns the values that the person entered; undefined if the person declined
 */
export type AskNow = (form: Form) => Promise<JsonObject | undefined>;

export interface Asking {
  readonly carrier: McpCall;
  /** Aborts if the client cancels the call. */
  readonly cancelled: AbortSignal;
  /** Sends a message in the response of the call. */
  readonly send: (message: JsonObject) => Promise<unknown>;
}

/**
 * Returns the function that asks a client of 2025-11-25 in the response of its call, and waits for the
 * answer, which comes as a message of its own. Like a wait for a run, this takes a seat; if none is free,
 * nobody is asked.
 * @returns undefined if the client shows no forms
 */
export const askerOf = (asking: Asking, services: Services): AskNow | undefined => {
  const { carrier, cancelled, send } = asking;
  if (!showsForms(carrier.header('Mcp-Session-Id'))) return undefined;
  const { events, settings } = services;
  return async (form) => {
    const leaveSeat = events.seat(carrier.caller.teamId, settings.streamsMax);
    if (leaveSeat === undefined) return undefined;
    const id = newId('req');
    const { promise, resolve, reject } = Promise.withResolvers<JsonObject | undefined>();
    const stop = AbortSignal.any([cancelled, carrier.gone(), events.closing, AbortSignal.timeout(ANSWER_MS)]);
    stop.addEventListener('abort', () => reject(unanswered()), { once: true });
    // If the question cannot be sent, nobody awaits this promise.
    promise.catch(() => undefined);
    const forget = awaitLate(carrier, services, {
      kind: 'answer',
      id,
      onMessage: (message) => resolve(contentOf(message)),
    });
    try {
      if (stop.aborted) throw unanswered();
      await send({ jsonrpc: '2.0', id, method: 'elicitation/create', params: { mode: 'form', ...form } });
      return await promise;
    } finally {
      forget();
      leaveSeat();
    }
  };
};

/**
 * Nothing has been started: a person who meant to fill in the form must not find that the work was done
 * without it.
 */
const unanswered = (): ProblemError =>
  new ProblemError('invalid-request', {
    detail:
      'The call lacks members, and nobody answered the form. Call again with the members that it asks for.',
  });

/**
 * Returns the values in an accepted form. A client that cannot show the form responds with an error, which
 * counts as declining.
 */
const contentOf = ({ result }: JsonObject): JsonObject | undefined => {
  const { action, content } = (result ?? {}) as JsonObject;
  return action === 'accept' && typeof content === 'object' && content !== null
    ? (content as JsonObject)
    : undefined;
};
