import { z } from 'zod';
import { bytesInBase64, countOf, fileId, fileName } from './given-file.ts';

export const MAX_PICTURES = 8;
/** Maximum size of one picture in bytes; some providers refuse larger ones. */
export const MAX_PICTURE_BYTES = 5 * 1024 * 1024;

const givenPicture = z
  .strictObject({
    name: fileName.optional(),
    content_b64: bytesInBase64.optional().meta({ description: 'A PNG or JPEG picture' }),
    file_id: fileId.optional().meta({ description: 'A file that an earlier task or analysis got or left' }),
  })
  .refine(
    ({ content_b64, file_id }) => countOf(content_b64, file_id) === 1,
    'expected exactly one of content_b64 and file_id',
  )
  .refine(({ name, file_id }) => name !== undefined || file_id !== undefined, {
    path: ['name'],
    message: 'expected a name',
  })
  .meta({ id: 'GivenPicture' });

export const givenPictures = z
  .array(givenPicture)
  .min(1)
  .max(MAX_PICTURES)
  .meta({
    description:
      'PNG or JPEG pictures, up to 5 MiB each, which the model sees beside the text, and which are in `/tmp` too. Refused if ' +
      'the model does not see pictures (`images` in `GET /v1/models`). Identifiers in pictures are not masked.',
  });

export type GivenPictureBody = z.output<typeof givenPicture>;
