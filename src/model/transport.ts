import { fetch as fetchThrough, ProxyAgent } from 'undici';
import { asksForSchema, withoutFormat } from './capabilities/answer-format.ts';
import { isObject, type Json } from './capabilities/body.ts';
import type { RefusalMemory } from './capabilities/memory.ts';
import { refusalIn, refusesThisSchema } from './capabilities/refusals.ts';
import { shapeBody } from './capabilities/shape.ts';
import type { ModelSettings } from './settings.ts';
import { currentTrace, writeTraceparent } from '../trace-context.ts';

type TransportSettings = Pick<ModelSettings, 'provider' | 'headers' | 'body' | 'proxy' | 'effort'>;

/**
 * Returns the `fetch` for a model's requests. It adapts each body to what the model's server accepts, adds the administrator's
 * headers and body members, and goes through the proxy if there is one. If the server refuses the request and names what it
 * refuses, the request is sent again without that, and later requests leave it out from the start. Each refusal is learned once,
 * so this ends.
 */
export const createTransport = (settings: TransportSettings, memory: RefusalMemory): typeof fetch => {
  const send = sendThrough(settings.proxy);
  return async (url, init) => {
    let asked = readBody(init?.body);
    if (asked === undefined) return send(url, init);
    const shaped = (wanted: Json): Json =>
      shapeBody(wanted, {
        provider: settings.provider,
        capabilities: memory.capabilities,
        extra: settings.body,
        effort: settings.effort,
      });
    const trace = currentTrace();
    const headers = {
      ...Object.fromEntries(new Headers(init?.headers)),
      ...(trace !== undefined && { traceparent: writeTraceparent(trace) }),
      ...settings.headers,
    };
    for (;;) {
      const body = shaped(asked);
      const sent = JSON.stringify(body);
      const response = await send(url, { ...init, headers, body: sent });
      if (response.ok) return response;
      const text = await response.text();
      if (asksForSchema(asked) && refusesThisSchema(response.status, text, body)) {
        asked = withoutFormat(settings.provider, asked);
        continue;
      }
      const refused = refusalIn(response.status, text, body);
      if (refused !== undefined) memory.learn(refused);
      // A request in progress at the same time may have learned it first, so what counts is whether the body would differ.
      if (refused !== undefined && JSON.stringify(shaped(asked)) !== sent) continue;
      const { status, statusText, headers: answered } = response;
      return new Response(text, { status, statusText, headers: withoutEncoding(answered) });
    }
  };
};

const readBody = (body: unknown): Json | undefined => {
  if (typeof body !== 'string') return undefined;
  const parsed = JSON.parse(body) as unknown;
  return isObject(parsed) ? parsed : undefined;
};

/** The text has been decoded, so these headers no longer describe it. */
const withoutEncoding = (headers: Headers): Headers => {
  const kept = new Headers(headers);
  kept.delete('content-encoding');
  kept.delete('content-length');
  return kept;
};

/** Returns a `fetch` that goes through a proxy, or the ordinary one without a proxy. */
export const sendThrough = (proxy: string | undefined): typeof fetch => {
  if (proxy === undefined) return fetch;
  const dispatcher = new ProxyAgent(proxy);
  return (async (url: string, init?: object) =>
    fetchThrough(url, { ...init, dispatcher })) as unknown as typeof fetch;
};
