import type { Generated, JSONColumnType } from 'kysely';
import type { NullableTimestamp, Timestamp } from './column-types.ts';

interface ConnectorsTable {
  id: string;
  team_id: string;
  name: string;
  kind: 'http' | 'postgres' | 'inbound';
  serves: 'policies' | 'hospitals' | 'accounts' | 'callers' | 'messages' | 'cases';
  version: Generated<number>;
  settings: JSONColumnType<object, string, string>;
  key_id: string;
  secrets: Buffer;
  created_at: Timestamp;
  updated_at: Timestamp;
  failures: Generated<number>;
  code: string | null;
  failed_at: NullableTimestamp;
  answered_at: NullableTimestamp;
  open_until: NullableTimestamp;
}

/** An event that another system sent; sql/0051_inbound.sql describes the columns. */
interface InboundEventsTable {
  team_id: string;
  connector_id: string;
  event_key: string;
  run_id: string | null;
  context: JSONColumnType<object | null, string | null | undefined, string | null>;
  received_at: Timestamp;
}

/** The tables of connectors and of what arrived through them. */
export interface ConnectorsDatabase {
  connectors: ConnectorsTable;
  inbound_events: InboundEventsTable;
}
