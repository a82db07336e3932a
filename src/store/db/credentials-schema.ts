import type { Generated, JSONColumnType } from 'kysely';
import type { NullableTimestamp, Timestamp } from './column-types.ts';

/** A login of a team; sql/0100_operator_files.sql describes the columns. */
interface CredentialsTable {
  id: string;
  team_id: string;
  name: string;
  version: Generated<number>;
  hosts: JSONColumnType<readonly string[], string, string>;
  fields: JSONColumnType<readonly string[], string, string>;
  totp: boolean;
  key_id: string;
  sealed: Buffer;
  /** sql/0103_codes_once.sql */
  code_used_until: NullableTimestamp;
  created_at: Timestamp;
  updated_at: Timestamp;
}

export interface CredentialsDatabase {
  credentials: CredentialsTable;
}
