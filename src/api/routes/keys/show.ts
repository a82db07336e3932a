import { maskText } from '../../../governance/mask.ts';
import type { z } from 'zod';
import type { issuedKeySchema, keySchema } from '../../../contract/key.ts';
import type { IssuedKey, KeyRecord } from '../../../store/keys/store.ts';

/** Returns a key as the API shows it. */
export const showKey = (record: KeyRecord): z.input<typeof keySchema> => ({
  id: record.id,
  name: maskText(record.name),
  prefix: record.prefix,
  scopes: record.scopes as z.input<typeof keySchema>['scopes'],
  created_at: record.created_at.toISOString(),
  expires_at: record.expires_at?.toISOString() ?? null,
  revoked_at: record.revoked_at?.toISOString() ?? null,
  last_used_at: record.last_used_at?.toISOString() ?? null,
});

export const showIssuedKey = ({ record, key }: IssuedKey): z.input<typeof issuedKeySchema> => ({
  ...showKey(record),
  key,
});
