import type { Message, Part } from '../../model/messages.ts';
import { openBlob } from '../../store/vault/blobs.ts';
import { openValue } from '../../store/vault/vault.ts';
import type { AgentDependencies } from './index.ts';

/**
 * Maximum number of a tool's pictures that are sent to the model. Only the latest are sent, because the model has already
 * described earlier ones in its own words.
 */
const LATEST = 3;
/** Maximum number of the user's pictures, which the model may have to look at again. */
const LATEST_GIVEN = 8;

const refsOf = (messages: readonly Message[], role: 'user' | 'tool'): readonly string[] =>
  messages
    .flatMap((message): readonly Part[] =>
      (message.role === 'user' || message.role === 'tool') && message.role === role ? message.parts : [],
    )
    .flatMap((part) => (part.type === 'image' ? [part.ref] : []));

/**
 * Returns the bytes of the latest pictures that the messages refer to, by ref. The vault stores a tool's picture as `{base64}`,
 * and the user's like any other file.
 */
export const readImages = async (
  { db, vaultRing }: Pick<AgentDependencies, 'db' | 'vaultRing'>,
  teamId: string,
  messages: readonly Message[],
): Promise<ReadonlyMap<string, Uint8Array>> => {
  const refs = [...refsOf(messages, 'user').slice(-LATEST_GIVEN), ...refsOf(messages, 'tool').slice(-LATEST)];
  const images = new Map<string, Uint8Array>();
  for (const ref of refs) {
    const { base64 } = await openValue(db, vaultRing, { teamId, ref });
    images.set(
      ref,
      typeof base64 === 'string'
        ? Buffer.from(base64, 'base64')
        : await openBlob(db, vaultRing, { teamId, ref }),
    );
  }
  return images;
};
