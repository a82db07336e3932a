-- Policies for agents that run elsewhere. They live as rule sets do: the same versions, moves, approvals and constraints.

ALTER TABLE rule_sets
  DROP CONSTRAINT rule_sets_kind_check,
  ADD CONSTRAINT rule_sets_kind_check CHECK (kind IN ('rules', 'vertical', 'policy'));

-- An act of such an agent may wait for a person.
ALTER TABLE reviews
  DROP CONSTRAINT reviews_kind_check,
  ADD CONSTRAINT reviews_kind_check
    CHECK (kind IN ('escalation', 'payout', 'tool_call', 'operator', 'quality', 'switch', 'witness', 'ledger', 'step', 'act')),
  DROP CONSTRAINT reviews_run_check,
  ADD CONSTRAINT reviews_run_check CHECK ((run_id IS NULL) = (kind IN ('switch', 'witness', 'ledger', 'act')));

CREATE TABLE asked_acts (
  review_id   text PRIMARY KEY REFERENCES reviews,
  team_id     text NOT NULL REFERENCES teams,
  -- Reference of the session's rows.
  ledger_ref  text NOT NULL,
  -- Keyed hash of the act: its session, agent, action, resource and input.
  digest      bytea NOT NULL,
  -- The same with the input as rules read it. A denial stands for every act that they cannot tell apart.
  read_digest bytea NOT NULL,
  -- The act's name, for rules about what a person approved earlier in the session.
  action      text NOT NULL,
  -- Null until a person has answered.
  approved    boolean,
  -- When the person answered. An approval can be used for a day.
  answered_at timestamptz(3) CHECK ((answered_at IS NULL) = (approved IS NULL)),
  -- When the approval was used. It works once.
  used_at     timestamptz(3) CHECK (used_at IS NULL OR approved),
  created_at  timestamptz(3) NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX asked_acts_by_digest ON asked_acts (team_id, digest, created_at);
CREATE INDEX asked_acts_denied ON asked_acts (team_id, read_digest) WHERE NOT approved;

GRANT SELECT, INSERT, UPDATE ON asked_acts TO pramaan_app;

-- What happened in a session, for rules: the names of its acts, each once. They are written together with the ledger row, so that a
-- decision reads a few names instead of every row of the session.
CREATE TABLE session_acts (
  team_id    text NOT NULL REFERENCES teams,
  -- Reference of the session's rows.
  ledger_ref text NOT NULL,
  kind       text NOT NULL CHECK (kind IN ('allowed', 'denied', 'reported', 'approved')),
  action     text NOT NULL,
  PRIMARY KEY (team_id, ledger_ref, kind, action)
);

GRANT SELECT, INSERT ON session_acts TO pramaan_app;
