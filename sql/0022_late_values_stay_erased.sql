-- An erasure and a value that was stored at the same moment did not see each other: the value's statement had begun before
-- the erasure was committed, and the erasure had looked for values before that one was. Both now take a lock named after
-- the case: the value a shared one, the erasure one of its own (src/vault/erase.ts), so the later of them sees the other.

CREATE OR REPLACE FUNCTION case_vault_stay_erased() RETURNS trigger
LANGUAGE plpgsql
AS $$
DECLARE
  root text := split_part(NEW.ref, '/', 1);
BEGIN
  PERFORM pg_advisory_xact_lock_shared(hashtextextended('vault ' || root, 0));
  IF EXISTS (SELECT FROM case_vault AS v WHERE v.ref = root AND v.erased_at IS NOT NULL) THEN
    NEW.wrapped_key := NULL;
    NEW.sealed := NULL;
    NEW.erased_at := now();
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE FUNCTION agent_messages_stay_erased() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(hashtextextended('vault ' || NEW.ledger_ref, 0));
  IF EXISTS (SELECT FROM case_vault AS v WHERE v.ref = NEW.ledger_ref AND v.erased_at IS NOT NULL) THEN
    NEW.wrapped_key := NULL;
    NEW.sealed := NULL;
  END IF;
  RETURN NEW;
END $$;

-- An erasure empties the texts in a run's events (src/events/forget.ts); those that are told after it are born empty.
CREATE FUNCTION run_events_stay_erased() RETURNS trigger
LANGUAGE plpgsql
AS $$
DECLARE
  root text := (SELECT r.ledger_ref FROM runs AS r WHERE r.id = NEW.run_id AND r.team_id = NEW.team_id);
BEGIN
  PERFORM pg_advisory_xact_lock_shared(hashtextextended('vault ' || root, 0));
  IF EXISTS (SELECT FROM case_vault AS v WHERE v.ref = root AND v.erased_at IS NOT NULL) THEN
    NEW.payload := NEW.payload || CASE NEW.type
      WHEN 'message' THEN '{"text": ""}'::jsonb
      WHEN 'tool.call' THEN '{"arguments": "{}"}'::jsonb
      ELSE '{"content": ""}'::jsonb END;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER run_events_stay_erased BEFORE INSERT ON run_events
  FOR EACH ROW WHEN (NEW.type IN ('message', 'tool.call', 'tool.result')) EXECUTE FUNCTION run_events_stay_erased();
