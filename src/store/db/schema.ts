import type { JSONColumnType } from 'kysely';
import type { Timestamp } from './column-types.ts';
import type { RecordsDatabase } from './records-schema.ts';
import type { ReviewsDatabase } from './reviews-schema.ts';
import type { RuleSetsDatabase } from './rule-sets-schema.ts';
import type { PeopleDatabase } from './people-schema.ts';
import type { RunsDatabase } from './runs-schema.ts';
import type { ConnectorsDatabase } from './connectors-schema.ts';
import type { CredentialsDatabase } from './credentials-schema.ts';
import type { AgentsDatabase } from './agents-schema.ts';
import type { DocumentsDatabase } from './documents-schema.ts';
import type { SafetyDatabase } from './safety-schema.ts';
import type { OperatorsDatabase } from './operators-schema.ts';
import type { SandboxesDatabase } from './sandboxes-schema.ts';
import type { LedgerDatabase } from './ledger-schema.ts';
import type { WebhooksDatabase } from './webhooks-schema.ts';

interface TeamsTable {
  id: string;
  name: string;
  created_at: Timestamp;
}

interface IdempotencyKeysTable {
  team_id: string;
  route: string;
  key: string;
  fingerprint: Buffer;
  status: number | null;
  response: JSONColumnType<object | null, string | null | undefined, string | null>;
  created_at: Timestamp;
}

/** A table with a single row (sql/0021_engine_trust.sql). */
interface EnginePayloadsTable {
  bound_since: Timestamp;
}

/** The database's tables, typed for Kysely. The files in sql/ create them, and the files beside this one describe them. */
export interface Database
  extends
    RecordsDatabase,
    ReviewsDatabase,
    RuleSetsDatabase,
    PeopleDatabase,
    RunsDatabase,
    ConnectorsDatabase,
    CredentialsDatabase,
    AgentsDatabase,
    DocumentsDatabase,
    SafetyDatabase,
    OperatorsDatabase,
    SandboxesDatabase,
    LedgerDatabase,
    WebhooksDatabase {
  teams: TeamsTable;
  idempotency_keys: IdempotencyKeysTable;
  engine_payloads: EnginePayloadsTable;
}
