import type { ColumnType, Generated, JSONColumnType } from 'kysely';
import type { Outcome } from '../../governance/adjudication/result.ts';
import type { StoredLimited } from './limited-claim.ts';
import type { CoverDatabase, Moves, StoredSlab } from './cover-schema.ts';
import type { RecordedReview } from './reviews-schema.ts';

type Timestamp = ColumnType<Date, Date | undefined, Date>;
type NullableTime = ColumnType<Date | null, Date | null | undefined, Date | null>;
/** A calendar day, written as `2026-11-03`. Select it with `::text`, because a Date would carry a time zone. */
type DayColumn = ColumnType<string | Date, string, string>;
type NullableDay = ColumnType<string | Date | null, string | null, string | null>;
/** Whole paise. Code that writes to these tables checks that the amount is below 2^53. */
type Paise = ColumnType<number, bigint | number, bigint | number>;
type Json = JSONColumnType<object, string, string>;
/** Null until a person has decided. */
type Review = JSONColumnType<RecordedReview | null, string | null | undefined, string | null>;

/** Salts of the digests that were made before sql/0039. New teams have none. */
interface RecordSaltsTable {
  team_id: string;
  salt: Buffer;
}

interface PoliciesTable {
  team_id: string;
  number: string;
  status: 'active' | 'lapsed' | 'cancelled';
  cover_from: DayColumn;
  cover_to: DayColumn;
  since: DayColumn;
  sum_insured_paise: Paise;
  used_paise: ColumnType<number, bigint | number | undefined, bigint | number>;
  room_rent_paise: ColumnType<number | null, bigint | number | null | undefined, bigint | number | null>;
  product: ColumnType<string | null, string | null | undefined, string | null>;
  kind: Generated<'individual' | 'floater'>;
  bonus_paise: ColumnType<number, bigint | number | undefined, bigint | number>;
  slabs: JSONColumnType<readonly StoredSlab[] | null, string | null | undefined, string | null>;
}

interface HospitalsTable {
  team_id: string;
  name_key: string;
  name: string;
  in_network: boolean;
}

interface ClaimsTable {
  team_id: string;
  claim_key: Buffer;
  claim_id: string;
  run_id: string;
  policy: string | null;
  pan_masked: string | null;
  aadhaar_masked: string | null;
  diagnosis: string | null;
  admission: NullableDay;
  discharge: NullableDay;
  amount_paise: ColumnType<number | null, bigint | number | null, bigint | number | null>;
  accident: boolean;
  pan_key: Buffer | null;
  aadhaar_key: Buffer | null;
  event_key: Buffer;
  event_since: Timestamp;
  id: Generated<string>;
  digest_key: string | null;
  decision: 'approve' | 'escalate';
  reasons: Json;
  risk_score: number;
  review: Review;
  submissions: Generated<number>;
  filed_at: Timestamp;
  updated_at: Timestamp;
  outcome: ColumnType<Outcome | null, Outcome | null | undefined, Outcome | null>;
  approved_paise: ColumnType<number | null, bigint | null | undefined, bigint | null>;
  moves: Moves;
  limited: JSONColumnType<StoredLimited | null, string | null | undefined, string | null>;
  hospital_key: ColumnType<Buffer | null, Buffer | null | undefined, Buffer | null>;
  stay_by_pan: ColumnType<string | null, string | null | undefined, string | null>;
  stay_by_aadhaar: ColumnType<string | null, string | null | undefined, string | null>;
  line_keys: ColumnType<Buffer[], Buffer[] | undefined, Buffer[]>;
  icd: ColumnType<string[], string[] | undefined, string[]>;
}

interface PayoutsTable {
  team_id: string;
  claim_key: Buffer;
  run_id: string;
  policy: string;
  amount_paise: Paise;
  status: 'queued' | 'held' | 'withdrawn' | 'paid' | 'failed';
  hold_reason: string | null;
  /** Whether a suspension holds it, and not a reason that a person has to look at. */
  held_by_switch: Generated<boolean>;
  queued_at: Timestamp;
  id: Generated<string>;
  attempt: Generated<number>;
  reference: ColumnType<string | null, string | null | undefined, string | null>;
  failed_references: ColumnType<string[], string[] | undefined, string[]>;
  settled_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  kept_sum_insured_paise: ColumnType<number | null, bigint | null | undefined, bigint | null>;
  kept_used_paise: ColumnType<number | null, bigint | null | undefined, bigint | null>;
  moves: Moves;
  updated_at: Timestamp;
}

interface AccountsTable {
  team_id: string;
  number: string;
  pan_key: Buffer;
  email_key: Buffer;
  email_masked: string;
  pan_masked: ColumnType<string | null, string | null | undefined, string | null>;
  digest_key: string | null;
  status: 'active' | 'locked' | 'fraud_hold' | 'closed';
  failed_logins: Generated<number>;
  updated_at: Timestamp;
}

interface AccountResetsTable {
  team_id: string;
  account: string;
  ticket_key: Buffer;
  digest_key: string | null;
  run_id: string;
  reset_at: Timestamp;
}

interface TicketsTable {
  team_id: string;
  vertical: string;
  ticket_key: Buffer;
  digest_key: string | null;
  id: Generated<string>;
  ticket_id: string;
  run_id: string;
  category: string;
  severity: string | null;
  subject: string | null;
  status: 'closed' | 'with_person';
  decision: 'resolved' | 'escalate';
  reasons: Json;
  trail: Json;
  review: Review;
  submissions: Generated<number>;
  opened_at: Timestamp;
  updated_at: Timestamp;
}

interface CallersTable {
  team_id: string;
  phone_key: Buffer;
  id: Generated<string>;
  digest_key: string | null;
  phone_masked: string;
  policy: string;
  address: string;
  address_run_id: string | null;
  updated_at: Timestamp;
}

interface OneTimeCodesTable {
  team_id: string;
  phone_key: Buffer;
  code_key: Buffer;
  digest_key: string | null;
  expires_at: Timestamp;
  standing: Generated<boolean>;
  used_by: Buffer | null;
}

interface CodeFailuresTable {
  team_id: string;
  phone_key: Buffer;
  run_id: string;
  failed_at: Timestamp;
}

/** One-time codes of callers who are kept elsewhere; sql/0051_inbound.sql describes the columns. */
interface CodesElsewhereTable {
  team_id: string;
  code_key: Buffer;
  used_by: Buffer | null;
  failed_in: Generated<string[]>;
  changed_at: Timestamp;
}

interface MessagesTable {
  team_id: string;
  id: Generated<string>;
  run_id: string;
  kind: 'device_alert' | 'text_message';
  to_masked: string;
  body: string;
  queued_at: Timestamp;
  state: Generated<'queued' | 'sent' | 'failed'>;
  code: string | null;
  recipient_ref: string | null;
  attempts: Generated<number>;
  attempted_at: NullableTime;
  started_at: NullableTime;
  ended_at: NullableTime;
}

/** sql/0067_own_records.sql describes the columns. */
interface OwnRecordsTable {
  team_id: string;
  collection: string;
  key: Buffer;
  digest_key: string | null;
  key_id: string;
  sealed: Buffer;
  run_id: string | null;
  created_at: Timestamp;
  updated_at: Timestamp;
}

/** The tables of sql/0004_records.sql, with the columns that later files add. */
export interface RecordsDatabase extends CoverDatabase {
  record_salts: RecordSaltsTable;
  policies: PoliciesTable;
  hospitals: HospitalsTable;
  claims: ClaimsTable;
  payouts: PayoutsTable;
  accounts: AccountsTable;
  account_resets: AccountResetsTable;
  tickets: TicketsTable;
  callers: CallersTable;
  one_time_codes: OneTimeCodesTable;
  code_failures: CodeFailuresTable;
  codes_elsewhere: CodesElsewhereTable;
  messages: MessagesTable;
  own_records: OwnRecordsTable;
}
