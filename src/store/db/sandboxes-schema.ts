import type { Generated, JSONColumnType } from 'kysely';
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

/** The tables of sandboxes and of the machines that run them. */
export interface SandboxesDatabase {
  sandbox_hosts: SandboxHostsTable;
  code_run_starts: CodeRunStartsTable;
  sandbox_leases: SandboxLeasesTable;
}
