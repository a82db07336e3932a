import { z } from 'zod';
import type { StoredPage } from '../../store/db/documents-schema.ts';
import { isRefusal, type Refusal } from './refusals.ts';

/** What a sandbox found when it opened a document's files. */
export type CheckedFiles = { readonly pages: readonly StoredPage[] } | { readonly refusal: Refusal };

const side = z.number().positive().max(100_000);

const checkedSchema = z.union([
  z.object({ error: z.string() }),
  z.object({
    pages: z
      .array(
        z.object({
          part: z.int().min(0),
          index: z.int().min(0),
          width: side,
          height: side,
        }),
      )
      .max(50),
  }),
]);

/** Checks the sandbox's output, which a hostile document may have produced. Anything malformed counts as `damaged`. */
export const parseChecked = (json: string, files: number): CheckedFiles => {
  try {
    const checked = checkedSchema.parse(JSON.parse(json));
    if ('error' in checked) return { refusal: isRefusal(checked.error) ? checked.error : 'damaged' };
    return checked.pages.every(({ part }) => part < files) ? checked : { refusal: 'damaged' };
  } catch {
    return { refusal: 'damaged' };
  }
};
