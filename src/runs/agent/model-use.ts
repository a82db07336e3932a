import type { Kysely } from 'kysely';
import type { Database } from '../../store/db/schema.ts';
import type { RunOfMessages } from './transcript.ts';

/** An agent run's model usage and end, in the form shown in a run's record. */
export interface ModelUse {
  readonly name: string;
  readonly turns: number;
  readonly tool_calls: number;
  readonly input_tokens: number;
  readonly output_tokens: number;
  readonly cached_tokens: number;
  readonly cost: number;
  /** Null while the agent is running. */
  readonly ended_by: string | null;
}

/** Returns an agent run's model usage; undefined if the team has no such run. */
export const readModelUse = async (
  db: Kysely<Database>,
  { teamId, ledgerRef }: RunOfMessages,
): Promise<ModelUse | undefined> => {
  const row = await db
    .selectFrom('agent_runs')
    .select([
      'model',
      'turns',
      'tool_calls',
      'input_tokens',
      'output_tokens',
      'cached_tokens',
      'cost',
      'ended_by',
    ])
    .where('team_id', '=', teamId)
    .where('ledger_ref', '=', ledgerRef)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { model: name, ...use } = row;
  return { name, ...use };
};
