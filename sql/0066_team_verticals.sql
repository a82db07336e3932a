-- Verticals that teams write. Their documents live as rule sets do: the same versions, moves, approvals and constraints.

ALTER TABLE rule_sets
  ADD COLUMN kind text NOT NULL DEFAULT 'rules' CHECK (kind IN ('rules', 'vertical')),
  DROP CONSTRAINT rule_sets_team_id_name_key,
  -- A vertical and a rule set may have the same id.
  ADD CONSTRAINT rule_sets_team_id_kind_name_key UNIQUE (team_id, kind, name);

-- The version of the team's own vertical that the run performs: id, version, sha256, and the actions of its steps in order. It
-- stays as it was when the run was accepted. Null for a run of a vertical that comes with the service.
ALTER TABLE runs ADD COLUMN vertical_version jsonb;

-- A step of a run may wait for a person.
ALTER TABLE reviews
  DROP CONSTRAINT reviews_kind_check,
  ADD CONSTRAINT reviews_kind_check
    CHECK (kind IN ('escalation', 'payout', 'tool_call', 'operator', 'quality', 'switch', 'witness', 'ledger', 'step'));

-- Runs that wait for a person at a step are looked for every few seconds.
CREATE INDEX runs_at_a_review ON runs ((waiting_for->>'review_id'))
  WHERE status = 'running' AND vertical_version IS NOT NULL AND waiting_for IS NOT NULL;
