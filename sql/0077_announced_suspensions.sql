-- Suspensions that are about to be committed. A suspension needs the head of the team's chain, for which the effects of all runs
-- under way wait too. Those that get it first see the announcement and give way instead of committing, so a suspension takes as long
-- under load as without. What gave way is tried again, and then meets the suspension.
CREATE TABLE announced_suspensions (
  id      text PRIMARY KEY,
  team_id text NOT NULL REFERENCES teams,
  scope   text NOT NULL,
  -- After this time it counts no more, because whoever announced it may have died.
  until   timestamptz(3) NOT NULL
);
CREATE INDEX announced_suspensions_by_team ON announced_suspensions (team_id);
GRANT SELECT, INSERT, DELETE ON announced_suspensions TO pramaan_app;

DO $$
BEGIN
  PERFORM set_config('pramaan.member', pg_has_role(current_user, 'pramaan_ledger', 'SET')::text, true);
  IF NOT current_setting('pramaan.member')::boolean THEN GRANT pramaan_ledger TO CURRENT_USER; END IF;
END $$;
GRANT SELECT ON announced_suspensions TO pramaan_ledger;
GRANT CREATE ON SCHEMA public TO pramaan_ledger;
SET LOCAL ROLE pramaan_ledger;

-- As in 0037_switches.sql, but gives way to an announced suspension. 40S23 is a code of our own in the class of transactions that were
-- rolled back and may be tried again.
CREATE OR REPLACE FUNCTION append_unsuspended_actions(
  team_ids text[], ids text[], ledger_refs text[], steps integer[], actions text[], idem_keys text[], contents text, scopes text
) RETURNS TABLE (id text, seq bigint, created_at timestamptz, prev_hash bytea, row_hash bytea, stored_before text)
LANGUAGE plpgsql VOLATILE SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
SET lock_timeout = '5s'
SET enable_seqscan = off
AS $$
DECLARE
  suspended text;
  in_force boolean;
BEGIN
  PERFORM FROM public.ledger_heads AS h WHERE h.team_id = ANY (team_ids) ORDER BY h.team_id FOR UPDATE;
  SELECT s.scope, s.in_force INTO suspended, in_force
    FROM unnest(team_ids, idem_keys, string_to_array(scopes, E'\n')) AS i(team_id, idem_key, scopes)
    JOIN (
      SELECT f.team_id, f.scope, true AS in_force FROM public.suspensions AS f
        WHERE f.until IS NULL OR f.until > clock_timestamp()
      UNION ALL
      SELECT n.team_id, n.scope, false FROM public.announced_suspensions AS n WHERE n.until > clock_timestamp()
    ) AS s ON s.team_id = i.team_id AND (s.scope = 'all' OR s.scope = ANY (string_to_array(i.scopes, ',')))
    WHERE i.scopes <> ''
      AND NOT EXISTS (SELECT FROM public.agent_actions AS a WHERE a.idem_key = i.idem_key AND a.team_id = i.team_id)
    ORDER BY s.in_force DESC, s.scope LIMIT 1;
  IF in_force THEN RAISE EXCEPTION '%', suspended USING ERRCODE = 'PS423'; END IF;
  IF suspended IS NOT NULL THEN
    RAISE EXCEPTION 'a suspension of % is being committed', suspended USING ERRCODE = '40S23';
  END IF;
  RETURN QUERY SELECT * FROM public.append_agent_actions(team_ids, ids, ledger_refs, steps, actions, idem_keys, contents);
END $$;

CREATE OR REPLACE FUNCTION expect_unsuspended(team text, scopes text[]) RETURNS void
LANGUAGE plpgsql VOLATILE SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
SET lock_timeout = '5s'
AS $$
DECLARE
  suspended text;
BEGIN
  PERFORM FROM public.ledger_heads AS h WHERE h.team_id = team FOR SHARE;
  SELECT s.scope INTO suspended FROM public.suspensions AS s
    WHERE s.team_id = team AND (s.scope = 'all' OR s.scope = ANY (scopes))
      AND (s.until IS NULL OR s.until > clock_timestamp())
    ORDER BY s.scope LIMIT 1;
  IF suspended IS NOT NULL THEN RAISE EXCEPTION '%', suspended USING ERRCODE = 'PS423'; END IF;
  SELECT n.scope INTO suspended FROM public.announced_suspensions AS n
    WHERE n.team_id = team AND (n.scope = 'all' OR n.scope = ANY (scopes)) AND n.until > clock_timestamp()
    LIMIT 1;
  IF suspended IS NOT NULL THEN
    RAISE EXCEPTION 'a suspension of % is being committed', suspended USING ERRCODE = '40S23';
  END IF;
END $$;

RESET ROLE;
REVOKE CREATE ON SCHEMA public FROM pramaan_ledger;
DO $$
BEGIN
  IF NOT current_setting('pramaan.member')::boolean THEN REVOKE pramaan_ledger FROM CURRENT_USER; END IF;
END $$;
