import type { Message, Part } from '../../model/messages.ts';
import { openValue } from '../../store/vault/vault.ts';
import type { AgentDependencies } from './index.ts';

/** A model looks at the latest pictures; what earlier ones showed it has said in its own words. */
const LATEST = 3;

const partsOf = (message: Message): readonly Part[] =>
  message.role === 'user' || message.role === 'tool' ? message.parts : [];

/** Bytes of the latest pictures that messages name, by ref. In the vault a picture is `{base64}`. */
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
