-- Files of agent tasks and analyses, and the erasure of the texts in their streams.

-- One row per file: those that came with the request, and those that code left. The bytes are sealed in the vault under
-- `<ledger_ref>/file/<id>`, so they are erased with the run.
CREATE TABLE agent_files (
  id         text PRIMARY KEY CHECK (id ~ '^file_[0-9a-f]{32}$'),
  team_id    text NOT NULL REFERENCES teams,
  ledger_ref text NOT NULL REFERENCES agent_runs,
  origin     text NOT NULL CHECK (origin IN ('given', 'left')),
  -- Path below /tmp, masked. Empty once the run was erased.
  name       text NOT NULL,
  size       bigint NOT NULL,
  -- Why the bytes were not kept; null if they were.
  left_out   text CHECK (left_out IN ('too_large', 'unreadable')),
  created_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX agent_files_of_run ON agent_files (ledger_ref, id);

GRANT SELECT, INSERT ON agent_files TO pramaan_app;
GRANT UPDATE (name) ON agent_files TO pramaan_app;

-- A file that is stored after its run was erased loses its name at once; the vault does the same with its bytes.
CREATE FUNCTION agent_files_stay_erased() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(hashtextextended('vault ' || NEW.ledger_ref, 0));
  IF EXISTS (SELECT FROM case_vault AS v WHERE v.ref = NEW.ledger_ref AND v.erased_at IS NOT NULL) THEN
    NEW.name := '';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER agent_files_stay_erased BEFORE INSERT ON agent_files
  FOR EACH ROW EXECUTE FUNCTION agent_files_stay_erased();

-- As in 0022, and also for agent tasks and analyses, whose events carry the ledger_ref as the run's id.
CREATE OR REPLACE FUNCTION run_events_stay_erased() RETURNS trigger
LANGUAGE plpgsql
AS $$
DECLARE
  root text := coalesce(
    (SELECT r.ledger_ref FROM runs AS r WHERE r.id = NEW.run_id AND r.team_id = NEW.team_id), NEW.run_id);
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

-- Texts of runs that were erased before this release. Their events were kept, because only live runs were looked up.
UPDATE run_events AS e SET payload = e.payload || CASE e.type
  WHEN 'message' THEN '{"text": ""}'::jsonb
  WHEN 'tool.call' THEN '{"arguments": "{}"}'::jsonb
  ELSE '{"content": ""}'::jsonb END
FROM case_vault AS v
WHERE v.ref = e.run_id AND v.team_id = e.team_id AND v.erased_at IS NOT NULL
  AND e.type IN ('message', 'tool.call', 'tool.result');
