import { type Kysely, sql, type Transaction } from 'kysely';
import type { Database } from '../../store/db/schema.ts';
import type { RunOfMessages } from './transcript.ts';
import type { Turn } from '../../model/client.ts';

/** Stores a complete turn. @returns false when it was already stored */
export const insertTurn = async (
  tx: Transaction<Database>,
  turn: RunOfMessages & {
    readonly turn: number;
    readonly attempt: number;
    readonly durationMs: number;
    readonly cost: number;
    readonly reply: Turn;
    readonly told: object;
  },
): Promise<boolean> => {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('agent_turns')
    .values({
      ledger_ref: turn.ledgerRef,
      team_id: turn.teamId,
      turn: turn.turn,
      attempt: turn.attempt,
      model: turn.reply.model,
      input_tokens: turn.reply.input_tokens,
      output_tokens: turn.reply.output_tokens,
      cached_tokens: turn.reply.cached_tokens ?? 0,
      cost: turn.cost,
      duration_ms: turn.durationMs,
      told: JSON.stringify(turn.told),
    })
    .onConflict((conflict) => conflict.columns(['ledger_ref', 'turn']).doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
};

/** Adds a turn's usage to its run's record. */
export const countTurn = async (
  tx: Transaction<Database>,
  { teamId, ledgerRef }: RunOfMessages,
  used: {
    readonly input_tokens: number;
    readonly output_tokens: number;
    readonly cached_tokens?: number;
    readonly cost: number;
    readonly calls: number;
  },
): Promise<void> => {
  await tx
    .updateTable('agent_runs')
    .set({
      turns: sql<number>`turns + 1`,
      tool_calls: sql<number>`tool_calls + ${used.calls}`,
      input_tokens: sql<number>`input_tokens + ${used.input_tokens}`,
      output_tokens: sql<number>`output_tokens + ${used.output_tokens}`,
      cached_tokens: sql<number>`cached_tokens + ${used.cached_tokens ?? 0}`,
      // Removes the error of binary fractions, which would grow with each turn.
      cost: sql<number>`round((cost + ${used.cost})::numeric, 12)::float8`,
    })
    .where('team_id', '=', teamId)
    .where('ledger_ref', '=', ledgerRef)
    .execute();
};

/** Returns the usage of a team's agent runs since a given time, for limits per team. */
export const usedByTeam = async (
  db: Kysely<Database>,
  teamId: string,
  since: Date,
): Promise<{ readonly tokens: number; readonly cost: number }> =>
  db
    .selectFrom('agent_turns')
    .select([
      sql<number>`coalesce(sum(input_tokens + output_tokens), 0)::float8`.as('tokens'),
      sql<number>`coalesce(sum(cost), 0)`.as('cost'),
    ])
    .where('team_id', '=', teamId)
    .where('created_at', '>=', since)
    .executeTakeFirstOrThrow();
