-- Shadows: a version that has been proposed decides a team's runs as they finish, beside the version in force, with no effect on them.

CREATE TABLE rule_set_shadows (
  -- Also the ledger_ref of the rows about its runs.
  id            text PRIMARY KEY,
  team_id       text NOT NULL REFERENCES teams,
  rule_set_id   text NOT NULL REFERENCES rule_sets,
  version       int NOT NULL,
  vertical      text NOT NULL,
  pin           jsonb NOT NULL,
  state         text NOT NULL DEFAULT 'running' CHECK (state IN ('running', 'ended')),
  -- It ends at this time, or after this number of runs.
  ends_at       timestamptz(3) NOT NULL,
  max_runs      int NOT NULL CHECK (max_runs BETWEEN 1 AND 1000000),
  done          int NOT NULL DEFAULT 0,
  -- Numbers so far, without the differences.
  result        jsonb NOT NULL,
  started_by    jsonb NOT NULL,
  created_at    timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  ended_by      jsonb,
  ended_because text CHECK (ended_because IN ('stopped', 'time', 'count', 'activated')),
  ended_at      timestamptz(3),
  FOREIGN KEY (rule_set_id, version) REFERENCES rule_set_versions,
  CHECK ((state = 'ended') = (ended_at IS NOT NULL)),
  CHECK ((ended_at IS NULL) = (ended_because IS NULL)),
  CHECK ((ended_at IS NULL) = (ended_by IS NULL))
);
-- A rule set has one shadow at a time.
CREATE UNIQUE INDEX rule_set_shadows_running ON rule_set_shadows (rule_set_id) WHERE state = 'running';
CREATE INDEX rule_set_shadows_of_team ON rule_set_shadows (team_id, vertical) WHERE state = 'running';
CREATE INDEX rule_set_shadows_of_version ON rule_set_shadows (rule_set_id, version, created_at);

-- Runs that a shadow has decided, each once.
CREATE TABLE rule_set_shadow_runs (
  shadow_id  text NOT NULL REFERENCES rule_set_shadows,
  run_id     text NOT NULL,
  -- Both sides with their traces, masked; null if they do not differ, or for a difference that is not among the largest.
  difference jsonb,
  -- By how much the approved amounts differ, in paise.
  size       numeric NOT NULL DEFAULT 0,
  PRIMARY KEY (shadow_id, run_id)
);
CREATE INDEX rule_set_shadow_runs_that_differ ON rule_set_shadow_runs (shadow_id, size) WHERE difference IS NOT NULL;

GRANT SELECT, INSERT, UPDATE ON rule_set_shadows, rule_set_shadow_runs TO pramaan_app;

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
