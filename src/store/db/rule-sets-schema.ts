import type { ColumnType, JSONColumnType } from 'kysely';
import type { Actor } from '../../contract/actor.ts';
import type { RuleSet } from '../../contract/rule-set.ts';
import type { RuleSetState } from '../../contract/rule-set-version.ts';

type Timestamp = ColumnType<Date, Date | undefined, Date>;
type NullableTimestamp = ColumnType<Date | null, Date | null | undefined, Date | null>;
type NullableActor = JSONColumnType<Actor | null, string | null | undefined, string | null>;
type NullableText = ColumnType<string | null, string | null | undefined, string | null>;

interface RuleSetsTable {
  id: string;
  team_id: string;
  name: string;
  created_at: Timestamp;
}

/** sql/0053_rule_sets.sql describes the columns. Days are texts such as 2026-12-01. */
interface RuleSetVersionsTable {
  rule_set_id: string;
  team_id: string;
  version: number;
  state: ColumnType<RuleSetState, RuleSetState | undefined, RuleSetState>;
  document: string;
  sha256: string;
  basis: RuleSet['basis'];
  effective_from: string;
  editors: string[];
  drafted_by: JSONColumnType<Actor, string, string>;
  drafted_at: Timestamp;
  proposed_by: NullableActor;
  proposer: NullableText;
  proposed_at: NullableTimestamp;
  approved_by: NullableActor;
  approver: NullableText;
  approved_at: NullableTimestamp;
  activated_by: NullableActor;
  activated_at: NullableTimestamp;
  active_from: NullableText;
  retired_by: NullableActor;
  retired_at: NullableTimestamp;
}

/** The tables of sql/0053_rule_sets.sql. */
export interface RuleSetsDatabase {
  rule_sets: RuleSetsTable;
  rule_set_versions: RuleSetVersionsTable;
}
