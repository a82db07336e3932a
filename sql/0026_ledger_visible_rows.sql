-- How many rows a ledger_ref has, whatever a policy or a view made by an administrator lets the service see of them: as the
-- owner of the table. A reader that sees fewer knows that rows are hidden from it.

DO $$
BEGIN
  PERFORM set_config('pramaan.member', pg_has_role(current_user, 'pramaan_ledger', 'SET')::text, true);
  IF NOT current_setting('pramaan.member')::boolean THEN GRANT pramaan_ledger TO CURRENT_USER; END IF;
END $$;
GRANT CREATE ON SCHEMA public TO pramaan_ledger;
SET LOCAL ROLE pramaan_ledger;

CREATE FUNCTION count_agent_actions(team_id text, ledger_ref text) RETURNS bigint
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
  SELECT count(*) FROM public.agent_actions AS a
  WHERE a.team_id = count_agent_actions.team_id AND a.ledger_ref = count_agent_actions.ledger_ref
$$;
REVOKE ALL ON FUNCTION count_agent_actions FROM PUBLIC;
GRANT EXECUTE ON FUNCTION count_agent_actions TO pramaan_app;

RESET ROLE;
REVOKE CREATE ON SCHEMA public FROM pramaan_ledger;
DO $$
BEGIN
  IF NOT current_setting('pramaan.member')::boolean THEN REVOKE pramaan_ledger FROM CURRENT_USER; END IF;
END $$;
