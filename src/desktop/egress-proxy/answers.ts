import type { ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

/** Rules about the request itself, not about its destination. */
const MALFORMED: ReadonlySet<string> = new Set(['malformed', 'request-shape', 'credentials', 'upgrade']);

/** Response to a refused attempt. `details` is our own text (RFC 9209). */
export interface Refusal {
  readonly status: 400 | 403 | 502;
  readonly details: string;
}

export const refusalOf = (rule: string): Refusal => ({
  status: MALFORMED.has(rule) ? 400 : 403,
  details: rule,
});

export const notReached = (details: string): Refusal => ({ status: 502, details });

const REASONS = { 400: 'Bad Request', 403: 'Forbidden', 502: 'Bad Gateway' } as const;

const errorOf = ({ status }: Refusal): string =>
  ({ 400: 'http_request_error', 403: 'http_request_denied', 502: 'destination_unavailable' })[status];

const fieldsFor = (refusal: Refusal, body: string): Record<string, string> => ({
  'Content-Type': 'text/plain',
  'Content-Length': String(body.length),
  'Cache-Control': 'no-store',
  'Proxy-Status': `pramaan; error=${errorOf(refusal)}; details="${refusal.details}"`,
  Connection: 'close',
});

const bodyOf = ({ status, details }: Refusal): string =>
  status === 502 ? `The host was not reached: ${details}.\n` : `Blocked by the egress policy: ${details}.\n`;

/** Responds to a request and closes its connection. */
export const answer = (response: ServerResponse, refusal: Refusal): void => {
  const body = bodyOf(refusal);
  response.writeHead(refusal.status, fieldsFor(refusal, body));
  response.end(body);
};

/** Like {@link answer}, but for a connection that is no longer attached to a parser. */
export const answerRaw = (socket: Duplex, refusal: Refusal): void => {
  if (!socket.writable) return;
  const body = bodyOf(refusal);
  const fields = Object.entries(fieldsFor(refusal, body)).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${refusal.status} ${REASONS[refusal.status]}\r\n${fields.join('')}\r\n${body}`);
};
