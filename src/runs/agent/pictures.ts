import type { Kysely } from 'kysely';
import type { Message, Part } from '../../model/messages.ts';
import type { Database } from '../../store/db/schema.ts';
import { hasValue } from '../../store/vault/vault.ts';
import type { GivenFile } from './files.ts';

type PicturePart = Extract<Part, { type: 'image' }>;

/** A picture of a request, which is also one of its files. */
export interface GivenPicture extends GivenFile {
  readonly media_type: PicturePart['media_type'];
}

const SIGNATURES: readonly (readonly [PicturePart['media_type'], readonly number[]])[] = [
  ['image/png', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
  ['image/jpeg', [0xff, 0xd8, 0xff]],
];

/** Returns a picture's media type, by its first bytes; undefined if it is neither a PNG nor a JPEG. */
export const pictureType = (bytes: Uint8Array): PicturePart['media_type'] | undefined =>
  SIGNATURES.find(([, signature]) => signature.every((byte, at) => bytes[at] === byte))?.[0];

/** Returns the parts that show pictures to the model, each after its name. @param stored the pictures as they were stored */
export const pictureParts = (
  pictures: readonly GivenPicture[],
  stored: readonly { readonly name: string; readonly blob_ref: string }[],
): readonly Part[] =>
  pictures.flatMap(({ media_type }, at): readonly Part[] => {
    const { name, blob_ref: ref } = stored[at]!;
    return [
      { type: 'text', text: `The picture /tmp/${name}:` },
      { type: 'image', ref, media_type },
    ];
  });

/** Returns whether a message of the user shows pictures, as opposed to the result of a tool. */
export const showsPictures = (message: Message): boolean =>
  message.role === 'user' && message.parts.some(({ type }) => type === 'image');

/** Replaces pictures that were erased with the run that had them. */
export const withoutErased = async (
  db: Kysely<Database>,
  teamId: string,
  message: Message,
): Promise<Message> => {
  if (message.role !== 'user' || !showsPictures(message)) return message;
  const parts = await Promise.all(
    message.parts.map(async (part): Promise<Part> =>
      part.type === 'text' || (await hasValue(db, { teamId, ref: part.ref }))
        ? part
        : { type: 'text', text: '[a picture that was erased]' },
    ),
  );
  return { ...message, parts };
};
