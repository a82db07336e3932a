import { z } from 'zod';
import { timestamp } from './common.ts';

const MIN_SECRET = 4;
const MAX_SECRET = 4_096;

export const credentialName = z
  .string()
  .regex(/^[a-z][a-z0-9-]{0,39}$/, 'expected lower-case letters, digits and dashes, at most 40')
  .meta({ examples: ['bank-portal'] });

const fieldName = z
  .string()
  .regex(/^[a-z][a-z0-9_]{0,39}$/, 'expected lower-case letters, digits and underscores, at most 40')
  .refine((name) => name !== 'totp', 'is the name of the one-time code');

const hosts = z
  .array(z.string().min(1).max(300))
  .min(1)
  .max(20)
  .meta({
    description:
      'Hosts on whose pages the values may be typed: names, or `*.` followed by a name, each with an optional port. Over ' +
      'plain http only if the entry begins with `http://`.',
    examples: [['portal.example.in']],
  });

const totp = z
  .strictObject({
    secret: z
      .string()
      .max(500)
      .regex(/^(?:[A-Z2-7][\s-]*){16,}=*$/i, 'expected at least 16 characters of base32')
      .meta({ description: 'Shared secret in base32, as the site shows it' }),
    digits: z.union([z.literal(6), z.literal(7), z.literal(8)]).default(6),
    period: z.int().min(15).max(300).default(30).meta({ description: 'Seconds' }),
    algorithm: z.enum(['SHA1', 'SHA256', 'SHA512']).default('SHA1'),
  })
  .meta({ id: 'Totp', description: 'How the site makes its one-time codes (RFC 6238)' });

export const putCredentialBody = z
  .strictObject({
    hosts,
    fields: z
      .record(
        fieldName,
        z
          .string()
          .min(MIN_SECRET)
          .max(MAX_SECRET)
          .regex(/^[^\p{Cc}]*$/u, 'expected no control characters'),
      )
      .refine((fields) => Object.keys(fields).length <= 20, 'expected at most 20 fields')
      .default({})
      .meta({
        description: 'Values by name, such as `user` and `password`; of at least four characters',
        examples: [{ user: 'asha.rao', password: 'correct horse' }],
      }),
    totp: totp.optional(),
  })
  .refine(({ fields, totp: codes }) => codes !== undefined || Object.keys(fields).length > 0, {
    path: ['fields'],
    message: 'expected at least one field, or totp',
  })
  .meta({ id: 'PutCredential' });

export type PutCredential = z.output<typeof putCredentialBody>;

export const credentialSchema = z
  .object({
    id: z.string(),
    name: credentialName,
    hosts: z.array(z.string()),
    fields: z.array(z.string()).meta({ description: 'Names of the fields; no value is ever shown' }),
    totp: z.boolean().meta({ description: 'Whether one-time codes can be made' }),
    version: z.int().min(1),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'Credential' });

export type CredentialBody = z.output<typeof credentialSchema>;

export const credentialListSchema = z
  .object({ credentials: z.array(credentialSchema) })
  .meta({ id: 'CredentialList' });
