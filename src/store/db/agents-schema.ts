import type { Generated, JSONColumnType } from 'kysely';
import type { RunAsk } from '../../governance/reviews/asked-calls.ts';
import type { NullableTimestamp, StoredActor, Timestamp } from './column-types.ts';
import type { WaitingForReview } from './runs-schema.ts';

/** An agent loop; sql/0009_model.sql describes the columns. */
interface AgentRunsTable {
  ledger_ref: string;
  team_id: string;
  kind: 'live' | 'task' | 'analysis' | 'operator';
  model: string;
  status: Generated<'running' | 'succeeded' | 'error'>;
  ended_by: string | null;
  asked_by: StoredActor;
  /** Whether the request named the model. */
  model_chosen: Generated<boolean>;
  budgets: JSONColumnType<object, string, never>;
  turns: Generated<number>;
  tool_calls: Generated<number>;
  input_tokens: Generated<number>;
  output_tokens: Generated<number>;
  cached_tokens: Generated<number>;
  cost: Generated<number>;
  created_at: Timestamp;
  finished_at: NullableTimestamp;
  cancel_requested_at: NullableTimestamp;
  /** Id of the key or person that requested the cancellation. */
  cancel_requested_by: string | null;
  cancel_requested_actor: StoredActor;
  /** The caller's labels, masked. */
  tags: Generated<readonly string[]>;
  /** The run that this one continues. */
  continues: string | null;
  /** The tools whose calls wait for a person; null if there are none. */
  ask: JSONColumnType<RunAsk | null, string | null | undefined, never>;
  /** The review that an agent task or an analysis waits for; null while it works. */
  waiting_for: JSONColumnType<WaitingForReview | null, string | null | undefined, string | null>;
}

export interface AgentFilesTable {
  id: string;
  team_id: string;
  ledger_ref: string;
  origin: 'given' | 'left';
  /** Path below /tmp, masked; empty once the run was erased. */
  name: string;
  size: number;
  left_out: 'too_large' | 'too_many' | 'unreadable' | 'kind_not_allowed' | null;
  source: 'documents' | 'downloads' | null;
  sha256: Buffer | null;
  created_at: Timestamp;
}

interface AgentMessagesTable {
  ledger_ref: string;
  team_id: string;
  turn: number;
  part: number;
  role: 'system' | 'user' | 'assistant' | 'tool';
  key_id: string;
  wrapped_key: Buffer | null;
  sealed: Buffer | null;
  told: JSONColumnType<object | null, string | null | undefined, never>;
  created_at: Timestamp;
}

interface AgentTurnsTable {
  ledger_ref: string;
  team_id: string;
  turn: number;
  attempt: number;
  model: string;
  input_tokens: number;
  output_tokens: number;
  cached_tokens: Generated<number>;
  cost: number;
  duration_ms: number;
  told: JSONColumnType<object, string, never>;
  created_at: Timestamp;
}

interface ModelStatesTable {
  model: string;
  server: string;
  refused: Generated<string[]>;
  state: 'up' | 'down' | null;
  code: string | null;
  seen_at: NullableTimestamp;
}

interface TeamModelsTable {
  team_id: string;
  model: string;
  created_at: Timestamp;
}

/** The tables of agent tasks, analyses and models. */
export interface AgentsDatabase {
  agent_runs: AgentRunsTable;
  agent_files: AgentFilesTable;
  agent_messages: AgentMessagesTable;
  agent_turns: AgentTurnsTable;
  model_states: ModelStatesTable;
  team_models: TeamModelsTable;
}
