-- Videos of operator runs, made when somebody asks for one. The bytes lie sealed in the vault under `<run_id>/video`, so they are
-- erased with the run.

CREATE TABLE operator_videos (
  run_id      text PRIMARY KEY REFERENCES operator_runs,
  team_id     text NOT NULL REFERENCES teams,
  -- Counts the attempts. A video that could not be made may be asked for again.
  attempt     integer NOT NULL DEFAULT 1,
  status      text NOT NULL DEFAULT 'making' CHECK (status IN ('making', 'ready', 'failed')),
  -- What the workflow is started with.
  input       jsonb NOT NULL,
  sha256      text,
  size        integer,
  -- Milliseconds.
  length_ms   integer,
  started_at  timestamptz(3),
  created_at  timestamptz(3) NOT NULL DEFAULT now(),
  finished_at timestamptz(3),
  CHECK ((status = 'making') = (finished_at IS NULL)),
  CHECK ((status = 'ready') = (sha256 IS NOT NULL AND size IS NOT NULL AND length_ms IS NOT NULL))
);
CREATE INDEX operator_videos_making ON operator_videos (created_at) WHERE status = 'making';

GRANT SELECT, INSERT, UPDATE ON operator_videos TO pramaan_app;
