-- Events that other systems send, and the runs that they started; runs that wait for a connector, and codes of callers who are kept elsewhere.

ALTER TABLE connectors DROP CONSTRAINT connectors_kind_check, DROP CONSTRAINT connectors_serves_check,
  DROP CONSTRAINT connectors_team_id_serves_key,
  ADD CONSTRAINT connectors_kind_check CHECK (kind IN ('http', 'postgres', 'inbound')),
  ADD CONSTRAINT connectors_serves_check
    CHECK (serves IN ('policies', 'hospitals', 'accounts', 'callers', 'messages', 'cases')),
  -- A connector that receives events serves cases, and nothing else does.
  ADD CHECK ((kind = 'inbound') = (serves = 'cases'));
-- Many senders may bring cases; a kind of record has one connector.
CREATE UNIQUE INDEX connectors_of_records ON connectors (team_id, serves) WHERE serves <> 'cases';

CREATE TABLE inbound_events (
  team_id      text NOT NULL REFERENCES teams,
  connector_id text NOT NULL,
  -- SHA-256 of the event's id. The row outlives its connector, so a replayed event never starts a second run.
  event_key    text NOT NULL,
  -- Null for an event that was ignored.
  run_id       text,
  -- References that an answer to the sender repeats, masked; null if there are none.
  context      jsonb,
  received_at  timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (connector_id, event_key)
);
CREATE INDEX inbound_events_of_run ON inbound_events (team_id, run_id) WHERE run_id IS NOT NULL;

GRANT SELECT, INSERT, UPDATE ON inbound_events TO pramaan_app;

-- The reconciler wakes runs that wait for a connector.
CREATE INDEX runs_waiting ON runs (team_id) WHERE waiting_for IS NOT NULL;

-- One-time codes that an institution's own system issued, by digest: whether they were used, and in which runs a wrong one was given.
CREATE TABLE codes_elsewhere (
  team_id    text NOT NULL REFERENCES teams,
  code_key   bytea NOT NULL,
  used_by    bytea,
  failed_in  text[] NOT NULL DEFAULT '{}',
  changed_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (team_id, code_key)
);

GRANT SELECT, INSERT, UPDATE ON codes_elsewhere TO pramaan_app;
