import type { Message, Part } from '../../model/messages.ts';
import { openValue } from '../../store/vault/vault.ts';
import type { AgentDependencies } from './index.ts';

/**
 * Maximum number of pictures sent to the model. Only the latest are sent, because the model has already described earlier ones in
 * its own words.
 */
const LATEST = 3;

const partsOf = (message: Message): readonly Part[] =>
  message.role === 'user' || message.role === 'tool' ? message.parts : [];

/** Returns the bytes of the latest pictures that the messages refer to, by ref. The vault stores a picture as `{base64}`. */
export const readImages = async (
  { db, vaultRing }: Pick<AgentDependencies, 'db' | 'vaultRing'>,
  teamId: string,
  messages: readonly Message[],
): Promise<ReadonlyMap<string, Uint8Array>> => {
  const refs = messages
    .flatMap(partsOf)
    .flatMap((part) => (part.type === 'image' ? [part.ref] : []))
    .slice(-LATEST);
  const images = new Map<string, Uint8Array>();
  for (const ref of refs) {
    const { base64 } = await openValue(db, vaultRing, { teamId, ref });
    images.set(ref, Buffer.from(String(base64), 'base64'));
  }
  return images;
};
