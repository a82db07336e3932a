import type { IncomingMessage } from 'node:http';
import { hasExactLine } from './request-line.ts';

const ONCE: ReadonlySet<string> = new Set([
  'host',
  'content-length',
  'transfer-encoding',
  'upgrade',
  'expect',
]);

/** Fields that apply to this hop only (RFC 9110, 7.6.1), and fields meant for a proxy. */
const HOP: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'proxy-authenticate',
  'proxy-authorization',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'expect',
]);

/** Options that `Connection` may list. A client that lists another field wants a proxy to remove that field. */
const OPTIONS: ReadonlySet<string> = new Set(['close', 'keep-alive', 'upgrade', 'te', 'proxy-connection']);

/** Methods that address the proxy itself or reveal the header fields that it added. */
const NOT_FOR_US: ReadonlySet<string> = new Set(['CONNECT', 'TRACE', 'TRACK']);

export type Fields = readonly (readonly [string, string])[];

export const fieldsOf = ({ rawHeaders }: IncomingMessage): Fields =>
  Array.from({ length: rawHeaders.length / 2 }, (_, i) => [rawHeaders[2 * i]!, rawHeaders[2 * i + 1]!]);

const listOf = (fields: Fields, wanted: string): readonly string[] =>
  fields
    .filter(([name]) => name.toLowerCase() === wanted)
    .flatMap(([, value]) => value.split(','))
    .map((option) => option.trim().toLowerCase())
    .filter((option) => option !== '');

/**
 * Returns whether a request can be read in one way only. Node's parser is already strict; this check rejects requests that it
 * accepts but that an upstream server may interpret differently.
 */
export const isSound = (request: IncomingMessage, expected?: 'CONNECT'): boolean => {
  const fields = fieldsOf(request);
  const names = fields.map(([name]) => name.toLowerCase());
  const twice = names.some((name, i) => ONCE.has(name) && names.indexOf(name) !== i);
  const coding = listOf(fields, 'transfer-encoding');
  const framedTwice = coding.length > 0 && names.includes('content-length');
  const oddCoding = coding.length > 1 || (coding.length === 1 && coding[0] !== 'chunked');
  const length = fields.find(([name]) => name.toLowerCase() === 'content-length')?.[1];
  const oddLength = length !== undefined && !/^\d{1,15}$/.test(length);
  const oddOption = listOf(fields, 'connection').some((option) => !OPTIONS.has(option));
  const controls = fields.some(
    ([name, value]) => /[^\x21-\x7e]/.test(name) || /[^\t\x20-\x7e\x80-\xff]/.test(value),
  );
  // A request line without a version is HTTP/0.9, in which it is unclear to which request the next line belongs.
  const { httpVersion } = request;
  const old = httpVersion !== '1.1' && (httpVersion !== '1.0' || coding.length > 0);
  const connect = expected === 'CONNECT';
  const oddMethod = connect
    ? length !== undefined || coding.length > 0
    : NOT_FOR_US.has(request.method ?? '');
  const oddLine = !hasExactLine(request);
  return !(
    oddLine ||
    twice ||
    framedTwice ||
    oddCoding ||
    oddLength ||
    oddOption ||
    controls ||
    old ||
    oddMethod
  );
};

/** Returns the header fields to send on, with the host that the policy approved. */
export const onward = (fields: Fields, host?: string): string[] => [
  ...(host === undefined ? [] : ['Host', host]),
  ...fields
    .filter(([name]) => !HOP.has(name.toLowerCase()) && (host === undefined || name.toLowerCase() !== 'host'))
    .flat(),
];

/** Returns whether a request asks to switch to a WebSocket (RFC 6455, 4.1) and not to any other protocol. */
export const isWebSocket = (request: IncomingMessage): boolean =>
  request.method === 'GET' &&
  request.httpVersion === '1.1' &&
  request.headers.upgrade?.trim().toLowerCase() === 'websocket' &&
  request.headers['sec-websocket-key'] !== undefined &&
  request.headers['content-length'] === undefined &&
  request.headers['transfer-encoding'] === undefined;
