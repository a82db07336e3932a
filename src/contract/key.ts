import { z } from 'zod';
import { keyId, timestamp } from './common.ts';
import { grantableScopes, scopeSchema } from './scopes.ts';

const shownName = z
  .string()
  .min(1)
  .max(100)
  .meta({ examples: ['claims-portal'] });

/** Control and format characters, except the joiners that Indian scripts need. */
const UNSEEN = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;

/**
 * The name of a new key, without unseen characters. It is shown in lists and on terminals, where unseen characters could make
 * it look like another name.
 */
export const keyName = shownName.refine(
  (text) => text.trim() !== '' && !UNSEEN.test(text),
  'expected a name that is not blank and has no control characters',
);

export const keySchema = z
  .object({
    id: keyId,
    name: shownName.meta({ description: "The key's name, with identifiers masked" }),
    prefix: z.string().meta({ description: "The key's first characters", examples: ['pmn_live_4fQz'] }),
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
    name: keyName,
    scopes: z.array(z.enum(grantableScopes)).min(1).max(grantableScopes.length).optional().meta({
      description:
        'Default: everything except `admin`, `people`, `safety`, `webhooks`, `records:write` and `reviews:decide`. Only the command line grants `codec`.',
    }),
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
      .meta({ description: 'How long the old key keeps working alongside the new one' }),
  })
  .meta({ id: 'RotateKey' });
