import { z } from 'zod';
import { parseVerifierKey, SIGNATURE_TYPE } from '../proofs/verifier-key.ts';

const witnessName = z
  .string()
  .regex(/^[a-z0-9][a-z0-9._-]{0,62}$/, 'expected lower-case letters, digits, dots and dashes');

/** A witness's key, in the witness's published form. */
const cosignerKey = z.string().refine((text) => {
  try {
    return parseVerifierKey(text).type === SIGNATURE_TYPE.cosignature;
  } catch {
    return false;
  }
}, 'expected the verifier key of a cosigner: "<name>+<8 hex characters>+<base64>"');

/** Schema of LEDGER_WITNESSES, a JSON array of the witnesses that receive signed checkpoints. */
export const witnessesSchema = z
  .array(
    z.discriminatedUnion('kind', [
      z.strictObject({ kind: z.literal('file'), name: witnessName, path: z.string().min(1) }),
      z.strictObject({
        kind: z.literal('object_store'),
        name: witnessName,
        url: z.url({ protocol: /^https?$/ }),
        headers: z.record(z.string(), z.string()).default({}),
        s3: z
          .strictObject({
            region: z.string().min(1),
            access_key_id: z.string().min(1),
            secret_access_key: z.string().min(1),
          })
          .optional(),
      }),
      z.strictObject({
        kind: z.literal('webhook'),
        name: witnessName,
        url: z.url({ protocol: /^https?$/ }),
        secret: z.string().min(16).optional(),
      }),
      z.strictObject({
        kind: z.literal('cosigner'),
        name: witnessName,
        url: z.url({ protocol: /^https?$/ }),
        vkey: cosignerKey,
      }),
    ]),
  )
  .refine((all) => new Set(all.map(({ name }) => name)).size === all.length, 'expected each name once');

export type WitnessSettings = Readonly<z.output<typeof witnessesSchema>[number]>;
