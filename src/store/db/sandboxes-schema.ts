import type { ColumnType, Generated, JSONColumnType } from 'kysely';
import type { Actor } from '../../contract/actor.ts';
import type { SandboxEndReason } from '../../contract/sandbox.ts';
import type { NullableTimestamp, Timestamp } from './column-types.ts';

interface SandboxHostsTable {
  host: string;
  runtime: string;
  state: 'preparing' | 'ready' | 'off';
  detail: string;
  containers: number;
  ready: number;
  waiting: number;
  seen_at: Timestamp;
  view_address: string | null;
}

interface CodeRunStartsTable {
  ledger_ref: string;
  team_id: string;
  input: JSONColumnType<object, string, never>;
  created_at: Generated<Date>;
}

interface SandboxLeasesTable {
  sandbox_id: string;
  host: string;
  owner: string;
  team_id: string | null;
  /** The run that has claimed the sandbox; null if none has yet. */
  run: string | null;
  profile: string;
  state: string;
  deadline: Timestamp;
  ends_at: NullableTimestamp;
}

/** sql/0111_sandbox_sessions.sql describes the columns. */
interface SandboxSessionsTable {
  id: string;
  team_id: string;
  profile: 'python' | 'data';
  memory_mb: number;
  state: Generated<'opening' | 'open' | 'ended'>;
  ended_because: ColumnType<SandboxEndReason | null, undefined, SandboxEndReason>;
  idle_ms: number;
  lifetime_ms: number;
  asked_by: JSONColumnType<Actor, string, never>;
  created_at: Timestamp;
  used_at: Timestamp;
  ends_at: Timestamp;
  ended_at: NullableTimestamp;
}

interface SandboxProgramsTable {
  session_id: string;
  n: number;
  team_id: string;
  state: Generated<'waiting' | 'done' | 'lost' | 'suspended' | 'refused'>;
  asked_by: JSONColumnType<Actor, string, never>;
  timeout_ms: number;
  told_at: NullableTimestamp;
  created_at: Timestamp;
  ended_at: NullableTimestamp;
}

/** The tables of sandboxes and of the machines that run them. */
export interface SandboxesDatabase {
  sandbox_hosts: SandboxHostsTable;
  code_run_starts: CodeRunStartsTable;
  sandbox_leases: SandboxLeasesTable;
  sandbox_sessions: SandboxSessionsTable;
  sandbox_programs: SandboxProgramsTable;
}
