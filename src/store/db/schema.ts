import type { ColumnType, Generated, JSONColumnType } from 'kysely';
import type { Actor } from '../../contract/actor.ts';
import type { RunAdjudication } from '../../contract/adjudication.ts';
import type { SwitchCounts } from '../../contract/switch.ts';
import type { RunAsk } from '../../governance/reviews/asked-calls.ts';
import type { Reason, RiskScore } from '../../governance/rules/reason.ts';
import type { RecordsDatabase } from './records-schema.ts';
import type { PinnedRuleSet } from '../../contract/rule-set-version.ts';
import type { StepKind } from '../../contract/team-vertical.ts';
import type { ReviewsDatabase } from './reviews-schema.ts';
import type { RuleSetsDatabase } from './rule-sets-schema.ts';

type Timestamp = ColumnType<Date, Date | string | undefined, Date | string | null>;
/** Who asked for something; null in rows that earlier releases stored. */
type StoredActor = JSONColumnType<Actor | null, string | null | undefined, string | null | undefined>;
type NullableTimestamp = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;

interface TeamsTable {
  id: string;
  name: string;
  created_at: Timestamp;
}

interface ApiKeysTable {
  id: string;
  team_id: string;
  name: string;
  prefix: string;
  key_hash: Buffer;
  scopes: string[];
  created_at: Timestamp;
  expires_at: NullableTimestamp;
  revoked_at: NullableTimestamp;
  last_used_at: NullableTimestamp;
}

/** A person; sql/0034_people.sql describes the columns. */
interface PeopleTable {
  id: string;
  team_id: string;
  name: string;
  issuer: string | null;
  subject: string | null;
  roles: string[];
  roles_from: 'provider' | 'here';
  roles_at: NullableTimestamp;
  created_at: Timestamp;
  signed_in_at: NullableTimestamp;
  deactivated_at: NullableTimestamp;
}

interface SessionsTable {
  id: string;
  team_id: string;
  person_id: string;
  token_hash: Buffer;
  signed_in_with: 'provider' | 'link';
  client: string;
  created_at: Timestamp;
  last_used_at: Timestamp;
  expires_at: Timestamp;
  ended_at: NullableTimestamp;
  refresh_key_id: ColumnType<string | null, string | null | undefined, string | null>;
  refresh_token: ColumnType<Buffer | null, Buffer | null | undefined, Buffer | null>;
  checked_at: ColumnType<Date, Date | undefined, Date>;
}

interface SignInLinksTable {
  id: string;
  team_id: string;
  person_id: string;
  token_hash: Buffer;
  created_at: Timestamp;
  expires_at: Timestamp;
  used_at: NullableTimestamp;
  refused: Generated<number>;
}

interface CompletedSignInsTable {
  state_hash: Buffer;
  team_id: string;
  person_id: string;
  created_at: Timestamp;
  replayed: Generated<number>;
}

interface CaseVaultTable {
  ref: string;
  team_id: string;
  key_id: string;
  wrapped_key: Buffer | null;
  sealed: Buffer | null;
  created_at: Timestamp;
  erased_at: NullableTimestamp;
}

export interface RunError {
  readonly code: string;
  readonly message: string;
}

interface StoredVersionOfRun {
  readonly id: string;
  readonly version: number;
  readonly sha256: string;
  /** Kinds of its steps, in order. */
  readonly steps: readonly StepKind[];
}

interface RunsTable {
  id: string;
  team_id: string;
  vertical: string;
  mode: 'simulated' | 'live';
  status: 'running' | 'succeeded' | 'error';
  ledger_ref: string;
  case_id: string | null;
  asked_by: StoredActor;
  urgency: ColumnType<'cashless' | 'discharge' | null, 'cashless' | 'discharge' | null | undefined, never>;
  /** The version of a team's own vertical; null for a run of a vertical that comes with the service. */
  vertical_version: JSONColumnType<StoredVersionOfRun | null, string | null | undefined, never>;
  decision: string | null;
  reasons: JSONColumnType<readonly Reason[], string | undefined, string>;
  risk: JSONColumnType<RiskScore | null, string | null | undefined, string | null>;
  /** The rule set that decided the run; null for runs that ended before the service recorded it. */
  decided_under: JSONColumnType<PinnedRuleSet | null, string | null | undefined, string | null>;
  error: JSONColumnType<RunError | null, string | null | undefined, string | null>;
  adjudication: JSONColumnType<RunAdjudication | null, string | null | undefined, string | null>;
  started_at: NullableTimestamp;
  cancel_requested_at: NullableTimestamp;
  /** Id of the key or person that requested the cancellation. */
  cancel_requested_by: string | null;
  /** What the run waits for; null while it works. */
  waiting_for: JSONColumnType<WaitingFor | null, string | null | undefined, string | null>;
  /** When it was last told that its connector is back; null since it asked again. */
  woken_at: NullableTimestamp;
  cancel_requested_actor: StoredActor;
  /** The run that was sent back; null for a new case. */
  revision_of: ColumnType<string | null, string | null | undefined, never>;
  /** The run whose case this one has taken. */
  case_of: ColumnType<string | null, string | null | undefined, never>;
  /** The tools whose calls wait for a person; null if there are none. */
  ask: JSONColumnType<RunAsk | null, string | null | undefined, never>;
  created_at: Timestamp;
  finished_at: NullableTimestamp;
}

/** What a run waits for: a review of one of its calls, or a kind of record whose connector gives no answer. */
export type WaitingFor = WaitingForRecords | WaitingForReview;

export interface WaitingForReview {
  readonly kind: 'review';
  readonly review_id: string;
  readonly tool: string;
  readonly since: string;
}

interface WaitingForRecords {
  readonly kind: 'records';
  readonly records: string;
  readonly connector: string;
  readonly code: string;
  readonly since: string;
  readonly asked_at: string;
}

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

interface IdempotencyKeysTable {
  team_id: string;
  route: string;
  key: string;
  fingerprint: Buffer;
  status: number | null;
  response: JSONColumnType<object | null, string | null | undefined, string | null>;
  created_at: Timestamp;
}

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

export interface AgentFilesTable {
  id: string;
  team_id: string;
  ledger_ref: string;
  origin: 'given' | 'left';
  /** Path below /tmp, masked; empty once the run was erased. */
  name: string;
  size: number;
  left_out: 'too_large' | 'too_many' | 'unreadable' | null;
  created_at: Timestamp;
}

interface DocumentsTable {
  id: string;
  team_id: string;
  /** Ref in the vault under which everything about the document is sealed. */
  root: string;
  status: 'checking' | 'ready' | 'refused';
  refusal: string | null;
  format: string;
  sha256: Buffer;
  bytes: number;
  parts: JSONColumnType<readonly StoredPart[]>;
  pages: JSONColumnType<readonly StoredPage[] | null, string | null, string | null>;
  asked_by: JSONColumnType<Actor>;
  created_at: Timestamp;
}

/** One file of a document. */
export interface StoredPart {
  readonly ref: string;
  readonly format: string;
  readonly bytes: number;
}

/** One page: its file, its position in that file, and its size in pixels of a picture or points of a PDF. */
export interface StoredPage {
  readonly part: number;
  readonly index: number;
  readonly width: number;
  readonly height: number;
}

interface CaseDocumentsTable {
  ledger_ref: string;
  position: number;
  team_id: string;
  document_id: string;
  kind: string | null;
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

interface RunEventsTable {
  run_id: string;
  seq: number;
  team_id: string;
  key: string;
  type: string;
  payload: JSONColumnType<object, string, never>;
  created_at: Generated<Date>;
}

interface OperatorRunsTable {
  id: string;
  team_id: string;
  status: Generated<'running' | 'done'>;
  success: boolean | null;
  result: string | null;
  ended_by: string | null;
  sandbox_id: string;
  input: JSONColumnType<object, string, never>;
  final_step: number | null;
  pending_approval: JSONColumnType<PendingApproval | null, string | null | undefined, string | null>;
  started_at: NullableTimestamp;
  cancel_requested_at: NullableTimestamp;
  /** Id of the key or person that requested the cancellation. */
  cancel_requested_by: string | null;
  cancel_requested_actor: StoredActor;
  created_at: Timestamp;
  finished_at: NullableTimestamp;
}

/** An approval that a person must give before an action is carried out. */
interface PendingApproval {
  readonly id: string;
  readonly risk: string;
  readonly detail: string;
  readonly until: string;
}

interface OperatorStepsTable {
  run_id: string;
  team_id: string;
  n: number;
  action: string;
  detail: string;
  status: 'begun' | 'done' | 'refused' | 'failed' | 'interrupted';
  screenshot_sha256: string | null;
  at: Timestamp;
}

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

interface TeamEgressTable {
  team_id: string;
  entry: string;
  created_at: Timestamp;
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

interface LedgerChecksTable {
  team_id: string;
  checked_at: Timestamp;
  full_at: NullableTimestamp;
  seq: number;
  ok: boolean;
  kind: string | null;
  first_broken: number | null;
  reason: string | null;
}

interface LedgerReconciliationsTable {
  task_queue: string;
  until: Timestamp;
}

interface LedgerReconciledRowsTable {
  team_id: string;
  seq: number;
}

/** A table with a single row (sql/0021_engine_trust.sql). */
interface EnginePayloadsTable {
  bound_since: Timestamp;
}

interface OperatorAnswersTable {
  run_id: string;
  team_id: string;
  question_id: string;
  approve: boolean;
  /** Id of the key or person that answered. */
  key_id: string;
  actor: StoredActor;
  at: Generated<Date>;
}

/** The ledger. Any code may read it, but only append_agent_actions writes to it. */
interface AgentActionsTable {
  team_id: string;
  seq: Generated<number>;
  id: string;
  ledger_ref: string;
  step: number;
  action: string;
  idem_key: string;
  body: string;
  created_at: Date;
  prev_hash: Buffer;
  row_hash: Buffer;
}

interface EventsOutboxTable {
  id: string;
  team_id: string | null;
  type: string;
  subject: string;
  ids: JSONColumnType<Record<string, unknown>, string, never>;
  created_at: Timestamp;
}

interface WebhookEndpointsTable {
  id: string;
  team_id: string | null;
  url: string;
  events: string[];
  state: Generated<'enabled' | 'disabled' | 'deleted'>;
  disabled_reason: 'gone' | 'no_success' | 'asked' | null;
  disabled_at: NullableTimestamp;
  failing_since: NullableTimestamp;
  failures: Generated<number>;
  retry_at: NullableTimestamp;
  busy_until: NullableTimestamp;
  created_at: Timestamp;
}

interface WebhookSecretsTable {
  endpoint_id: string;
  n: number;
  key_id: string;
  sealed: Buffer;
  public_key: Buffer;
  created_at: Timestamp;
  expires_at: NullableTimestamp;
}

interface WebhookDeliveriesTable {
  n: Generated<number>;
  id: Generated<string>;
  endpoint_id: string;
  event_id: string;
  subject: string;
  state: Generated<'pending' | 'delivered' | 'failed'>;
  attempts: Generated<number>;
  next_at: Timestamp;
  leased_until: NullableTimestamp;
  expires_at: Timestamp;
  response_status: number | null;
  error: string | null;
  tried_at: NullableTimestamp;
  delivered_at: NullableTimestamp;
  created_at: Timestamp;
}

/** The database's tables, typed for Kysely. The files in sql/ create them. */
export interface Database extends RecordsDatabase, ReviewsDatabase, RuleSetsDatabase {
  teams: TeamsTable;
  api_keys: ApiKeysTable;
  people: PeopleTable;
  sessions: SessionsTable;
  sign_in_links: SignInLinksTable;
  completed_sign_ins: CompletedSignInsTable;
  case_vault: CaseVaultTable;
  runs: RunsTable;
  connectors: ConnectorsTable;
  inbound_events: InboundEventsTable;
  agent_runs: AgentRunsTable;
  agent_files: AgentFilesTable;
  documents: DocumentsTable;
  case_documents: CaseDocumentsTable;
  agent_messages: AgentMessagesTable;
  agent_turns: AgentTurnsTable;
  model_states: ModelStatesTable;
  team_models: TeamModelsTable;
  switches: SwitchesTable;
  announced_suspensions: AnnouncedSuspensionsTable;
  suspensions: SuspensionsTable;
  team_safety: TeamSafetyTable;
  systems: SystemsTable;
  idempotency_keys: IdempotencyKeysTable;
  operator_runs: OperatorRunsTable;
  operator_steps: OperatorStepsTable;
  operator_answers: OperatorAnswersTable;
  engine_payloads: EnginePayloadsTable;
  run_events: RunEventsTable;
  sandbox_hosts: SandboxHostsTable;
  sandbox_leases: SandboxLeasesTable;
  team_egress: TeamEgressTable;
  code_run_starts: CodeRunStartsTable;
  agent_actions: AgentActionsTable;
  ledger_checks: LedgerChecksTable;
  ledger_reconciliations: LedgerReconciliationsTable;
  ledger_reconciled_rows: LedgerReconciledRowsTable;
  events_outbox: EventsOutboxTable;
  webhook_endpoints: WebhookEndpointsTable;
  webhook_secrets: WebhookSecretsTable;
  webhook_deliveries: WebhookDeliveriesTable;
}
