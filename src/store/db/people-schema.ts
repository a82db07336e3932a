import type { ColumnType, Generated } from 'kysely';
import type { NullableTimestamp, Timestamp } from './column-types.ts';

interface ApiKeysTable {
  id: string;
  team_id: string;
  name: string;
  prefix: string;
  key_hash: Buffer;
  scopes: string[];
  created_at: Timestamp;
  expires_at: NullableTimestamp;
  revoked_at: NullableTimestamp;
  last_used_at: NullableTimestamp;
}

/** A person; sql/0034_people.sql describes the columns. */
interface PeopleTable {
  id: string;
  team_id: string;
  name: string;
  issuer: string | null;
  subject: string | null;
  roles: string[];
  roles_from: 'provider' | 'here';
  roles_at: NullableTimestamp;
  created_at: Timestamp;
  signed_in_at: NullableTimestamp;
  deactivated_at: NullableTimestamp;
}

interface SessionsTable {
  id: string;
  team_id: string;
  person_id: string;
  token_hash: Buffer;
  signed_in_with: 'provider' | 'link';
  client: string;
  created_at: Timestamp;
  last_used_at: Timestamp;
  expires_at: Timestamp;
  ended_at: NullableTimestamp;
  refresh_key_id: ColumnType<string | null, string | null | undefined, string | null>;
  refresh_token: ColumnType<Buffer | null, Buffer | null | undefined, Buffer | null>;
  checked_at: ColumnType<Date, Date | undefined, Date>;
}

interface SignInLinksTable {
  id: string;
  team_id: string;
  person_id: string;
  token_hash: Buffer;
  created_at: Timestamp;
  expires_at: Timestamp;
  used_at: NullableTimestamp;
  refused: Generated<number>;
}

interface CompletedSignInsTable {
  state_hash: Buffer;
  team_id: string;
  person_id: string;
  created_at: Timestamp;
  replayed: Generated<number>;
}

/** The tables of keys, people and their sessions. */
export interface PeopleDatabase {
  api_keys: ApiKeysTable;
  people: PeopleTable;
  sessions: SessionsTable;
  sign_in_links: SignInLinksTable;
  completed_sign_ins: CompletedSignInsTable;
}
