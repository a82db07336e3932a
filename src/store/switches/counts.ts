import { sql, type Transaction } from 'kysely';
import type { SwitchCounts } from '../../contract/switch.ts';
import type { Database } from '../db/schema.ts';

type UnderWay = Omit<SwitchCounts, 'payouts'>;

const NONE: UnderWay = {
  runs: 0,
  live_runs: 0,
  agent_tasks: 0,
  analyses: 0,
  operators: 0,
  sandboxes: 0,
};

/** Kinds of work that each scope covers. A tool is part of what its name says only to its own runs, so they are not counted. */
const COVERED: Readonly<Record<string, readonly (keyof UnderWay)[]>> = {
  all: ['runs', 'live_runs', 'agent_tasks', 'analyses', 'operators', 'sandboxes'],
  model: ['live_runs', 'agent_tasks', 'analyses', 'operators'],
  operators: ['operators'],
  code: ['agent_tasks', 'analyses', 'sandboxes'],
  'tool:run_python': ['live_runs', 'agent_tasks', 'analyses'],
};

/** Counts the team's work under way that a scope covers. */
export const countUnderWay = async (
  tx: Transaction<Database>,
  teamId: string,
  scope: string,
): Promise<UnderWay> => {
  const vertical = scope.startsWith('vertical:') ? scope.slice('vertical:'.length) : null;
  const kinds = vertical === null ? (COVERED[scope] ?? []) : (['runs', 'live_runs'] as const);
  if (kinds.length === 0) return NONE;
  const { rows } = await sql<UnderWay>`select
    (select count(*) from runs where team_id = ${teamId} and status = 'running' and mode = 'simulated'
      and (${vertical}::text is null or vertical = ${vertical}))::int as runs,
    (select count(*) from runs where team_id = ${teamId} and status = 'running' and mode = 'live'
      and (${vertical}::text is null or vertical = ${vertical}))::int as live_runs,
    (select count(*) from agent_runs where team_id = ${teamId} and status = 'running' and kind = 'task')::int as agent_tasks,
    (select count(*) from agent_runs where team_id = ${teamId} and status = 'running' and kind = 'analysis')::int as analyses,
    (select count(*) from operator_runs where team_id = ${teamId} and status = 'running')::int as operators,
    (select count(*) from sandbox_leases where team_id = ${teamId} and state = 'claimed' and profile <> 'desktop')::int
      as sandboxes`.execute(tx);
  const found = rows[0]!;
  return { ...NONE, ...Object.fromEntries(kinds.map((kind) => [kind, found[kind]])) };
};
