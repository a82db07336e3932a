import { Client, Connection } from '@temporalio/client';
import type { Payload } from '@temporalio/common';
import { inject } from 'vitest';

const base64 = (bytes: Uint8Array | null | undefined): string => Buffer.from(bytes ?? []).toString('base64');

interface Copy {
  readonly copied: { readonly metadata: Readonly<Record<string, string>>; readonly data: string };
}

/** Marks a payload in an intruder's arguments that is sent unchanged. */
export const copyOf = ({ metadata, data }: Payload): Copy => ({
  copied: {
    metadata: Object.fromEntries(
      Object.entries(metadata ?? {}).map(([name, value]) => [name, base64(value)]),
    ),
    data: base64(data),
  },
});

const sent = (payload: Payload): Payload => {
  const value = JSON.parse(Buffer.from(payload.data ?? []).toString()) as Partial<Copy> | null;
  const copied = value?.copied;
  if (copied === undefined) return payload;
  return {
    metadata: Object.fromEntries(
      Object.entries(copied.metadata).map(([name, value]) => [name, Buffer.from(value, 'base64')]),
    ),
    data: Buffer.from(copied.data, 'base64'),
  };
};

export interface Intruder {
  readonly client: Client;
  readonly leave: () => Promise<void>;
}

/**
 * Connects as an intruder who reaches Temporal's port without the service's keys, for example with Temporal's own command line.
 * The intruder sends values in the clear, or copies of payloads that Temporal stores.
 */
export const connectIntruder = async (): Promise<Intruder> => {
  const connection = await Connection.connect({ address: inject('temporalAddress') });
  const codec = {
    encode: async (payloads: Payload[]) => payloads.map(sent),
    decode: async (payloads: Payload[]) => payloads,
  };
  const client = new Client({ connection, dataConverter: { payloadCodecs: [codec] } });
  return { client, leave: async () => connection.close() };
};
