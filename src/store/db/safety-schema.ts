import type { ColumnType, JSONColumnType } from 'kysely';
import type { Actor } from '../../contract/actor.ts';
import type { SwitchCounts } from '../../contract/switch.ts';
import type { NullableTimestamp, Timestamp } from './column-types.ts';

/** One act on a switch (sql/0037_switches.sql). */
interface SwitchesTable {
  id: string;
  team_id: string;
  scope: string;
  action: 'suspend' | 'resume';
  reason: string;
  until: NullableTimestamp;
  actor: JSONColumnType<Actor, string, never>;
  counts: JSONColumnType<SwitchCounts, string, never>;
  created_at: Timestamp;
}

interface SuspensionsTable {
  team_id: string;
  scope: string;
  switch_id: string;
  until: NullableTimestamp;
}

/** A suspension that is about to be committed. */
interface AnnouncedSuspensionsTable {
  id: string;
  team_id: string;
  scope: string;
  until: Timestamp;
}

interface SystemsTable {
  team_id: string;
  id: string;
  owner: string | null;
  risk_tier: 'low' | 'medium' | 'high' | null;
  validator: string | null;
  /** Calendar days, such as `2026-12-31`. Select them with `::text`, because a Date would carry a time zone. */
  approved_on: ColumnType<Date | null, string | null, string | null>;
  next_review: ColumnType<Date | null, string | null, string | null>;
  updated_at: Timestamp;
}

interface TeamSafetyTable {
  team_id: string;
  second_person: boolean;
}

interface TeamEgressTable {
  team_id: string;
  entry: string;
  created_at: Timestamp;
}

/** The tables of the kill switch, the inventory and the allowed hosts. */
export interface SafetyDatabase {
  switches: SwitchesTable;
  suspensions: SuspensionsTable;
  announced_suspensions: AnnouncedSuspensionsTable;
  systems: SystemsTable;
  team_safety: TeamSafetyTable;
  team_egress: TeamEgressTable;
}
