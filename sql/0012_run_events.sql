-- What happened in a run, in order, as a stream tells it. Texts are masked before they get here.

CREATE TABLE run_events (
  run_id     text NOT NULL,
  -- Counts from 1 without gaps per run, in the order of commit: a reader that has seen n never finds a smaller one later.
  seq        integer NOT NULL CHECK (seq >= 1),
  team_id    text NOT NULL REFERENCES teams,
  -- What makes a retry of the activity that tells it harmless.
  key        text NOT NULL,
  type       text NOT NULL,
  payload    jsonb NOT NULL,
  -- Characters of the payload: how many events go on a page is decided without reading them.
  size       integer NOT NULL GENERATED ALWAYS AS (length(payload::text)) STORED,
  created_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (run_id, seq),
  UNIQUE (run_id, key)
);

/*
 * Adds an event to a run, once per key. The run's lock is held to the end of the transaction, so that numbers are given out
 * in the order of commit. Readers are woken when it commits.
 */
CREATE FUNCTION publish_run_event(for_team text, for_run text, event_key text, event_type text, event_payload jsonb)
RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('run_events ' || for_run, 0));
  INSERT INTO run_events (run_id, seq, team_id, key, type, payload)
  SELECT for_run, coalesce((SELECT max(seq) FROM run_events WHERE run_id = for_run), 0) + 1,
         for_team, event_key, event_type, event_payload
  ON CONFLICT (run_id, key) DO NOTHING;
  IF FOUND THEN
    PERFORM pg_notify('run_events', json_build_object('run', for_run)::text);
  END IF;
END $$;

-- What a stream tells of a ledger row. Its detail stays in the ledger, but for what names a blocked call or a sandbox.
CREATE FUNCTION ledger_event(action agent_actions) RETURNS jsonb
LANGUAGE sql STABLE
RETURN jsonb_strip_nulls(jsonb_build_object(
  'seq', action.seq, 'id', action.id, 'step', action.step, 'action', action.action,
  'governance', action.body::jsonb #> '{content,governance}', 'summary', action.body::jsonb #> '{content,summary}',
  'blocked', action.body::jsonb #> '{content,detail,blocked}', 'host', action.body::jsonb #> '{content,detail,host}',
  'rule', action.body::jsonb #> '{content,detail,rule}',
  'sandbox_id', action.body::jsonb #> '{content,detail,sandbox_id}',
  'created_at', to_char(action.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
  'prev_hash', encode(action.prev_hash, 'hex'), 'row_hash', encode(action.row_hash, 'hex')));

/* Adds a `ledger.entry` event for each row of the run's ledger_ref that has none yet, in the order of the ledger. */
CREATE FUNCTION publish_run_ledger(for_team text, for_run text, for_ref text)
RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('run_events ' || for_run, 0));
  INSERT INTO run_events (run_id, seq, team_id, key, type, payload)
  SELECT for_run,
         coalesce((SELECT max(seq) FROM run_events WHERE run_id = for_run), 0) + row_number() OVER (ORDER BY a.seq),
         for_team, 'ledger/' || a.seq, 'ledger.entry', ledger_event(a)
  FROM agent_actions AS a
  WHERE a.team_id = for_team AND a.ledger_ref = for_ref
    AND NOT EXISTS (SELECT FROM run_events AS e WHERE e.run_id = for_run AND e.key = 'ledger/' || a.seq);
  IF FOUND THEN
    PERFORM pg_notify('run_events', json_build_object('run', for_run)::text);
  END IF;
END $$;

GRANT SELECT, INSERT ON run_events TO pramaan_app;
-- What was said is taken out when the case of the run is erased.
GRANT UPDATE (payload) ON run_events TO pramaan_app;
