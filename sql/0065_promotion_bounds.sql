-- Bounds that a team sets: what a trial of a version must have shown before the version can be activated.
CREATE TABLE rule_set_bounds (
  rule_set_id    text PRIMARY KEY REFERENCES rule_sets,
  team_id        text NOT NULL REFERENCES teams,
  -- Runs that the trial has decided.
  min_runs       int NOT NULL DEFAULT 0 CHECK (min_runs BETWEEN 0 AND 1000000),
  -- Hundredths of a percent. Null: no bound.
  max_changed_bp int CHECK (max_changed_bp BETWEEN 0 AND 10000),
  max_amount_bp  int CHECK (max_amount_bp BETWEEN 0 AND 10000),
  set_by         jsonb NOT NULL,
  set_at         timestamptz(3) NOT NULL DEFAULT clock_timestamp()
);
-- Trials of a version.
CREATE INDEX rule_set_backtests_of_set ON rule_set_backtests (rule_set_id, created_at) WHERE state = 'succeeded';

GRANT SELECT, INSERT, UPDATE ON rule_set_bounds TO pramaan_app;
