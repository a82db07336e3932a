-- Reviews: what a machine must not decide waits here for a person.

CREATE TABLE reviews (
  id                text PRIMARY KEY,
  team_id           text NOT NULL REFERENCES teams,
  kind              text NOT NULL CHECK (kind IN ('escalation', 'payout')),
  -- A claimed review is open, too, until its lease is over.
  state             text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'decided', 'expired')),
  vertical          text NOT NULL,
  run_id            text NOT NULL,
  ledger_ref        text NOT NULL,
  -- What it is about: kind, id and name.
  subject           jsonb NOT NULL,
  reasons           jsonb NOT NULL,
  risk              jsonb,
  -- What people see beside the review, masked. It never changes, so its digest says what they saw.
  evidence          jsonb NOT NULL,
  evidence_sha256   text NOT NULL,
  options           text[] NOT NULL,
  -- Roles that are asked to decide. A missed due time adds the next one.
  asked             text[] NOT NULL,
  four_eyes         boolean NOT NULL,
  submitted_by      jsonb,
  -- Id of the person behind submitted_by, even if a key of theirs submitted the case.
  submitter         text,
  remind_at         timestamptz(3) NOT NULL,
  due_at            timestamptz(3) NOT NULL,
  -- Null for a review that stays open until somebody decides.
  expires_at        timestamptz(3),
  on_expiry         text NOT NULL CHECK (on_expiry IN ('refer', 'stay')),
  reminded_at       timestamptz(3),
  breached_at       timestamptz(3),
  claimed_by        jsonb,
  claimed_by_id     text,
  -- Id of the person behind claimed_by.
  claimant          text,
  claimed_until     timestamptz(3),
  closed_at         timestamptz(3),
  created_at        timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  -- When the workflow with the review's timers was started, and when it was told that the review is closed.
  clock_started_at  timestamptz(3),
  clock_stopped_at  timestamptz(3),
  CHECK ((state = 'open') = (closed_at IS NULL)),
  CHECK ((expires_at IS NULL) = (on_expiry = 'stay')),
  CHECK ((claimed_by IS NULL) = (claimed_until IS NULL))
);
CREATE INDEX reviews_waiting ON reviews (team_id, due_at, id) WHERE state = 'open';
CREATE INDEX reviews_by_state ON reviews (team_id, state, due_at, id);
CREATE INDEX reviews_of_run ON reviews (team_id, run_id, created_at);
CREATE INDEX reviews_without_clock ON reviews (created_at) WHERE clock_started_at IS NULL;
CREATE INDEX reviews_with_clock ON reviews (due_at) WHERE clock_stopped_at IS NULL;

-- Every answer, once and for good. The first of two approvals is not final.
CREATE TABLE review_decisions (
  review_id text NOT NULL REFERENCES reviews,
  n         int NOT NULL,
  by        jsonb NOT NULL,
  -- Id of the person behind `by`.
  decider   text NOT NULL,
  option    text NOT NULL,
  reason    text,
  note      text,
  final     boolean NOT NULL,
  at        timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (review_id, n)
);
CREATE UNIQUE INDEX review_decisions_final ON review_decisions (review_id) WHERE final;

CREATE TABLE review_comments (
  n         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  review_id text NOT NULL REFERENCES reviews,
  by        jsonb NOT NULL,
  text      text NOT NULL,
  at        timestamptz(3) NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX review_comments_of ON review_comments (review_id, n);

-- A team's rules for reviews, the newest version in force. A team without a row has the default rules.
CREATE TABLE review_policies (
  team_id    text NOT NULL REFERENCES teams,
  version    int NOT NULL,
  policy     jsonb NOT NULL,
  actor      jsonb NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (team_id, version)
);

-- How a person decided about the filed claim or ticket: review_id, option, reason and time.
ALTER TABLE claims ADD COLUMN review jsonb;
ALTER TABLE tickets ADD COLUMN review jsonb;
-- A run's end looks for the payout that it has left for a person to release.
CREATE INDEX payouts_by_run ON payouts (run_id);

GRANT SELECT, INSERT, UPDATE ON reviews TO pramaan_app;
GRANT SELECT, INSERT ON review_decisions, review_comments, review_policies TO pramaan_app;

-- `cashless` or `discharge` for a case on which a person has to decide within the time that regulation sets.
ALTER TABLE runs ADD COLUMN urgency text CHECK (urgency IN ('cashless', 'discharge'));
