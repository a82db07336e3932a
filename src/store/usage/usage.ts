import { type Kysely, sql } from 'kysely';
import type { UsageBody } from '../../contract/usage.ts';
import type { Database } from '../db/schema.ts';

type Db = Kysely<Database>;

/** Selects the usage of a team since the start of a day in India. */
interface Period {
  readonly teamId: string;
  readonly days: number;
}

/** The day in India of a stored time. */
const DAY = sql`to_char(created_at AT TIME ZONE 'Asia/Kolkata', 'YYYY-MM-DD')`;

const sinceOf = ({ days }: Period) =>
  sql`(date_trunc('day', now() AT TIME ZONE 'Asia/Kolkata') - make_interval(days => ${days - 1}))
    AT TIME ZONE 'Asia/Kolkata'`;

/** Sums of turns. Sums of whole numbers are exact in a float8 up to 2^53 tokens. */
const SUMS = sql`count(*)::int AS turns, coalesce(sum(input_tokens), 0)::float8 AS input_tokens,
  coalesce(sum(cached_tokens), 0)::float8 AS cached_tokens, coalesce(sum(output_tokens), 0)::float8 AS output_tokens,
  round(coalesce(sum(cost), 0)::numeric, 6)::float8 AS cost`;

type Runs = UsageBody['days'][number]['runs'];
type ModelUse = UsageBody['days'][number]['model'];

const NO_RUNS: Runs = { started: 0, approve: 0, reject: 0, escalate: 0, resolved: 0, error: 0, running: 0 };
const NO_USE: ModelUse = { turns: 0, input_tokens: 0, cached_tokens: 0, output_tokens: 0, cost: 0 };

const daysOf = async (db: Db, { days }: Period): Promise<readonly string[]> => {
  const { rows } = await sql<{ day: string }>`
    SELECT to_char((now() AT TIME ZONE 'Asia/Kolkata')::date - back, 'YYYY-MM-DD') AS day
    FROM generate_series(${days - 1}::int, 0, -1) AS back`.execute(db);
  return rows.map(({ day }) => day);
};

const runsByDay = async (db: Db, period: Period): Promise<ReadonlyMap<string, Runs>> => {
  const { rows } = await sql<Runs & { day: string }>`
    SELECT ${DAY} AS day, count(*)::int AS started,
      count(*) FILTER (WHERE status = 'succeeded' AND decision = 'approve')::int AS approve,
      count(*) FILTER (WHERE status = 'succeeded' AND decision = 'reject')::int AS reject,
      count(*) FILTER (WHERE status = 'succeeded' AND decision = 'escalate')::int AS escalate,
      count(*) FILTER (WHERE status = 'succeeded' AND decision = 'resolved')::int AS resolved,
      count(*) FILTER (WHERE status = 'error')::int AS error,
      count(*) FILTER (WHERE status = 'running')::int AS running
    FROM runs WHERE team_id = ${period.teamId} AND created_at >= ${sinceOf(period)} GROUP BY 1`.execute(db);
  return new Map(rows.map(({ day, ...runs }) => [day, runs]));
};

const useByDay = async (db: Db, period: Period): Promise<ReadonlyMap<string, ModelUse>> => {
  const { rows } = await sql<ModelUse & { day: string }>`
    SELECT ${DAY} AS day, ${SUMS} FROM agent_turns
    WHERE team_id = ${period.teamId} AND created_at >= ${sinceOf(period)} GROUP BY 1`.execute(db);
  return new Map(rows.map(({ day, ...use }) => [day, use]));
};

const useByModel = async (db: Db, period: Period): Promise<UsageBody['models']> => {
  const { rows } = await sql<UsageBody['models'][number]>`
    SELECT model AS name, ${SUMS} FROM agent_turns
    WHERE team_id = ${period.teamId} AND created_at >= ${sinceOf(period)}
    GROUP BY model ORDER BY cost DESC, turns DESC, name`.execute(db);
  return [...rows];
};

const reasonsOf = async (db: Db, period: Period): Promise<UsageBody['reasons']> => {
  const { rows } = await sql<UsageBody['reasons'][number]>`
    SELECT reason ->> 'code' AS code, count(DISTINCT id)::int AS runs
    FROM runs CROSS JOIN LATERAL jsonb_array_elements(reasons) AS reason
    WHERE team_id = ${period.teamId} AND created_at >= ${sinceOf(period)}
    GROUP BY 1 ORDER BY runs DESC, code LIMIT 10`.execute(db);
  return [...rows];
};

const inUse = async (db: Db, teamId: string): Promise<UsageBody['now']> => {
  const { rows } = await sql<UsageBody['now']>`SELECT
    (SELECT count(*) FROM runs WHERE team_id = ${teamId} AND status = 'running')::int AS runs,
    (SELECT count(*) FROM sandbox_leases WHERE team_id = ${teamId} AND deadline > now() AND state = 'claimed'
      AND profile <> 'desktop')::int AS sandboxes,
    (SELECT count(*) FROM sandbox_leases WHERE team_id = ${teamId} AND deadline > now() AND state = 'claimed'
      AND profile = 'desktop')::int AS desktops`.execute(db);
  return rows[0]!;
};

/** Reads a team's decisions, reasons and model usage by day in India, and what it uses at this moment. */
export const readUsage = async (db: Db, period: Period): Promise<UsageBody> => {
  const [days, runs, use, reasons, models, now] = await Promise.all([
    daysOf(db, period),
    runsByDay(db, period),
    useByDay(db, period),
    reasonsOf(db, period),
    useByModel(db, period),
    inUse(db, period.teamId),
  ]);
  const dayOf = (day: string) => ({ day, runs: runs.get(day) ?? NO_RUNS, model: use.get(day) ?? NO_USE });
  return { days: days.map(dayOf), reasons, models, now };
};
