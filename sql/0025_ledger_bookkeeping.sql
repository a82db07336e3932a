-- What steers audit, signing, retention and erasure cannot be moved at will by the service's role, which it watches.
--
-- The service writes its marks itself. A mark may only go forward, and not beyond what is there: no further than the chain,
-- the tree or the clock. The audit takes a mark for no more than a hint besides (src/audit/memory.ts): at least once in
-- LEDGER_FULL_CHECK_HOURS every worker looks at everything once more, whatever the marks say.

-- What an installation has by now may have been set by somebody.
UPDATE ledger_checks SET full_at = NULL WHERE full_at > now();
UPDATE ledger_checks SET checked_at = now() WHERE checked_at > now();
UPDATE ledger_checks AS c SET seq = least(c.seq, (SELECT h.seq FROM ledger_heads AS h WHERE h.team_id = c.team_id));
UPDATE ledger_reconciliations SET until = now() WHERE until > now();
UPDATE ledger_reconciled_rows AS r
  SET seq = least(r.seq, (SELECT h.seq FROM ledger_heads AS h WHERE h.team_id = r.team_id));
UPDATE ledger_shipments SET tried_at = now() WHERE tried_at > now();
UPDATE ledger_shipments AS s SET size = least(s.size,
  coalesce((SELECT max(c.size) FROM ledger_checkpoints AS c WHERE c.team_id = s.team_id), 0))
  WHERE s.state = 'delivered' AND NOT EXISTS (SELECT FROM ledger_trees AS t WHERE t.team_id = s.team_id AND t.size >= s.size);

DO $$
BEGIN
  PERFORM set_config('pramaan.member', pg_has_role(current_user, 'pramaan_ledger', 'SET')::text, true);
  IF NOT current_setting('pramaan.member')::boolean THEN GRANT pramaan_ledger TO CURRENT_USER; END IF;
END $$;
GRANT CREATE ON SCHEMA public TO pramaan_ledger;
ALTER TABLE ledger_checks OWNER TO pramaan_ledger;
ALTER TABLE ledger_reconciliations OWNER TO pramaan_ledger;
ALTER TABLE ledger_reconciled_rows OWNER TO pramaan_ledger;
ALTER TABLE ledger_shipments OWNER TO pramaan_ledger;
ALTER TABLE ledger_refusals OWNER TO pramaan_ledger;
SET LOCAL ROLE pramaan_ledger;

-- Whoever owns the table is not bound: an administrator may put a backup's rows back.
CREATE FUNCTION ledger_deny_mark() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
  IF pg_has_role(current_user, (SELECT c.relowner FROM pg_class AS c WHERE c.oid = TG_RELID), 'USAGE') THEN RETURN NEW; END IF;
  RAISE EXCEPTION '% on % is refused: a mark goes forward, and not beyond what is there', TG_OP, TG_TABLE_NAME
    USING ERRCODE = 'insufficient_privilege';
END $$;

-- How far a chain goes. SECURITY DEFINER: no policy hides a head from it.
CREATE FUNCTION ledger_length(team_id text) RETURNS bigint
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$ SELECT coalesce((SELECT h.seq FROM public.ledger_heads AS h WHERE h.team_id = ledger_length.team_id), 0) $$;

-- A mark beyond the end of a chain may stay there, since the chain may have been cut off; it may not move on.
CREATE TRIGGER ledger_checks_bounded BEFORE INSERT OR UPDATE ON ledger_checks
  FOR EACH ROW WHEN (NEW.checked_at > clock_timestamp() + interval '1 second'
    OR NEW.full_at > clock_timestamp() + interval '1 second')
  EXECUTE FUNCTION ledger_deny_mark();
CREATE TRIGGER ledger_checks_of_rows BEFORE INSERT ON ledger_checks
  FOR EACH ROW WHEN (NEW.seq > ledger_length(NEW.team_id)) EXECUTE FUNCTION ledger_deny_mark();
CREATE TRIGGER ledger_checks_forward BEFORE UPDATE ON ledger_checks
  FOR EACH ROW WHEN (NEW.team_id <> OLD.team_id OR NEW.full_at < OLD.full_at
    OR (NEW.full_at IS NULL AND OLD.full_at IS NOT NULL)
    OR (NEW.seq > OLD.seq AND NEW.seq > ledger_length(NEW.team_id)))
  EXECUTE FUNCTION ledger_deny_mark();

CREATE TRIGGER ledger_reconciliations_bounded BEFORE INSERT OR UPDATE ON ledger_reconciliations
  FOR EACH ROW WHEN (NEW.until > clock_timestamp() + interval '1 second') EXECUTE FUNCTION ledger_deny_mark();
CREATE TRIGGER ledger_reconciliations_same BEFORE UPDATE ON ledger_reconciliations
  FOR EACH ROW WHEN (NEW.task_queue <> OLD.task_queue) EXECUTE FUNCTION ledger_deny_mark();

CREATE TRIGGER ledger_reconciled_rows_bounded BEFORE INSERT ON ledger_reconciled_rows
  FOR EACH ROW WHEN (NEW.seq > ledger_length(NEW.team_id)) EXECUTE FUNCTION ledger_deny_mark();
CREATE TRIGGER ledger_reconciled_rows_forward BEFORE UPDATE ON ledger_reconciled_rows
  FOR EACH ROW WHEN (NEW.team_id <> OLD.team_id OR NEW.seq < OLD.seq
    OR (NEW.seq > OLD.seq AND NEW.seq > ledger_length(NEW.team_id)))
  EXECUTE FUNCTION ledger_deny_mark();

CREATE FUNCTION ledger_tree_size(team_id text) RETURNS bigint
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$ SELECT coalesce((SELECT t.size FROM public.ledger_trees AS t WHERE t.team_id = ledger_tree_size.team_id), 0) $$;
CREATE TRIGGER ledger_shipments_bounded BEFORE INSERT OR UPDATE ON ledger_shipments
  FOR EACH ROW WHEN (NEW.tried_at > clock_timestamp() + interval '1 second' OR NEW.size < 0)
  EXECUTE FUNCTION ledger_deny_mark();
CREATE TRIGGER ledger_shipments_of_tree BEFORE INSERT ON ledger_shipments
  FOR EACH ROW WHEN (NEW.size > ledger_tree_size(NEW.team_id)) EXECUTE FUNCTION ledger_deny_mark();
CREATE TRIGGER ledger_shipments_forward BEFORE UPDATE ON ledger_shipments
  FOR EACH ROW WHEN ((NEW.team_id, NEW.witness) <> (OLD.team_id, OLD.witness) OR NEW.size < OLD.size
    OR (NEW.size > OLD.size AND NEW.size > ledger_tree_size(NEW.team_id)) OR NEW.failures < OLD.failures)
  EXECUTE FUNCTION ledger_deny_mark();

REVOKE ALL ON FUNCTION ledger_deny_mark, ledger_length, ledger_tree_size FROM PUBLIC;
GRANT EXECUTE ON FUNCTION ledger_length, ledger_tree_size TO pramaan_app;
RESET ROLE;
REVOKE CREATE ON SCHEMA public FROM pramaan_ledger;
GRANT SELECT ON ledger_checks, ledger_reconciliations, ledger_reconciled_rows, ledger_shipments, ledger_refusals
  TO CURRENT_USER;
DO $$
BEGIN
  IF NOT current_setting('pramaan.member')::boolean THEN REVOKE pramaan_ledger FROM CURRENT_USER; END IF;
END $$;

-- Retention counts from when a value was stored, and what was erased stays so. Nor do the ledger_ref of a run, the scopes
-- of a key or its revocation change. As above, whoever owns the table is not bound.
CREATE FUNCTION deny_steering() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
  IF pg_has_role(current_user, (SELECT c.relowner FROM pg_class AS c WHERE c.oid = TG_RELID), 'USAGE') THEN RETURN NEW; END IF;
  RAISE EXCEPTION '% on % is refused: the service does not change this', TG_OP, TG_TABLE_NAME
    USING ERRCODE = 'insufficient_privilege';
END $$;

CREATE TRIGGER case_vault_kept_since BEFORE INSERT ON case_vault
  FOR EACH ROW WHEN (NEW.created_at > clock_timestamp() + interval '1 second') EXECUTE FUNCTION deny_steering();
CREATE TRIGGER case_vault_stays BEFORE UPDATE ON case_vault
  FOR EACH ROW WHEN ((NEW.ref, NEW.team_id, NEW.created_at) IS DISTINCT FROM (OLD.ref, OLD.team_id, OLD.created_at)
    OR (OLD.erased_at IS NOT NULL AND NEW.erased_at IS DISTINCT FROM OLD.erased_at))
  EXECUTE FUNCTION deny_steering();
CREATE TRIGGER agent_messages_kept_since BEFORE INSERT ON agent_messages
  FOR EACH ROW WHEN (NEW.created_at > clock_timestamp() + interval '1 second') EXECUTE FUNCTION deny_steering();
CREATE TRIGGER agent_messages_stay BEFORE UPDATE ON agent_messages
  FOR EACH ROW WHEN ((NEW.ledger_ref, NEW.team_id, NEW.turn, NEW.part, NEW.created_at)
      IS DISTINCT FROM (OLD.ledger_ref, OLD.team_id, OLD.turn, OLD.part, OLD.created_at)
    OR (OLD.wrapped_key IS NULL AND NEW.wrapped_key IS NOT NULL))
  EXECUTE FUNCTION deny_steering();
CREATE TRIGGER runs_stay BEFORE UPDATE ON runs
  FOR EACH ROW WHEN ((NEW.id, NEW.team_id, NEW.ledger_ref, NEW.vertical, NEW.mode)
    IS DISTINCT FROM (OLD.id, OLD.team_id, OLD.ledger_ref, OLD.vertical, OLD.mode))
  EXECUTE FUNCTION deny_steering();
CREATE TRIGGER api_keys_stay BEFORE UPDATE ON api_keys
  FOR EACH ROW WHEN ((NEW.id, NEW.team_id, NEW.key_hash, NEW.scopes, NEW.created_at)
      IS DISTINCT FROM (OLD.id, OLD.team_id, OLD.key_hash, OLD.scopes, OLD.created_at)
    OR (OLD.revoked_at IS NOT NULL AND NEW.revoked_at IS DISTINCT FROM OLD.revoked_at))
  EXECUTE FUNCTION deny_steering();
