-- Records are written, listed and deleted through the API. Rows whose key is a digest get an id for their address.

ALTER TABLE claims ADD COLUMN id text NOT NULL DEFAULT 'clm_' || replace(gen_random_uuid()::text, '-', '');
CREATE UNIQUE INDEX claims_by_id ON claims (id);
CREATE INDEX claims_by_time ON claims (team_id, filed_at, id);
ALTER TABLE tickets ADD COLUMN id text NOT NULL DEFAULT 'tkt_' || replace(gen_random_uuid()::text, '-', '');
CREATE UNIQUE INDEX tickets_by_id ON tickets (id);
CREATE INDEX tickets_by_time ON tickets (team_id, opened_at, id);
ALTER TABLE messages ADD COLUMN id text NOT NULL DEFAULT 'msg_' || replace(gen_random_uuid()::text, '-', '');
CREATE UNIQUE INDEX messages_by_id ON messages (id);
CREATE INDEX messages_by_time ON messages (team_id, queued_at, id);
ALTER TABLE callers ADD COLUMN id text NOT NULL DEFAULT 'caller_' || replace(gen_random_uuid()::text, '-', '');
CREATE UNIQUE INDEX callers_by_id ON callers (id);
CREATE INDEX callers_by_policy ON callers (team_id, policy);
ALTER TABLE accounts ADD COLUMN pan_masked text;

GRANT UPDATE ON hospitals TO pramaan_app;
GRANT UPDATE ON account_resets TO pramaan_app;
GRANT DELETE ON policies, hospitals, accounts, account_resets, callers, one_time_codes, code_failures TO pramaan_app;
