import { type Kysely, sql } from 'kysely';
import type { Database } from '../store/db/schema.ts';
import type { RunPage } from './stored.ts';

export interface Wanted {
  readonly runId: string;
  /** seq of the last event that the reader has. */
  readonly after: number;
}

/** Maximum number of events on a page, and maximum number of characters in their payloads. */
const EVENTS = 100;
const CHARACTERS = 262_144;

/**
 * Reads a page for each requested run in a single statement, however many streams are waiting. A run and its events come from the
 * same snapshot. A simulated run has no stored events, so its events are derived from its ledger rows. An agent task or an analysis
 * has its ledger_ref as its id.
 * @returns pages in the order of `wanted`; undefined for a run that does not exist
 */
export const readPages = async (
  db: Kysely<Database>,
  wanted: readonly Wanted[],
): Promise<readonly (RunPage | undefined)[]> => {
  const { rows } = await sql<{ nth: number; page: RunPage }>`
    SELECT want.nth::integer AS nth, json_build_object(
      'run', json_build_object(
        'id', r.id, 'vertical', r.vertical, 'mode', r.mode, 'status', r.status, 'decision', r.decision,
        'reasons', r.reasons, 'error', r.error, 'ledger_ref', r.ledger_ref),
      'events', page.events,
      'last', CASE r.mode
        WHEN 'simulated' THEN
          (SELECT count(*) + 1 FROM agent_actions AS a WHERE a.team_id = r.team_id AND a.ledger_ref = r.ledger_ref)
        ELSE (SELECT coalesce(max(seq), 0) FROM run_events WHERE run_id = r.id)
      END) AS page
    FROM unnest(
      ${wanted.map(({ runId }) => runId)}::text[], ${wanted.map(({ after }) => after)}::integer[]
    ) WITH ORDINALITY AS want (run_id, after, nth)
    JOIN LATERAL (
      SELECT id, team_id, vertical, mode, status, decision, reasons, error, ledger_ref, created_at
      FROM runs WHERE id = want.run_id
      UNION ALL
      SELECT ledger_ref, team_id, kind, 'agent', status, NULL, '[]'::jsonb,
        CASE WHEN status = 'error' THEN jsonb_build_object('code', ended_by, 'message',
          'Ended without an answer: ' || replace(ended_by, '_', ' ') || '.') END, ledger_ref, created_at
      FROM agent_runs WHERE ledger_ref = want.run_id AND kind IN ('task', 'analysis')
    ) AS r ON true
    CROSS JOIN LATERAL (
      SELECT coalesce(json_agg(json_build_object(
        'seq', sized.seq, 'type', sized.type, 'payload', sized.payload,
        'at', floor(extract(epoch FROM sized.created_at) * 1000)
      ) ORDER BY sized.seq), '[]') AS events
      FROM (
        SELECT event.seq, event.type, event.payload, event.created_at, sum(event.size) OVER (ORDER BY event.seq) AS reach
        FROM (
          (SELECT seq, type, payload, size, created_at FROM run_events AS e
            WHERE e.run_id = want.run_id AND e.seq > want.after AND r.mode <> 'simulated' ORDER BY seq LIMIT ${EVENTS})
          UNION ALL
          (SELECT 1, 'run.started', json_build_object('vertical', r.vertical, 'ledger_ref', r.ledger_ref)::jsonb,
            1, r.created_at WHERE r.mode = 'simulated' AND want.after < 1)
          UNION ALL
          (SELECT row_number() OVER (ORDER BY a.seq) + 1, 'ledger.entry', ledger_event(a), 1, a.created_at
            FROM agent_actions AS a WHERE r.mode = 'simulated' AND a.team_id = r.team_id AND a.ledger_ref = r.ledger_ref)
        ) AS event
        WHERE event.seq > want.after
      ) AS sized
      WHERE sized.reach <= ${CHARACTERS} OR sized.seq = want.after + 1
    ) AS page`.execute(db);
  const byNumber = new Map(rows.map(({ nth, page }) => [nth, page]));
  return wanted.map((_, index) => byNumber.get(index + 1));
};
