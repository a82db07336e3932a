import type { ColumnType, JSONColumnType } from 'kysely';
import type { Actor } from '../../contract/actor.ts';
import type { RuleSet } from '../../contract/rule-set.ts';
import type { PinnedRuleSet, RuleSetState } from '../../contract/rule-set-version.ts';
import type {
  BacktestDifference,
  BacktestNumbers,
} from '../../governance/rule-sets/verticals/backtest-numbers.ts';

type Timestamp = ColumnType<Date, Date | undefined, Date>;
type NullableTimestamp = ColumnType<Date | null, Date | null | undefined, Date | null>;
type NullableTimestampText = ColumnType<Date | null, string | null, never>;
type NullableActor = JSONColumnType<Actor | null, string | null | undefined, string | null>;
type NullableText = ColumnType<string | null, string | null | undefined, string | null>;

/** Kinds of documents that exist in versions. */
export type DocumentKind = 'rules' | 'vertical' | 'policy';

interface RuleSetsTable {
  id: string;
  /** The kind of the documents. */
  kind: ColumnType<DocumentKind, DocumentKind | undefined, never>;
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

/** sql/0054_backtests.sql describes the columns. */
interface RuleSetBacktestsTable {
  id: string;
  team_id: string;
  rule_set_id: string;
  vertical: string;
  pin: JSONColumnType<PinnedRuleSet, string, never>;
  document: string;
  against: JSONColumnType<PinnedRuleSet, string, never>;
  against_document: string;
  from_at: NullableTimestampText;
  to_at: ColumnType<Date, Date, never>;
  run_ids: ColumnType<string[] | null, string[] | null | undefined, never>;
  total: number;
  state: ColumnType<'running' | 'succeeded' | 'failed', undefined, 'succeeded' | 'failed'>;
  done: ColumnType<number, undefined, number>;
  cursor_at: NullableTimestamp;
  cursor_id: NullableText;
  result: JSONColumnType<BacktestNumbers, string, string>;
  asked_by: JSONColumnType<Actor, string, never>;
  created_at: Timestamp;
  updated_at: Timestamp;
  started_at: NullableTimestamp;
  finished_at: NullableTimestamp;
}

/** sql/0064_trials.sql describes the columns. */
interface RuleSetShadowsTable {
  id: string;
  team_id: string;
  rule_set_id: string;
  version: number;
  vertical: string;
  pin: JSONColumnType<PinnedRuleSet, string, never>;
  state: ColumnType<'running' | 'ended', undefined, 'ended'>;
  ends_at: ColumnType<Date, Date, never>;
  max_runs: number;
  done: ColumnType<number, undefined, number>;
  result: JSONColumnType<BacktestNumbers, string, string>;
  started_by: JSONColumnType<Actor, string, never>;
  created_at: Timestamp;
  ended_by: NullableActor;
  ended_because: ColumnType<ShadowEnd | null, undefined, ShadowEnd>;
  ended_at: NullableTimestamp;
}

/** Why a shadow ended: a person stopped it, its time or its runs were over, or its version was activated. */
export type ShadowEnd = 'stopped' | 'time' | 'count' | 'activated';

interface RuleSetShadowRunsTable {
  shadow_id: string;
  run_id: string;
  difference: JSONColumnType<BacktestDifference | null, string | null, null>;
  /** Numeric columns are read as text. */
  size: ColumnType<string, string, never>;
}

/** sql/0064_trials.sql describes the columns. */
interface RuleSetBoundsTable {
  rule_set_id: string;
  team_id: string;
  min_runs: number;
  max_changed_bp: number | null;
  max_amount_bp: number | null;
  set_by: JSONColumnType<Actor, string, string>;
  set_at: Timestamp;
}

/** The tables of rule sets, backtests, shadows and bounds. */
export interface RuleSetsDatabase {
  rule_sets: RuleSetsTable;
  rule_set_versions: RuleSetVersionsTable;
  rule_set_backtests: RuleSetBacktestsTable;
  rule_set_shadows: RuleSetShadowsTable;
  rule_set_shadow_runs: RuleSetShadowRunsTable;
  rule_set_bounds: RuleSetBoundsTable;
}
