import type { ConnectorSecrets, InboundSettings } from '../common/settings.ts';
import { openEnvelope } from './envelope.ts';
import { InboundError } from './errors.ts';
import type { Signed } from './hmac.ts';
import { expectTimely } from './verify.ts';

/** A verified event, opened. */
export interface OpenEvent {
  readonly document: unknown;
  /** The id that the sender signed; undefined if the document contains it. */
  readonly id: string | undefined;
  /** The fields that NHCX's acknowledgement repeats. */
  readonly envelope?: { readonly apiCallId: string; readonly correlationId: string };
}

export interface Bytes {
  readonly body: Buffer;
  readonly type: string;
  /** Parses untrusted JSON, and throws if it is not JSON that can be stored. */
  readonly parse: (bytes: Buffer) => unknown;
}

/** Reads a verified event, and opens its envelope if it has one. @throws InboundError */
export const readEvent = async (
  { body, type, parse }: Bytes,
  {
    settings,
    secrets,
    signed,
    now,
  }: {
    readonly settings: InboundSettings;
    readonly secrets: ConnectorSecrets;
    readonly signed: Signed;
    readonly now: Date;
  },
): Promise<OpenEvent> => {
  const document = await readDocument(body, type, parse);
  if (settings.shape !== 'nhcx') return { document, id: signed.id };
  const { plain, sentAt, ...envelope } = await openEnvelope(document, secrets.inbound?.private_keys ?? []);
  expectTimely(sentAt, settings, now);
  return { document: parsed(plain, parse), id: envelope.apiCallId, envelope };
};

const readDocument = async (body: Buffer, type: string, parse: Bytes['parse']): Promise<unknown> => {
  if (!/^(multipart\/form-data|application\/x-www-form-urlencoded)\b/i.test(type)) return parsed(body, parse);
  try {
    const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData();
    const fields = [...form].filter((field): field is [string, string] => typeof field[1] === 'string');
    return Object.fromEntries(fields);
  } catch {
    throw new InboundError('unreadable', 'The form cannot be read.');
  }
};

const parsed = (bytes: Buffer, parse: Bytes['parse']): unknown => {
  try {
    return parse(bytes);
  } catch {
    throw new InboundError('unreadable', 'The body is not JSON that can be stored.');
  }
};
