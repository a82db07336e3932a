-- Retention and erasure reach what is said in a run of a model, and what lies in the vault beside a case that is not there:
-- agent tasks and analyses have no row of their own under their ledger_ref.

-- What is still to be erased, by age.
CREATE INDEX agent_messages_by_age ON agent_messages (created_at) WHERE wrapped_key IS NOT NULL;

-- As in the vault (0011): what a run says after its case was erased is born erased.
CREATE FUNCTION agent_messages_stay_erased() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  IF EXISTS (SELECT FROM case_vault AS v WHERE v.ref = NEW.ledger_ref AND v.erased_at IS NOT NULL) THEN
    NEW.wrapped_key := NULL;
    NEW.sealed := NULL;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER agent_messages_stay_erased BEFORE INSERT ON agent_messages
  FOR EACH ROW EXECUTE FUNCTION agent_messages_stay_erased();
