import type { ColumnType, Generated, JSONColumnType } from 'kysely';
import type { Move } from '../../governance/adjudication/moves.ts';

type Timestamp = ColumnType<Date, Date | undefined, Date>;

interface ProductsTable {
  team_id: string;
  code: string;
  title: string;
  rule_set: string;
}

/** A slab as stored: a day and whole paise. */
export interface StoredSlab {
  readonly since: string;
  readonly paise: number;
}

/** What a payout uses of a limit, as stored. */
export type StoredMove = Move;

export type Moves = JSONColumnType<readonly StoredMove[], string | undefined, string>;

/** Days are written as `2026-11-03` and selected with `::text`. */
interface MembersTable {
  team_id: string;
  number: string;
  policy: string;
  pan_key: Buffer | null;
  pan_masked: string | null;
  aadhaar_key: Buffer | null;
  aadhaar_masked: string | null;
  digest_key: string;
  birth: ColumnType<string | null, string | null, string | null>;
  joined: ColumnType<string, string, string>;
  pre_existing: ColumnType<string[], string[] | undefined, string[]>;
  updated_at: Timestamp;
}

interface CountersTable {
  team_id: string;
  policy: string;
  year_from: ColumnType<string, string, string>;
  benefit: string;
  member: Generated<string>;
  key: string;
  used_paise: ColumnType<number, bigint | number, bigint | number>;
  updated_at: Timestamp;
}

/** The tables of sql/0055_adjudication.sql. */
export interface CoverDatabase {
  products: ProductsTable;
  members: MembersTable;
  counters: CountersTable;
}
