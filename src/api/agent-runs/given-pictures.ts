import type { Transaction } from 'kysely';
import { type GivenPictureBody, MAX_PICTURE_BYTES } from '../../contract/given-picture.ts';
import { type GivenPicture, pictureType } from '../../runs/agent/pictures.ts';
import type { KeyRing } from '../../store/crypto/key-ring.ts';
import type { Database } from '../../store/db/schema.ts';
import type { Caller } from '../../store/keys/authenticate.ts';
import { openBlob } from '../../store/vault/blobs.ts';
import { ProblemError } from '../http/problem.ts';
import { givenFiles } from './given-files.ts';

/** Returns the pictures of a request. @throws ProblemError 422 for a file that is not a picture, is too large, or may not be read */
export const givenPictures = async (
  tx: Transaction<Database>,
  ring: KeyRing,
  caller: Caller,
  pictures: readonly GivenPictureBody[] = [],
): Promise<readonly GivenPicture[]> => {
  const files = await givenFiles(tx, caller, pictures, '/pictures');
  const shown: GivenPicture[] = [];
  for (const [at, file] of files.entries()) {
    const bytes = Buffer.isBuffer(file.content)
      ? file.content
      : await openBlob(tx, ring, { teamId: caller.teamId, ref: file.content.blob_ref });
    const media_type = pictureType(bytes);
    const member = pictures[at]?.file_id === undefined ? 'content_b64' : 'file_id';
    const pointer = `/pictures/${at}/${member}`;
    if (media_type === undefined) throw invalid(pointer, 'is not a PNG or JPEG picture');
    if (bytes.length > MAX_PICTURE_BYTES) throw invalid(pointer, `is larger than ${MAX_PICTURE_BYTES} bytes`);
    shown.push({ ...file, media_type });
  }
  return shown;
};

const invalid = (pointer: string, message: string): ProblemError =>
  new ProblemError('invalid-request', { errors: [{ in: 'body', pointer, message }] });
