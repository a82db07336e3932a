-- A checkpoint is of rows that are there: a service process that was taken over cannot store one of any size it likes,
-- which would stand in the way of those that come after.

CREATE FUNCTION ledger_checkpoint_of_rows() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM public.ledger_trees AS t WHERE t.team_id = NEW.team_id AND t.size >= NEW.size)
    OR NOT EXISTS (SELECT FROM public.agent_actions AS a
      WHERE a.team_id = NEW.team_id AND a.seq = NEW.size AND a.row_hash = NEW.last_row_hash) THEN
    RAISE EXCEPTION 'INSERT on ledger_checkpoints is refused: the ledger has no such last row'
      USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $$;

-- Changing what belongs to pramaan_ledger takes membership, unless one is a superuser: had for this migration only.
DO $$
DECLARE
  member CONSTANT boolean := pg_has_role(current_user, 'pramaan_ledger', 'SET');
BEGIN
  IF NOT member THEN GRANT pramaan_ledger TO CURRENT_USER; END IF;
  CREATE TRIGGER ledger_checkpoints_of_rows BEFORE INSERT ON ledger_checkpoints
    FOR EACH ROW EXECUTE FUNCTION ledger_checkpoint_of_rows();
  REVOKE ALL ON FUNCTION ledger_checkpoint_of_rows FROM PUBLIC;
  GRANT CREATE ON SCHEMA public TO pramaan_ledger;
  ALTER FUNCTION ledger_checkpoint_of_rows OWNER TO pramaan_ledger;
  REVOKE CREATE ON SCHEMA public FROM pramaan_ledger;
  IF NOT member THEN REVOKE pramaan_ledger FROM CURRENT_USER; END IF;
END $$;
