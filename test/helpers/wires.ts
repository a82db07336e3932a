import { readdirSync, readFileSync } from 'node:fs';
import type { ProviderName } from '../../src/model/client.ts';
import { anthropic } from '../model-provider/anthropic.ts';
import { openai } from '../model-provider/openai.ts';
import { answer, type Reply, stream, type Wire } from '../model-provider/replies.ts';
import { responses } from '../model-provider/responses.ts';
import type { Asked } from '../model-provider/server.ts';

const FOLDER = new URL('../wires/', import.meta.url);

export const WIRE_OF: Readonly<Record<ProviderName, Wire>> = {
  openai,
  anthropic,
  'openai-responses': responses,
};

/** One provider's byte streams for a call and an answer, and the data that it wants back. */
export interface RecordedWire {
  readonly name: string;
  readonly protocol: ProviderName;
  readonly replies: readonly [string, string];
  /** The assistant's message of the second request, or its items. */
  readonly back: object;
}

/** Reads the recorded wires. @param protocol only those of this protocol */
export const recordedWires = (protocol?: ProviderName): readonly RecordedWire[] =>
  readdirSync(FOLDER)
    .filter((file) => file.endsWith('.txt'))
    .map((file) => {
      const text = readFileSync(new URL(file, FOLDER), 'utf8');
      const [head = '', first = '', second = '', back = ''] = text.split(/^--- .*\n/m);
      const [, named = ''] = /^# Protocol: (\S+)$/m.exec(head) ?? [];
      return {
        name: file.replace('.txt', ''),
        protocol: named as ProviderName,
        replies: [first, second] as const,
        back: JSON.parse(back) as object,
      };
    })
    .filter((wire) => protocol === undefined || wire.protocol === protocol);

/** Returns the part of the first reply that the second request sends back. */
export const sentBack = ({ body }: Asked): unknown =>
  body.input === undefined
    ? body.messages.find(({ role }) => role === 'assistant')
    : body.input.filter(({ type }) => type === 'reasoning' || type === 'function_call');

/** Returns whether each member of `want` is in `value` with an equal value. */
export const contains = (value: unknown, want: unknown): boolean => {
  if (typeof want !== 'object' || want === null) return value === want;
  if (typeof value !== 'object' || value === null) return false;
  if (Array.isArray(want)) {
    return (
      Array.isArray(value) &&
      value.length === want.length &&
      want.every((one, at) => contains(value[at], one))
    );
  }
  return Object.entries(want).every(([name, one]) => contains((value as Record<string, unknown>)[name], one));
};

/** Plays a provider: refuses the second request unless it contains the data that the provider wants back. */
export const playWire = ({ protocol, replies, back }: RecordedWire, asked: Asked): Reply => {
  const sent = sentBack(asked);
  const first = sent === undefined || (Array.isArray(sent) && sent.length === 0);
  if (!first && !contains(sent, back)) {
    const message = 'the first reply did not come back as it was';
    return answer(400, WIRE_OF[protocol].error({ type: 'invalid_request_error', message }));
  }
  return stream([{ write: replies[first ? 0 : 1] }]);
};
