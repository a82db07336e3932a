-- Rule sets of a team: their versions, from the draft to the one that decides.

CREATE TABLE rule_sets (
  -- The ledger_ref of all rows about the rule set.
  id         text PRIMARY KEY,
  team_id    text NOT NULL REFERENCES teams,
  -- The document's id, such as kyc-rules.
  name       text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  UNIQUE (team_id, name)
);

CREATE TABLE rule_set_versions (
  rule_set_id    text NOT NULL REFERENCES rule_sets,
  team_id        text NOT NULL REFERENCES teams,
  version        int NOT NULL CHECK (version BETWEEN 1 AND 1000000),
  state          text NOT NULL DEFAULT 'draft' CHECK (state IN ('draft', 'proposed', 'approved', 'active', 'retired')),
  -- Canonical JSON (RFC 8785). The hash identifies the version in the ledger.
  document       text NOT NULL,
  sha256         text NOT NULL CHECK (sha256 = encode(sha256(convert_to(document, 'UTF8')), 'hex')),
  basis          text NOT NULL CHECK (basis IN ('admission', 'policy_start', 'run_day')),
  -- Days are texts such as 2026-12-01.
  effective_from text NOT NULL CHECK (effective_from ~ '^\d{4}-\d\d-\d\d$'),
  -- Ids of the people, or of keys that nobody issued, who wrote the draft.
  editors        text[] NOT NULL CHECK (cardinality(editors) BETWEEN 1 AND 100),
  drafted_by     jsonb NOT NULL,
  drafted_at     timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  proposed_by    jsonb,
  proposer       text,
  proposed_at    timestamptz(3),
  approved_by    jsonb,
  approver       text,
  approved_at    timestamptz(3),
  activated_by   jsonb,
  activated_at   timestamptz(3),
  -- First day on which the version decides, of the days that its basis names.
  active_from    text CHECK (active_from ~ '^\d{4}-\d\d-\d\d$'),
  retired_by     jsonb,
  retired_at     timestamptz(3),
  PRIMARY KEY (rule_set_id, version),
  CHECK ((state = 'draft') = (proposed_at IS NULL)),
  CHECK ((state IN ('draft', 'proposed')) = (approved_at IS NULL)),
  CHECK ((state IN ('active', 'retired')) = (activated_at IS NOT NULL)),
  CHECK ((state = 'retired') = (retired_at IS NOT NULL)),
  CHECK ((activated_at IS NULL) = (active_from IS NULL)),
  CHECK (active_from IS NULL OR active_from >= effective_from),
  -- A second person approves: somebody who has signed in, and who neither wrote nor proposed the version.
  CHECK (approved_at IS NULL OR coalesce(approved_by ->> 'kind' = 'person' AND approver <> proposer AND NOT approver = ANY (editors), false))
);
CREATE INDEX rule_set_versions_in_force ON rule_set_versions (rule_set_id, active_from) WHERE state = 'active';

-- A version goes one way, from draft to retired, and its content never changes once it is proposed.
CREATE FUNCTION rule_set_versions_one_way() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    RAISE EXCEPTION 'a version of a rule set is never deleted';
  END IF;
  IF (NEW.rule_set_id, NEW.team_id, NEW.version) IS DISTINCT FROM (OLD.rule_set_id, OLD.team_id, OLD.version) THEN
    RAISE EXCEPTION 'a version of a rule set keeps its name';
  END IF;
  IF OLD.state <> 'draft' AND (NEW.document, NEW.sha256, NEW.basis, NEW.effective_from, NEW.editors)
      IS DISTINCT FROM (OLD.document, OLD.sha256, OLD.basis, OLD.effective_from, OLD.editors) THEN
    RAISE EXCEPTION 'a version of a rule set is never edited after it was proposed';
  END IF;
  IF OLD.approved_at IS NOT NULL AND (NEW.approver, NEW.approved_at, NEW.proposer)
      IS DISTINCT FROM (OLD.approver, OLD.approved_at, OLD.proposer) THEN
    RAISE EXCEPTION 'an approval of a rule set is never changed';
  END IF;
  IF NOT (NEW.state = OLD.state AND OLD.state <> 'retired'
      OR (OLD.state, NEW.state) IN (('draft', 'proposed'), ('proposed', 'approved'), ('approved', 'active'), ('active', 'retired'))) THEN
    RAISE EXCEPTION 'a version of a rule set cannot go from % to %', OLD.state, NEW.state;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER rule_set_versions_one_way BEFORE UPDATE OR DELETE ON rule_set_versions
  FOR EACH ROW EXECUTE FUNCTION rule_set_versions_one_way();

-- The rule set that decided the run; null for runs that ended before, or that no rule set decided.
ALTER TABLE runs ADD COLUMN decided_under jsonb;

GRANT SELECT, INSERT ON rule_sets TO pramaan_app;
GRANT SELECT, INSERT, UPDATE ON rule_set_versions TO pramaan_app;
