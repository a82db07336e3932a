-- Code runs that the engine is not known to hold yet. A row is written together with the code and goes when the engine has
-- taken the run, so that code may run at once: whatever is lost on the way, a sandbox worker finds the row later and has
-- the engine bring the run's rows to their end.

CREATE TABLE code_run_starts (
  ledger_ref text PRIMARY KEY,
  team_id    text NOT NULL REFERENCES teams,
  -- What the workflow is started with: ids and limits, nothing of the code.
  input      jsonb NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX code_run_starts_by_age ON code_run_starts (created_at);

GRANT SELECT, INSERT, DELETE ON code_run_starts TO pramaan_app;
