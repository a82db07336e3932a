import { type Kysely, sql } from 'kysely';
import type { Actor } from '../../contract/actor.ts';
import type { Budgets } from '../../governance/agent/budgets.ts';
import type { RunAsk } from '../../governance/reviews/asked-calls.ts';
import type { Database } from '../../store/db/schema.ts';
import type { WaitingForReview } from '../../store/db/runs-schema.ts';
import { type AgentRunRef, type AgentRunKind, KINDS } from './stored-result.ts';

export interface AgentRunRecord extends AgentRunRef {
  readonly kind: AgentRunKind;
  readonly status: 'running' | 'succeeded' | 'error';
  readonly model: string;
  readonly modelChosen: boolean;
  readonly endedBy: string | null;
  readonly budgets: Budgets;
  readonly used: {
    readonly turns: number;
    readonly tool_calls: number;
    readonly input_tokens: number;
    readonly output_tokens: number;
    readonly cached_tokens: number;
    readonly cost: number;
  };
  readonly createdAt: Date;
  readonly finishedAt: Date | null;
  readonly cancelRequested: boolean;
  /** Who asked for the run; null if an earlier release accepted it. */
  readonly askedBy: Actor | null;
  readonly tags: readonly string[];
  /** The run that this one continues. */
  readonly continues: string | null;
  /** The tools whose calls wait for a person; null if there are none. */
  readonly ask: RunAsk | null;
  /** The review that the run waits for; null while it works. */
  readonly waitingFor: WaitingForReview | null;
}

const select = (db: Kysely<Database>) =>
  db
    .selectFrom('agent_runs')
    .select([
      'ledger_ref',
      'team_id',
      'kind',
      'status',
      'model',
      'model_chosen',
      'ended_by',
      'turns',
      'tool_calls',
      'input_tokens',
      'output_tokens',
      'cached_tokens',
      'cost',
      'created_at',
      'finished_at',
      'cancel_requested_at',
      'asked_by',
      'tags',
      'continues',
      'ask',
      'waiting_for',
    ])
    .select(sql<Budgets>`budgets`.as('budgets'));

type Row = Awaited<ReturnType<ReturnType<typeof select>['executeTakeFirstOrThrow']>>;
const recordOf = (row: Row): AgentRunRecord => ({
  teamId: row.team_id,
  ledgerRef: row.ledger_ref,
  kind: row.kind as AgentRunKind,
  status: row.status,
  model: row.model,
  modelChosen: row.model_chosen,
  endedBy: row.ended_by,
  budgets: row.budgets,
  used: {
    turns: row.turns,
    tool_calls: row.tool_calls,
    input_tokens: row.input_tokens,
    output_tokens: row.output_tokens,
    cached_tokens: row.cached_tokens,
    cost: row.cost,
  },
  createdAt: row.created_at,
  finishedAt: row.finished_at,
  cancelRequested: row.cancel_requested_at !== null,
  askedBy: row.asked_by,
  tags: row.tags,
  continues: row.continues,
  ask: row.ask,
  waitingFor: row.waiting_for,
});

/** Returns the runs that a query selects, in its order. */
export const selectAgentRuns = async (
  db: Kysely<Database>,
  narrow: (query: ReturnType<typeof select>) => ReturnType<typeof select>,
): Promise<readonly AgentRunRecord[]> => (await narrow(select(db)).execute()).map(recordOf);

/** Returns a run of the given kind; undefined if the team has no such run. */
export const readAgentRun = async (
  db: Kysely<Database>,
  { teamId, ledgerRef }: AgentRunRef,
  kind: AgentRunKind,
): Promise<AgentRunRecord | undefined> => {
  const row = await select(db)
    .where('team_id', '=', teamId)
    .where('ledger_ref', '=', ledgerRef)
    .where('kind', '=', kind)
    .executeTakeFirst();
  return row && recordOf(row);
};

/** Returns, in no particular order, runs of these kinds with status `running` that are older than the grace period. */
export const runningAgentRuns = async (
  db: Kysely<Database>,
  { graceMs, limit }: { readonly graceMs: number; readonly limit: number },
): Promise<readonly AgentRunRecord[]> => {
  const rows = await select(db)
    .where('kind', 'in', KINDS)
    .where('status', '=', 'running')
    .where('created_at', '<', sql<Date>`now() - make_interval(secs => ${graceMs / 1000})`)
    .orderBy(sql`random()`)
    .limit(limit)
    .execute();
  return rows.map(recordOf);
};
