-- Connectors: read-only look-ups of an institution's own systems in place of the record tables.

CREATE TABLE connectors (
  id          text PRIMARY KEY,
  team_id     text NOT NULL REFERENCES teams,
  name        text NOT NULL,
  kind        text NOT NULL CHECK (kind IN ('http', 'postgres')),
  -- What the connector stands in for: a kind of record, or the gateway that sends messages.
  serves      text NOT NULL CHECK (serves IN ('policies', 'hospitals', 'accounts', 'callers', 'messages')),
  -- Counts changes. Credentials that were fetched for one version are not used for another.
  version     integer NOT NULL DEFAULT 1,
  -- Everything but the secrets, as the API shows it.
  settings    jsonb NOT NULL,
  -- Passwords, keys and secret headers, sealed under the administrator's ring for this connector.
  key_id      text NOT NULL,
  secrets     bytea NOT NULL,
  created_at  timestamptz(3) NOT NULL DEFAULT now(),
  updated_at  timestamptz(3) NOT NULL DEFAULT now(),
  -- Circuit breaker, shared by all workers: failures in a row, the last one's code, and until when nobody calls.
  failures    integer NOT NULL DEFAULT 0,
  code        text,
  failed_at   timestamptz(3),
  answered_at timestamptz(3),
  open_until  timestamptz(3),
  UNIQUE (team_id, name),
  UNIQUE (team_id, serves)
);

GRANT SELECT, INSERT, UPDATE, DELETE ON connectors TO pramaan_app;

-- What a running run waits for, such as a connector that does not answer; null while it works.
ALTER TABLE runs ADD COLUMN waiting_for jsonb;

-- A payout or a reset may concern a policy or an account that is kept in the institution's own system. Those in our tables still
-- cannot be deleted while something refers to them.
ALTER TABLE payouts DROP CONSTRAINT payouts_team_id_policy_fkey,
  -- A policy kept elsewhere, as it was when the payout was queued; null for a policy in our table.
  ADD COLUMN kept_sum_insured_paise bigint,
  ADD COLUMN kept_used_paise bigint;
ALTER TABLE account_resets DROP CONSTRAINT account_resets_team_id_account_fkey;

CREATE FUNCTION keep_policies_with_payouts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM payouts WHERE team_id = OLD.team_id AND policy = OLD.number) THEN
    RAISE EXCEPTION 'a payout refers to the policy'
      USING ERRCODE = 'foreign_key_violation', CONSTRAINT = 'payouts_team_id_policy_fkey', TABLE = 'payouts';
  END IF;
  RETURN OLD;
END
$$;
CREATE TRIGGER keep_policies_with_payouts BEFORE DELETE ON policies
  FOR EACH ROW EXECUTE FUNCTION keep_policies_with_payouts();

CREATE FUNCTION keep_accounts_with_resets() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM account_resets WHERE team_id = OLD.team_id AND account = OLD.number) THEN
    RAISE EXCEPTION 'a reset refers to the account'
      USING ERRCODE = 'foreign_key_violation', CONSTRAINT = 'account_resets_team_id_account_fkey', TABLE = 'account_resets';
  END IF;
  RETURN OLD;
END
$$;
CREATE TRIGGER keep_accounts_with_resets BEFORE DELETE ON accounts
  FOR EACH ROW EXECUTE FUNCTION keep_accounts_with_resets();
