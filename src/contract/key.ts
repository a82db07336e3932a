import { z } from 'zod';
import { keyId, timestamp } from './common.ts';
import { grantableScopes, scopeSchema } from './scopes.ts';

const name = z
  .string()
  .min(1)
  .max(100)
  .meta({ examples: ['claims-portal'] });

export const keySchema = z
  .object({
    id: keyId,
    name,
    prefix: z.string().meta({ description: 'First characters of the key', examples: ['pmn_live_4fQz'] }),
    scopes: z.array(scopeSchema),
    created_at: timestamp,
    expires_at: timestamp.nullable(),
    revoked_at: timestamp.nullable(),
    last_used_at: timestamp.nullable().meta({ description: 'Exact to the minute' }),
  })
  .meta({ id: 'ApiKey' });

export const issuedKeySchema = keySchema
  .extend({
    key: z.string().meta({ description: 'The key itself, shown only this once and stored only as a hash' }),
  })
  .meta({ id: 'IssuedApiKey' });

export const keyListSchema = z.object({ keys: z.array(keySchema) }).meta({ id: 'ApiKeyList' });

export const issueKeyBody = z
  .strictObject({
    name,
    scopes: z
      .array(z.enum(grantableScopes))
      .min(1)
      .max(20)
      .optional()
      .meta({ description: 'Default: everything except `admin`. Only the command line grants `codec`.' }),
    expires_in_days: z.int().min(1).max(3650).optional().meta({ description: 'Default: never expires' }),
  })
  .meta({ id: 'IssueKey' });

export const rotateKeyBody = z
  .strictObject({
    grace_seconds: z
      .int()
      .min(0)
      .max(604_800)
      .default(86_400)
      .meta({ description: 'How long the old key still works beside the new one' }),
  })
  .meta({ id: 'RotateKey' });
