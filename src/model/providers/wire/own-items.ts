import { createHash } from 'node:crypto';
import type { Message, ProviderItem } from '../../messages.ts';
import { addressOf, type ModelSettings } from '../../settings.ts';

/**
 * Identifies the model, the server and the protocol that wrote a turn. Only they can use the turn's items: another model or
 * server would refuse the signature of a thought, and another protocol has other items.
 */
export type Origin = string;

export const originOf = (settings: Pick<ModelSettings, 'provider' | 'name' | 'baseUrl'>): Origin =>
  `${settings.provider} ${settings.name} ${addressOf(settings)}`;

type AssistantMessage = Extract<Message, { role: 'assistant' }>;

/** Turns were once stored without an origin; at that time, only this protocol had items. */
const UNNAMED = 'openai-responses ';

const isOwn = ({ from }: AssistantMessage, origin: Origin): boolean =>
  from === undefined ? origin.startsWith(UNNAMED) : from === origin;

/** Returns a turn's items if the same model wrote them over the same protocol; undefined otherwise. */
export const ownItems = (message: AssistantMessage, origin: Origin): readonly ProviderItem[] | undefined =>
  message.items !== undefined && message.items.length > 0 && isOwn(message, origin)
    ? message.items
    : undefined;

/**
 * Returns the id under which a provider knows each call. The provider's own id is sent back unchanged. A call without one, or
 * with the id of another call in its turn, gets an id of nine letters and digits, which every provider accepts.
 */
export const wireIdsOf = (messages: readonly Message[], origin: Origin): ReadonlyMap<string, string> => {
  const ids = new Map<string, string>();
  for (const message of messages) {
    if (message.role !== 'assistant') continue;
    const taken = new Set<string>();
    for (const { id, provider_id: given } of message.calls) {
      const usable = given !== undefined && given !== '' && isOwn(message, origin) && !taken.has(given);
      const used = usable ? given : madeId(id);
      taken.add(used);
      ids.set(id, used);
    }
  }
  return ids;
};

const LETTERS_AND_DIGITS = 36;

const madeId = (id: string): string =>
  BigInt(`0x${createHash('sha256').update(id).digest('hex').slice(0, 16)}`)
    .toString(LETTERS_AND_DIGITS)
    .padStart(9, '0')
    .slice(-9);
