-- Events for other systems, and their delivery to webhook endpoints.

-- Events, each written in the transaction of the change that it reports. Rows leave 30 days later, once nothing waits for them.
CREATE TABLE events_outbox (
  -- The webhook-id: receivers recognise repeats by it. Derived from what the event reports, so that a retry finds it.
  id         text PRIMARY KEY,
  -- Null if the event concerns every team.
  team_id    text REFERENCES teams,
  type       text NOT NULL,
  -- Events with the same subject are delivered in the order in which they were written.
  subject    text NOT NULL,
  -- What the event is about: ids and fixed words, never content.
  ids        jsonb NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now()
);

CREATE INDEX events_outbox_by_age ON events_outbox (created_at);

CREATE TABLE webhook_endpoints (
  id              text PRIMARY KEY,
  -- Null for an endpoint of the settings, whose address is not stored.
  team_id         text REFERENCES teams,
  url             text NOT NULL,
  events          text[] NOT NULL,
  -- A deleted endpoint keeps its row, so that writing an event never fails because of a deletion.
  state           text NOT NULL DEFAULT 'enabled' CHECK (state IN ('enabled', 'disabled', 'deleted')),
  disabled_reason text,
  disabled_at     timestamptz(3),
  -- When the first attempt failed since the last success.
  failing_since   timestamptz(3),
  -- Attempts since the last success to which the receiver gave no usable response.
  failures        int NOT NULL DEFAULT 0,
  -- The next attempt after so many failures that the endpoint is given a pause.
  retry_at        timestamptz(3),
  -- Until when a sender has announced that it is at work.
  busy_until      timestamptz(3),
  created_at      timestamptz(3) NOT NULL DEFAULT now(),
  CHECK ((state = 'disabled') = (disabled_reason IS NOT NULL AND disabled_at IS NOT NULL))
);

CREATE INDEX webhook_endpoints_of_team ON webhook_endpoints (team_id, created_at, id) WHERE state <> 'deleted';

-- The secrets of an endpoint, sealed by the key ring. A rotation adds one and lets the others expire.
CREATE TABLE webhook_secrets (
  endpoint_id text NOT NULL REFERENCES webhook_endpoints,
  n           int NOT NULL,
  key_id      text NOT NULL,
  sealed      bytea NOT NULL,
  -- Ed25519 public key, which may be shown to anybody.
  public_key  bytea NOT NULL CHECK (octet_length(public_key) = 32),
  created_at  timestamptz(3) NOT NULL DEFAULT now(),
  expires_at  timestamptz(3),
  PRIMARY KEY (endpoint_id, n)
);

CREATE TABLE webhook_deliveries (
  -- The order of deliveries with the same subject.
  n               bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  id              text NOT NULL UNIQUE DEFAULT 'dlv_' || replace(gen_random_uuid()::text, '-', ''),
  endpoint_id     text NOT NULL REFERENCES webhook_endpoints,
  event_id        text NOT NULL REFERENCES events_outbox,
  subject         text NOT NULL,
  state           text NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'delivered', 'failed')),
  attempts        int NOT NULL DEFAULT 0,
  next_at         timestamptz(3) NOT NULL DEFAULT now(),
  -- Until when a sender may still be waiting for a response. A sender that was killed holds it no longer than that.
  leased_until    timestamptz(3),
  -- After this time the delivery has failed.
  expires_at      timestamptz(3) NOT NULL DEFAULT now() + interval '72 hours',
  response_status int,
  -- Why the last attempt failed, or why there will be none.
  error           text,
  tried_at        timestamptz(3),
  delivered_at    timestamptz(3),
  created_at      timestamptz(3) NOT NULL DEFAULT now()
);

CREATE INDEX webhook_deliveries_due ON webhook_deliveries (endpoint_id, next_at, n) WHERE state = 'pending';
CREATE INDEX webhook_deliveries_in_order ON webhook_deliveries (endpoint_id, subject, n) WHERE state = 'pending';
CREATE INDEX webhook_deliveries_of_endpoint ON webhook_deliveries (endpoint_id, n);
CREATE INDEX webhook_deliveries_by_age ON webhook_deliveries (created_at);
CREATE INDEX webhook_deliveries_of_event ON webhook_deliveries (event_id);

GRANT SELECT, INSERT, DELETE ON events_outbox TO pramaan_app;
GRANT SELECT, INSERT, UPDATE ON webhook_endpoints, webhook_secrets TO pramaan_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON webhook_deliveries TO pramaan_app;
