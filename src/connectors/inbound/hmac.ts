import { createHmac, timingSafeEqual } from 'node:crypto';
import { InboundError } from './errors.ts';

/** An event as it arrived. */
export interface Arrived {
  /** Returns a header; '' if it is absent. */
  readonly header: (name: string) => string;
  /** The query string, with its `?`; '' if absent. */
  readonly search: string;
  readonly body: Buffer;
}

/** What a sender's signature covers besides the body. */
export interface Signed {
  /** The event's id, if the signature covers one. */
  readonly id?: string;
  /** When the sender signed, if the signature covers a time. */
  readonly at?: Date;
}

const hmac = (key: string | Buffer, ...parts: readonly (string | Buffer)[]): Buffer => {
  const mac = createHmac('sha256', key);
  for (const part of parts) mac.update(part);
  return mac.digest();
};

/** Compares in constant time. Texts of different lengths differ. */
export const isSame = (one: string | Buffer, other: string | Buffer): boolean => {
  const [a, b] = [Buffer.from(one as string), Buffer.from(other as string)];
  return a.length === b.length && timingSafeEqual(a, b);
};

const required = ({ header }: Arrived, name: string): string => {
  const value = header(name);
  if (value === '') throw new InboundError('signature_missing', `The header ${name} is missing.`);
  return value;
};

const expectSame = (given: readonly Buffer[], expected: readonly Buffer[]): void => {
  // Every pair is compared, so that timing does not reveal which secret or signature matched.
  const matches = given.flatMap((one) => expected.map((other) => isSame(one, other)));
  if (!matches.includes(true)) throw new InboundError('signature_wrong', 'No signature fits the body.');
};

/** Bytes of a Standard Webhooks secret, which is base64 after its prefix. */
const keyOf = (secret: string): Buffer => Buffer.from(secret.replace(/^whsec_/, ''), 'base64');

/**
 * Senders may send a signature for each of their secrets; a request with more than this is not from a real
 * sender.
 */
const MOST_SIGNATURES = 10;

/** Standard Webhooks 1.0: the signature covers the id, the time and the body. */
export const verifyStandardWebhooks = (arrived: Arrived, secrets: readonly string[]): Signed => {
  const [id, seconds, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) =>
    required(arrived, name),
  ) as [string, string, string];
  const given = signatures
    .split(' ')
    .slice(0, MOST_SIGNATURES)
    .filter((one) => one.startsWith('v1,'))
    .map((one) => Buffer.from(one.slice(3), 'base64'));
  expectSame(
    given,
    secrets.map((secret) => hmac(keyOf(secret), `${id}.${seconds}.`, arrived.body)),
  );
  return { id, at: timeOf(/^\d{1,12}$/.test(seconds) ? Number(seconds) * 1_000 : NaN) };
};

/** PagerDuty v3: hex signatures of the body, one per secret. No time is signed. */
export const verifyPagerDuty = (arrived: Arrived, secrets: readonly string[]): Signed => {
  const given = required(arrived, 'x-pagerduty-signature')
    .split(',')
    .slice(0, MOST_SIGNATURES)
    .map((one) => one.trim())
    .filter((one) => /^v1=[0-9a-f]{64}$/i.test(one))
    .map((one) => Buffer.from(one.slice(3), 'hex'));
  expectSame(
    given,
    secrets.map((secret) => hmac(secret, arrived.body)),
  );
  return {};
};

/** Zendesk: the signature covers the time as written, followed by the body. */
export const verifyZendesk = (arrived: Arrived, secrets: readonly string[]): Signed => {
  const signature = required(arrived, 'x-zendesk-webhook-signature');
  const time = required(arrived, 'x-zendesk-webhook-signature-timestamp');
  expectSame(
    [Buffer.from(signature, 'base64')],
    secrets.map((secret) => hmac(secret, time, arrived.body)),
  );
  return { at: timeOf(Date.parse(time)) };
};

const timeOf = (ms: number): Date => {
  if (Number.isFinite(ms)) return new Date(ms);
  throw new InboundError('out_of_time', 'The signed time cannot be read.');
};
