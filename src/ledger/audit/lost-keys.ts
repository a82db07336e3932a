import { VAULTED_REF } from '../../ids.ts';
import { wrongKeys } from './wrong-keys.ts';
import type { LostKeyParts } from './lost-key-parts.ts';

/** Returns SQL that tests whether a row records the erasure of a ref or of one of its parents: `a` or `a/b` for `a/b`. */
const erased = (ref: string): string => `EXISTS (
  SELECT FROM string_to_array(${ref}, '/') AS p(parts), generate_series(1, cardinality(p.parts)) AS n
  JOIN LATERAL (SELECT e.action FROM agent_actions AS e WHERE e.team_id = $1
    AND e.idem_key = 'erase/' || array_to_string(p.parts[:n], '/') LIMIT 1) AS e ON e.action = 'case.erase')`;

/** Finds work that is recorded in the ledger but missing from the vault. The service itself never deletes from the vault. */
const DELETED = `
  SELECT r.ref FROM (SELECT DISTINCT ledger_ref AS ref FROM agent_actions
    WHERE team_id = $1 AND seq > $2 AND ledger_ref ~ '${VAULTED_REF.source}') AS r
  WHERE NOT CASE
    WHEN starts_with(r.ref, 'task-') THEN EXISTS (SELECT FROM agent_messages AS m
      WHERE m.ledger_ref = r.ref AND m.team_id = $1 AND m.turn = 0 AND m.part = 0)
    ELSE EXISTS (SELECT FROM case_vault AS v WHERE v.team_id = $1
      AND v.ref = CASE WHEN starts_with(r.ref, 'analyze-') THEN r.ref || '/dataset' ELSE r.ref END) END
  AND NOT ${erased('r.ref')}`;

/** Returns SQL that extracts the creation time from a ref, which is a UUIDv7. Subtracts an hour to allow for clock skew. */
const madeAt = (ref: string): string =>
  `CASE WHEN ${ref} ~ '${VAULTED_REF.source}' THEN to_timestamp(('x' || left(right(${ref}, 32), 12))::bit(48)::bigint / 1000.0)
    - interval '1 hour' ELSE '-infinity' END`;

/**
 * Finds values whose key is gone without a row that records the erasure. If rows were pruned, that row may have been one of them.
 * This query assumes so if the value was created and erased before the last pruned row, and all of its rows from before the
 * erasure are pruned too.
 */
const EMPTIED = `
  WITH empty AS (
    SELECT v.ref, split_part(v.ref, '/', 1) AS root FROM case_vault AS v
    WHERE v.team_id = $1 AND (v.wrapped_key IS NULL OR v.sealed IS NULL)
    UNION
    SELECT m.ledger_ref, m.ledger_ref FROM agent_runs AS a JOIN agent_messages AS m ON m.ledger_ref = a.ledger_ref
    WHERE a.team_id = $1 AND (m.wrapped_key IS NULL OR m.sealed IS NULL)
  ), unexplained AS MATERIALIZED (SELECT * FROM empty WHERE NOT ${erased('empty.ref')})
  SELECT u.root AS ref FROM unexplained AS u
  LEFT JOIN LATERAL (SELECT min(v.erased_at) AS at FROM case_vault AS v
    WHERE v.team_id = $1 AND v.ref ~>=~ u.root AND v.ref ~<~ (u.root || '0')) AS e ON true
  CROSS JOIN (SELECT max(s.last_at) AS at FROM ledger_segments AS s
    WHERE s.team_id = $1 AND s.pruned_at IS NOT NULL) AS away
  WHERE (e.at <= away.at AND ${madeAt('u.root')} <= away.at
    AND NOT EXISTS (SELECT FROM agent_actions AS a
      WHERE a.ledger_ref = u.root AND a.team_id = $1 AND a.created_at < e.at)) IS NOT TRUE`;

/**
 * Lists a team's refs whose key was destroyed by hand: the key is gone or no longer opens the value, but no row records an
 * erasure.
 * @param options.since checks only work recorded after this row
 * @param options.full checks every sealed value by unwrapping its key, and opens a small sample of the values
 */
export const lostKeys = async (
  parts: LostKeyParts,
  teamId: string,
  { since, full }: { readonly since: number; readonly full: boolean },
): Promise<readonly string[]> => {
  const refsOf = async (text: string, values: readonly unknown[]): Promise<readonly string[]> =>
    (await parts.pool.query<{ ref: string }>(text, [teamId, ...values])).rows.map(({ ref }) => ref);
  const lost = await refsOf(DELETED, [since]);
  if (!full) return lost.toSorted();
  const all = [...lost, ...(await refsOf(EMPTIED, [])), ...(await wrongKeys(parts, teamId))];
  return [...new Set(all)].toSorted();
};
