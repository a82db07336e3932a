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
  review_id  text PRIMARY KEY REFERENCES reviews,
  team_id    text NOT NULL REFERENCES teams,
  -- Reference of the session's rows.
  ledger_ref text NOT NULL,
  -- Keyed hash of the act: its session, agent, action, resource and input.
  digest     bytea NOT NULL,
  -- The act's name, for rules about what a person approved earlier in the session.
  action     text NOT NULL,
  -- Null until a person has answered.
  approved   boolean,
  -- When the approval was used. It works once.
  used_at    timestamptz(3) CHECK (used_at IS NULL OR approved),
  created_at timestamptz(3) NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX asked_acts_by_digest ON asked_acts (team_id, digest, created_at);
CREATE INDEX asked_acts_by_session ON asked_acts (team_id, ledger_ref);

GRANT SELECT, INSERT, UPDATE ON asked_acts TO pramaan_app;
