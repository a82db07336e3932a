-- What the service takes from its workflow engine, and whose word it takes.

-- Payloads that versions before this file sealed do not say where they belong. Workers open them for a day from here on: by
-- then the runs that began before have ended.
CREATE TABLE engine_payloads (
  one_row     boolean PRIMARY KEY DEFAULT true CHECK (one_row),
  bound_since timestamptz(3) NOT NULL DEFAULT now()
);
INSERT INTO engine_payloads DEFAULT VALUES;
GRANT SELECT ON engine_payloads TO pramaan_app;

-- The first answer to each question of an operator run, and the key that gave it. It counts also when the engine hears of it
-- later.
CREATE TABLE operator_answers (
  run_id      text NOT NULL REFERENCES operator_runs,
  team_id     text NOT NULL REFERENCES teams,
  question_id text NOT NULL,
  approve     boolean NOT NULL,
  key_id      text NOT NULL,
  at          timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (run_id, question_id)
);
GRANT SELECT, INSERT ON operator_answers TO pramaan_app;

-- Who asked for the end of a run, beside when.
ALTER TABLE operator_runs ADD COLUMN cancel_requested_by text;
