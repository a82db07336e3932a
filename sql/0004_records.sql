-- Records of the business: what db.query asks and db.write changes. Every row belongs to a team.
-- Identifiers of people are kept as a digest under the team's salt, to be matched, and masked, to be shown.

CREATE TABLE record_salts (
  team_id text PRIMARY KEY REFERENCES teams,
  -- Two random UUIDs (244 random bits). Never leaves the database but to make a digest.
  salt    bytea NOT NULL DEFAULT sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text, 'UTF8'))
);

CREATE TABLE policies (
  team_id           text NOT NULL REFERENCES teams,
  number            text NOT NULL,
  status            text NOT NULL CHECK (status IN ('active', 'lapsed', 'cancelled')),
  cover_from        date NOT NULL,
  cover_to          date NOT NULL CHECK (cover_to >= cover_from),
  -- First day of unbroken cover: waiting periods count from here.
  since             date NOT NULL,
  -- Money is whole paise.
  sum_insured_paise bigint NOT NULL CHECK (sum_insured_paise > 0),
  used_paise        bigint NOT NULL DEFAULT 0 CHECK (used_paise >= 0),
  -- Room rent per day; null means no limit.
  room_rent_paise   bigint CHECK (room_rent_paise > 0),
  PRIMARY KEY (team_id, number)
);

CREATE TABLE hospitals (
  team_id    text NOT NULL REFERENCES teams,
  -- Lower case, letters and digits, one space between words.
  name_key   text NOT NULL,
  name       text NOT NULL,
  in_network boolean NOT NULL,
  PRIMARY KEY (team_id, name_key)
);

CREATE TABLE claims (
  team_id        text NOT NULL REFERENCES teams,
  -- Salted digest of the claim's number: two numbers that look alike once masked stay two claims.
  claim_key      bytea NOT NULL,
  claim_id       text NOT NULL,
  run_id         text NOT NULL,
  policy         text,
  pan_masked     text,
  aadhaar_masked text,
  diagnosis      text,
  admission      date,
  discharge      date,
  -- Null where the amount could not be read.
  amount_paise   bigint,
  accident       boolean NOT NULL,
  -- Salted digest of policy, diagnosis, admission and amount, and since when the claim has had it.
  event_key      bytea NOT NULL,
  event_since    timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  decision       text NOT NULL CHECK (decision IN ('approve', 'escalate')),
  reasons        jsonb NOT NULL,
  risk_score     integer NOT NULL,
  submissions    integer NOT NULL DEFAULT 1,
  filed_at       timestamptz(3) NOT NULL DEFAULT now(),
  updated_at     timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (team_id, claim_key)
);
CREATE INDEX claims_by_event ON claims (team_id, event_key);
CREATE INDEX claims_by_run ON claims (run_id);

CREATE TABLE payouts (
  team_id      text NOT NULL,
  claim_key    bytea NOT NULL,
  run_id       text NOT NULL,
  policy       text NOT NULL,
  amount_paise bigint NOT NULL CHECK (amount_paise > 0),
  -- held: a person must release it. withdrawn: a resubmission of the claim was escalated.
  status       text NOT NULL CHECK (status IN ('queued', 'held', 'withdrawn')),
  hold_reason  text CHECK ((status = 'held') = (hold_reason IS NOT NULL)),
  queued_at    timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (team_id, claim_key),
  FOREIGN KEY (team_id, claim_key) REFERENCES claims,
  FOREIGN KEY (team_id, policy) REFERENCES policies
);
CREATE INDEX payouts_by_policy ON payouts (team_id, policy);

CREATE TABLE accounts (
  team_id       text NOT NULL REFERENCES teams,
  number        text NOT NULL,
  pan_key       bytea NOT NULL,
  email_key     bytea NOT NULL,
  email_masked  text NOT NULL,
  status        text NOT NULL CHECK (status IN ('active', 'locked', 'fraud_hold', 'closed')),
  failed_logins integer NOT NULL DEFAULT 0,
  updated_at    timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (team_id, number)
);

CREATE TABLE account_resets (
  team_id    text NOT NULL,
  account    text NOT NULL,
  -- One reset per ticket: a ticket that is worked again does not count twice.
  ticket_key bytea NOT NULL,
  run_id     text NOT NULL,
  reset_at   timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (team_id, account, ticket_key),
  FOREIGN KEY (team_id, account) REFERENCES accounts
);

CREATE TABLE tickets (
  team_id     text NOT NULL REFERENCES teams,
  vertical    text NOT NULL CHECK (vertical IN ('it', 'support')),
  ticket_key  bytea NOT NULL,
  ticket_id   text NOT NULL,
  run_id      text NOT NULL,
  -- it: root-cause class. support: intent.
  category    text NOT NULL,
  severity    text,
  -- it: host. support: account.
  subject     text,
  status      text NOT NULL CHECK (status IN ('closed', 'with_person')),
  decision    text NOT NULL CHECK (decision IN ('resolved', 'escalate')),
  reasons     jsonb NOT NULL,
  trail       jsonb NOT NULL,
  submissions integer NOT NULL DEFAULT 1,
  opened_at   timestamptz(3) NOT NULL DEFAULT now(),
  updated_at  timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (team_id, vertical, ticket_key)
);
CREATE INDEX tickets_by_run ON tickets (run_id);

CREATE TABLE callers (
  team_id        text NOT NULL REFERENCES teams,
  phone_key      bytea NOT NULL,
  phone_masked   text NOT NULL,
  policy         text NOT NULL,
  address        text NOT NULL,
  address_run_id text,
  updated_at     timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (team_id, phone_key),
  FOREIGN KEY (team_id, policy) REFERENCES policies
);

CREATE TABLE one_time_codes (
  team_id    text NOT NULL,
  phone_key  bytea NOT NULL,
  code_key   bytea NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  -- A standing code stands in for the text-message gateway that demo callers do not have: no limit of use or tries.
  standing   boolean NOT NULL DEFAULT false,
  -- Salted digest of the reference of the call that used it.
  used_by    bytea,
  PRIMARY KEY (team_id, phone_key),
  FOREIGN KEY (team_id, phone_key) REFERENCES callers
);

-- Wrong codes, one row per run.
CREATE TABLE code_failures (
  team_id   text NOT NULL,
  phone_key bytea NOT NULL,
  run_id    text NOT NULL,
  failed_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (team_id, phone_key, run_id),
  FOREIGN KEY (team_id, phone_key) REFERENCES one_time_codes
);

-- Messages to people, for the gateway to send: an outbox, so that a message is queued if and only if its step was.
CREATE TABLE messages (
  team_id   text NOT NULL REFERENCES teams,
  run_id    text NOT NULL,
  kind      text NOT NULL CHECK (kind IN ('device_alert', 'text_message')),
  to_masked text NOT NULL,
  body      text NOT NULL,
  queued_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (run_id, kind)
);
CREATE INDEX messages_by_team ON messages (team_id, queued_at);

GRANT SELECT, INSERT ON record_salts, hospitals, account_resets, code_failures, messages TO pramaan_app;
GRANT SELECT, INSERT, UPDATE ON policies, claims, payouts, accounts, tickets, callers, one_time_codes TO pramaan_app;

-- Salted digest of a text, as src/records/digest.ts makes it.
CREATE FUNCTION record_digest(team text, kind text, value text) RETURNS bytea LANGUAGE sql STABLE AS $$
  SELECT sha256(salt || convert_to(kind || E'\n' || value, 'UTF8')) FROM record_salts WHERE team_id = team
$$;

-- Made-up records that the sample cases and a first look work on. Twice does nothing. Identifiers are written in two
-- halves so that a search of a dump for one finds only what somebody stored.
CREATE FUNCTION seed_demo_records(team text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO record_salts (team_id) VALUES (team) ON CONFLICT DO NOTHING;

  INSERT INTO policies
    (team_id, number, status, cover_from, cover_to, sum_insured_paise, used_paise, since, room_rent_paise)
  VALUES
    (team, 'HI-1001', 'active', '2026-01-01', '2026-12-31', 50000000, 0, '2021-01-01', NULL),
    (team, 'HI-1002', 'lapsed', '2025-01-01', '2025-12-31', 30000000, 0, '2023-01-01', NULL),
    (team, 'HI-1003', 'active', '2026-01-01', '2026-12-31', 30000000, 28000000, '2022-01-01', NULL),
    (team, 'HI-1004', 'active', '2026-09-15', '2027-09-14', 50000000, 0, '2026-09-15', NULL),
    (team, 'HI-1005', 'active', '2026-01-01', '2026-12-31', 20000000, 0, '2025-06-01', 200000),
    (team, 'HI-1010', 'active', '2026-01-01', '2026-12-31', 50000000, 0, '2020-04-01', NULL)
  ON CONFLICT DO NOTHING;

  INSERT INTO hospitals (team_id, name_key, name, in_network)
  VALUES
    (team, 'lakeside hospital', 'Lakeside Hospital', true),
    (team, 'green valley clinic', 'Green Valley Clinic', true),
    (team, 'hilltop nursing home', 'Hilltop Nursing Home', false)
  ON CONFLICT DO NOTHING;

  INSERT INTO accounts (team_id, number, pan_key, email_key, email_masked, status, failed_logins)
  SELECT team, number, record_digest(team, 'pan', pan), record_digest(team, 'email', email), masked, status, failed
  FROM (VALUES
    ('AC-7001', 'BNZPS' || '4821K', 'anil.sample@' || 'mail.example', 'a**********@mail.example', 'locked', 6),
    ('AC-7002', 'CQRPT' || '7310M', 'divya.sample@' || 'mail.example', 'd***********@mail.example', 'fraud_hold', 9),
    ('AC-7003', 'DLMPV' || '2954H', 'farid.sample@' || 'mail.example', 'f***********@mail.example', 'locked', 5),
    ('AC-7004', 'EKTPB' || '6608F', 'gita.sample@' || 'mail.example', 'g**********@mail.example', 'closed', 0),
    ('AC-7005', 'FWXPN' || '1276J', 'hari.sample@' || 'mail.example', 'h**********@mail.example', 'active', 0)
  ) AS demo (number, pan, email, masked, status, failed)
  ON CONFLICT DO NOTHING;

  -- AC-7003 has had six resets in the last month: one more is for a person to allow.
  INSERT INTO account_resets (team_id, account, ticket_key, run_id, reset_at)
  SELECT team, 'AC-7003', record_digest(team, 'ticket', 'demo-' || nth), 'demo', now() - nth * interval '1 day'
  FROM generate_series(1, 6) AS nth
  ON CONFLICT DO NOTHING;

  INSERT INTO callers (team_id, phone_key, phone_masked, policy, address)
  SELECT team, record_digest(team, 'phone', phone), masked, policy, '1 Demo Street, Bengaluru, Karnataka 560001'
  FROM (VALUES
    ('+9198765' || '43210', 'XXXXXX3210', 'HI-1010'),
    ('+9198123' || '45678', 'XXXXXX5678', 'HI-1002'),
    ('+9199001' || '12233', 'XXXXXX2233', 'HI-1005')
  ) AS demo (phone, masked, policy)
  ON CONFLICT DO NOTHING;

  INSERT INTO one_time_codes (team_id, phone_key, code_key, expires_at, standing)
  SELECT team, record_digest(team, 'phone', phone), record_digest(team, 'code', phone || ' ' || code), expires, standing
  FROM (VALUES
    ('+9198765' || '43210', '482' || '913', timestamptz 'infinity', true),
    ('+9198123' || '45678', '735' || '160', timestamptz 'infinity', false),
    ('+9199001' || '12233', '264' || '801', timestamptz '2026-01-01 00:00+00', false)
  ) AS demo (phone, code, expires, standing)
  ON CONFLICT DO NOTHING;
END
$$;
