-- The kill switch: what a team has suspended, and who suspended and resumed what.

-- Every act on a switch, once and for good.
CREATE TABLE switches (
  id         text PRIMARY KEY,
  team_id    text NOT NULL REFERENCES teams,
  -- `all`, `vertical:<id>`, `model`, `operators`, `code`, `tool:<name>` or `payouts`.
  scope      text NOT NULL,
  action     text NOT NULL CHECK (action IN ('suspend', 'resume')),
  reason     text NOT NULL,
  -- When a suspension ends by itself; null if somebody has to end it.
  until      timestamptz(3) CHECK (action = 'suspend' OR until IS NULL),
  -- Who acted: kind, id and name.
  actor      jsonb NOT NULL,
  -- Number of runs that were under way, by kind, and of payouts that were held or released.
  counts     jsonb NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX switches_by_team ON switches (team_id, created_at DESC, id DESC);

-- What is suspended now, with the act that suspended it.
CREATE TABLE suspensions (
  team_id   text NOT NULL REFERENCES teams,
  scope     text NOT NULL,
  switch_id text NOT NULL REFERENCES switches,
  until     timestamptz(3),
  PRIMARY KEY (team_id, scope)
);

-- What a team requires before its work goes on. A team without a row requires nothing.
CREATE TABLE team_safety (
  team_id       text PRIMARY KEY REFERENCES teams,
  -- Whether somebody else than the one who suspended has to resume.
  second_person boolean NOT NULL
);

-- Payouts that a suspension holds. Resuming queues these again, and none that a person has to release.
ALTER TABLE payouts ADD COLUMN held_by_switch boolean NOT NULL DEFAULT false;
CREATE INDEX payouts_held_by_switch ON payouts (team_id) WHERE held_by_switch;

-- Returns the scope of a suspension that covers one of these scopes; null if there is none.
CREATE FUNCTION suspended_scope(team text, scopes text[]) RETURNS text
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp
AS $$
  SELECT s.scope FROM public.suspensions AS s
  WHERE s.team_id = team AND (s.scope = 'all' OR s.scope = ANY (scopes))
    AND (s.until IS NULL OR s.until > clock_timestamp())
  ORDER BY s.scope LIMIT 1
$$;

GRANT SELECT, INSERT ON switches TO pramaan_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON suspensions TO pramaan_app;
GRANT SELECT, INSERT, UPDATE ON team_safety TO pramaan_app;

DO $$
BEGIN
  PERFORM set_config('pramaan.member', pg_has_role(current_user, 'pramaan_ledger', 'SET')::text, true);
  IF NOT current_setting('pramaan.member')::boolean THEN GRANT pramaan_ledger TO CURRENT_USER; END IF;
END $$;
GRANT SELECT ON suspensions TO pramaan_ledger;
GRANT CREATE ON SCHEMA public TO pramaan_ledger;
SET LOCAL ROLE pramaan_ledger;

-- Appends rows as append_agent_actions does, unless what one of them records is suspended: `scopes` has one line per row, with
-- the row's scopes between commas, or nothing for a row that may always be appended.
--
-- A suspension is committed in a transaction that appends its own row and so holds the head of the team's chain. This function
-- reads the suspensions only after it has that lock, so in the chain no row of suspended work comes after the suspension's. A row
-- that is stored already is no new effect: a retried activity gets it back, as always.
CREATE FUNCTION append_unsuspended_actions(
  team_ids text[], ids text[], ledger_refs text[], steps integer[], actions text[], idem_keys text[], contents text, scopes text
) RETURNS TABLE (id text, seq bigint, created_at timestamptz, prev_hash bytea, row_hash bytea, stored_before text)
LANGUAGE plpgsql VOLATILE SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
SET lock_timeout = '5s'
SET enable_seqscan = off
AS $$
DECLARE
  suspended text;
BEGIN
  PERFORM FROM public.ledger_heads AS h WHERE h.team_id = ANY (team_ids) ORDER BY h.team_id FOR UPDATE;
  SELECT s.scope INTO suspended
    FROM unnest(team_ids, idem_keys, string_to_array(scopes, E'\n')) AS i(team_id, idem_key, scopes)
    JOIN public.suspensions AS s ON s.team_id = i.team_id
      AND (s.scope = 'all' OR s.scope = ANY (string_to_array(i.scopes, ',')))
      AND (s.until IS NULL OR s.until > clock_timestamp())
    WHERE i.scopes <> ''
      AND NOT EXISTS (SELECT FROM public.agent_actions AS a WHERE a.idem_key = i.idem_key AND a.team_id = i.team_id)
    ORDER BY s.scope LIMIT 1;
  IF suspended IS NOT NULL THEN RAISE EXCEPTION '%', suspended USING ERRCODE = 'PS423'; END IF;
  RETURN QUERY SELECT * FROM public.append_agent_actions(team_ids, ids, ledger_refs, steps, actions, idem_keys, contents);
END $$;

-- Refuses work that is about to begin outside the database, if it is suspended. Until the caller's transaction ends, nothing can be
-- suspended, so a note that the work has begun comes before the suspension or not at all.
CREATE FUNCTION expect_unsuspended(team text, scopes text[]) RETURNS void
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
END $$;

REVOKE ALL ON FUNCTION append_unsuspended_actions, expect_unsuspended FROM PUBLIC;
GRANT EXECUTE ON FUNCTION append_unsuspended_actions, expect_unsuspended TO pramaan_app;

RESET ROLE;
REVOKE CREATE ON SCHEMA public FROM pramaan_ledger;
DO $$
BEGIN
  IF NOT current_setting('pramaan.member')::boolean THEN REVOKE pramaan_ledger FROM CURRENT_USER; END IF;
END $$;
