-- Digests of identifiers are made with a key of the administrator's ring (HMAC-SHA-256), which is not in this database.
-- digest_key is the id of the key that made a row's digests. It is null for digests made before this file, with SHA-256
-- under the team's salt: they cannot be computed again without the value, so look-ups try both until a row is replaced.

ALTER TABLE claims ADD COLUMN digest_key text;
ALTER TABLE accounts ADD COLUMN digest_key text;
ALTER TABLE account_resets ADD COLUMN digest_key text;
ALTER TABLE tickets ADD COLUMN digest_key text;
ALTER TABLE callers ADD COLUMN digest_key text;
ALTER TABLE one_time_codes ADD COLUMN digest_key text;

-- A digest that is replaced takes the rows that refer to it along.
ALTER TABLE payouts DROP CONSTRAINT payouts_team_id_claim_key_fkey,
  ADD CONSTRAINT payouts_team_id_claim_key_fkey
    FOREIGN KEY (team_id, claim_key) REFERENCES claims ON UPDATE CASCADE;
ALTER TABLE one_time_codes DROP CONSTRAINT one_time_codes_team_id_phone_key_fkey,
  ADD CONSTRAINT one_time_codes_team_id_phone_key_fkey
    FOREIGN KEY (team_id, phone_key) REFERENCES callers ON UPDATE CASCADE;
ALTER TABLE code_failures DROP CONSTRAINT code_failures_team_id_phone_key_fkey,
  ADD CONSTRAINT code_failures_team_id_phone_key_fkey
    FOREIGN KEY (team_id, phone_key) REFERENCES one_time_codes ON UPDATE CASCADE;

-- Only the service has the ring, so demo records come from it (src/store/records/demo.ts).
DROP FUNCTION seed_demo_records(text);
DROP FUNCTION record_digest(text, text, text);
