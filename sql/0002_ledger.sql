-- The ledger: an append-only hash chain per team. docs/ledger.md is the format byte by byte.
--
-- Everything here belongs to pramaan_ledger, a role that nobody can log in as. The service's role reads, and appends
-- through append_agent_actions; it can write in no other way. Names are qualified and every function sets its
-- search_path, so that objects of the same name made elsewhere do not matter.

GRANT CREATE ON SCHEMA public TO pramaan_ledger;

CREATE TABLE agent_actions (
  team_id    text           NOT NULL,
  seq        bigint         NOT NULL,
  created_at timestamptz(3) NOT NULL,
  step       integer        NOT NULL,
  v          smallint       NOT NULL DEFAULT 1,
  id         text           NOT NULL,
  ledger_ref text           NOT NULL,
  action     text           NOT NULL,
  idem_key   text           NOT NULL,
  prev_hash  bytea          NOT NULL,
  row_hash   bytea          NOT NULL,
  body       text           NOT NULL,
  PRIMARY KEY (team_id, seq),
  CONSTRAINT agent_actions_no_fork UNIQUE (team_id, prev_hash),
  CONSTRAINT agent_actions_sizes CHECK (
    seq >= 1 AND step >= 0 AND v = 1
    AND octet_length(id) BETWEEN 1 AND 100 AND octet_length(ledger_ref) BETWEEN 1 AND 200
    AND octet_length(action) BETWEEN 1 AND 100 AND octet_length(idem_key) BETWEEN 1 AND 300
    AND octet_length(prev_hash) = 32 AND octet_length(row_hash) = 32 AND octet_length(body) <= 131072),
  CONSTRAINT agent_actions_hash CHECK (row_hash = sha256(prev_hash || convert_to(body, 'UTF8')))
);
CREATE INDEX agent_actions_by_ref ON agent_actions (team_id, ledger_ref, seq);
-- Made last: in an empty table all indexes that begin with team_id look equally good, and the planner then takes the
-- newest. Any other would make append's look-up by key, whose plan is kept, read the whole chain.
ALTER TABLE agent_actions ADD CONSTRAINT agent_actions_once UNIQUE (team_id, idem_key);

-- The last row of each chain, and the only thing that writers queue for. Half-filled pages keep updates in place.
CREATE TABLE ledger_heads (
  team_id  text           PRIMARY KEY REFERENCES teams,
  seq      bigint         NOT NULL CHECK (seq >= 0),
  row_hash bytea          NOT NULL CHECK (octet_length(row_hash) = 32),
  last_at  timestamptz(3) NOT NULL
) WITH (fillfactor = 50);

-- What the first row of a team's chain has as its prev_hash.
CREATE FUNCTION ledger_genesis(team_id text) RETURNS bytea
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN sha256(convert_to('pramaan/ledger/v1/genesis' || chr(10) || team_id, 'UTF8'));

-- How every body starts: its "columns" member, in RFC 8785 form. None of these values holds a character that JSON
-- escapes, so joining text is enough, and verification compares bytes instead of parsing a document.
CREATE FUNCTION agent_action_columns(
  team_id text, seq bigint, created_at timestamptz, step integer, v smallint, id text, ledger_ref text,
  action text, idem_key text
) RETURNS text
LANGUAGE sql STABLE PARALLEL SAFE
RETURN '{"columns":{"action":"' || action
  || '","created_at":"' || to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
  || '","id":"' || id || '","idem_key":"' || idem_key || '","ledger_ref":"' || ledger_ref
  || '","seq":' || seq || ',"step":' || step || ',"team_id":"' || team_id || '","v":' || v || '},"content":';

-- A running hash: over a window in chain order it gives each row's row_hash.
CREATE FUNCTION ledger_chain_step(state bytea, head bytea, body text) RETURNS bytea
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE
AS $$ BEGIN RETURN pg_catalog.sha256(coalesce(state, head) || pg_catalog.convert_to(body, 'UTF8')); END $$;

CREATE AGGREGATE ledger_chain(head bytea, body text) (SFUNC = ledger_chain_step, STYPE = bytea);

-- Every team has a head from birth, so that a chain that vanished with its head is not taken for an empty one.
CREATE FUNCTION ledger_open_chain() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
  INSERT INTO public.ledger_heads VALUES (NEW.id, 0, public.ledger_genesis(NEW.id), '1970-01-01T00:00:00Z');
  RETURN NULL;
END $$;

CREATE TRIGGER teams_open_chain AFTER INSERT ON teams FOR EACH ROW EXECUTE FUNCTION ledger_open_chain();
INSERT INTO ledger_heads SELECT id, 0, ledger_genesis(id), '1970-01-01T00:00:00Z' FROM teams;

CREATE FUNCTION ledger_deny() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
  RAISE EXCEPTION '% on % is refused: the ledger is append-only', TG_OP, TG_TABLE_NAME
    USING ERRCODE = 'insufficient_privilege';
END $$;

CREATE TRIGGER agent_actions_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON agent_actions
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_deny();
CREATE TRIGGER ledger_heads_stay BEFORE DELETE OR TRUNCATE ON ledger_heads
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_deny();
CREATE TRIGGER ledger_heads_only_forward BEFORE UPDATE ON ledger_heads
  FOR EACH ROW WHEN (NEW.team_id <> OLD.team_id OR NEW.seq <= OLD.seq OR NEW.last_at < OLD.last_at)
  EXECUTE FUNCTION ledger_deny();

-- Appends a batch, of one team or many, in one transaction. Element i of every array, and line i of contents (one
-- canonical JSON object a line), is one entry. The function itself gives each row its seq, time, body and hash under the
-- lock of the team's head: a caller cannot choose them. Gives one row for each id asked. stored_before is null for a row
-- stored now; where (team_id, idem_key) was there already nothing is added, and the row is that one, with its body.
-- A key must not come twice in one batch (unique_violation).
--
-- Heads are locked in the order of team ids, so that two batches cannot wait for each other. Planning the main statement
-- costs more than running it, so its plan is made once, maybe while the tables are empty: LIMIT 1 and enable_seqscan
-- make it one that is right for full tables too.
CREATE FUNCTION append_agent_actions(
  team_ids text[], ids text[], ledger_refs text[], steps integer[], actions text[], idem_keys text[], contents text
) RETURNS TABLE (id text, seq bigint, created_at timestamptz, prev_hash bytea, row_hash bytea, stored_before text)
LANGUAGE plpgsql VOLATILE SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
SET lock_timeout = '5s'
SET plan_cache_mode = force_generic_plan
SET enable_seqscan = off
AS $$
#variable_conflict use_column
DECLARE
  lines CONSTANT text[] := string_to_array(contents, E'\n');
  teams_asked bigint;
  sound boolean;
  heads_locked bigint;
  moment timestamptz;
  stored bigint;
BEGIN
  -- A session may have turned this off for speed; acknowledged rows would then be lost in a crash.
  IF current_setting('synchronous_commit') IN ('off', 'local') THEN
    PERFORM set_config('synchronous_commit', 'on', true);
  END IF;

  SELECT count(DISTINCT team_id), bool_and(coalesce(content IS JSON OBJECT AND step >= 0
      AND team_id || id || ledger_ref || action || idem_key ~ '^[ !#-\[\]-~]+$', false)) INTO teams_asked, sound
    FROM unnest(team_ids, ids, ledger_refs, steps, actions, idem_keys, lines)
      AS i(team_id, id, ledger_ref, step, action, idem_key, content);
  IF NOT sound THEN
    RAISE EXCEPTION 'entry refused: a value is missing or not plain ASCII, or the content is not one JSON object'
      USING ERRCODE = 'invalid_parameter_value';
  END IF;

  PERFORM FROM public.ledger_heads AS h WHERE h.team_id = ANY (team_ids) ORDER BY h.team_id FOR UPDATE;
  GET DIAGNOSTICS heads_locked = ROW_COUNT;
  IF heads_locked <> teams_asked THEN
    RAISE EXCEPTION 'entry refused: a team has no chain' USING ERRCODE = 'foreign_key_violation';
  END IF;
  moment := date_trunc('milliseconds', clock_timestamp());

  RETURN QUERY
  WITH numbered AS (
    SELECT i.*, h.row_hash AS head, greatest(h.last_at, moment) AS at,
      h.seq + row_number() OVER (PARTITION BY i.team_id ORDER BY i.n) AS seq
    FROM unnest(team_ids, ids, ledger_refs, steps, actions, idem_keys, lines) WITH ORDINALITY
      AS i(team_id, id, ledger_ref, step, action, idem_key, content, n)
    CROSS JOIN LATERAL (SELECT * FROM public.ledger_heads AS h WHERE h.team_id = i.team_id LIMIT 1) AS h
    LEFT JOIN LATERAL (
      SELECT true AS known FROM public.agent_actions AS a
      WHERE a.team_id = i.team_id AND a.idem_key = i.idem_key LIMIT 1) AS before ON true
    WHERE before.known IS NULL
  ), bodied AS (
    SELECT *, public.agent_action_columns(team_id, seq, at, step, 1::smallint, id, ledger_ref, action, idem_key)
      || content || '}' AS body
    FROM numbered
  ), hashed AS (
    SELECT *, public.ledger_chain(head, body) OVER (PARTITION BY team_id ORDER BY n) AS row_hash FROM bodied
  ), chained AS MATERIALIZED (
    SELECT *, lag(row_hash, 1, head) OVER chain AS prev_hash, lead(true, 1, false) OVER chain AS followed
    FROM hashed WINDOW chain AS (PARTITION BY team_id ORDER BY n)
  ), moved AS (
    UPDATE public.ledger_heads AS h SET seq = c.seq, row_hash = c.row_hash, last_at = c.at
    FROM chained AS c WHERE h.team_id = c.team_id AND NOT c.followed
  )
  INSERT INTO public.agent_actions
    (team_id, seq, created_at, step, v, id, ledger_ref, action, idem_key, prev_hash, row_hash, body)
  SELECT team_id, seq, at, step, 1, id, ledger_ref, action, idem_key, prev_hash, row_hash, body FROM chained
  RETURNING id, seq, created_at, prev_hash, row_hash, NULL::text;

  GET DIAGNOSTICS stored = ROW_COUNT;
  IF stored < cardinality(ids) THEN
    RETURN QUERY
    SELECT i.id, a.seq, a.created_at, a.prev_hash, a.row_hash, a.body
    FROM unnest(team_ids, ids, idem_keys) AS i(team_id, id, idem_key)
    CROSS JOIN LATERAL (
      SELECT * FROM public.agent_actions AS b WHERE b.team_id = i.team_id AND b.idem_key = i.idem_key LIMIT 1) AS a
    WHERE a.id <> i.id;
  END IF;
END $$;

-- True when a row's own parts agree: its hash covers prev_hash and body, and its columns are those of the body.
CREATE FUNCTION agent_action_intact(a agent_actions) RETURNS boolean
LANGUAGE sql STABLE PARALLEL SAFE
RETURN (a.row_hash = sha256(a.prev_hash || convert_to(a.body, 'UTF8'))
  AND starts_with(a.body, agent_action_columns(a.team_id, a.seq, a.created_at, a.step, a.v, a.id, a.ledger_ref,
    a.action, a.idem_key)));

-- Checks a team's chain in one pass and names the first row that does not fit; never raises on what a row holds.
-- With from_seq and from_hash (a row verified before, and its row_hash) only the rows after it are read.
-- STABLE: rows and head are seen in one snapshot, so that appends under way are no false alarm.
CREATE FUNCTION verify_agent_ledger(team_id text, from_seq bigint DEFAULT 0, from_hash bytea DEFAULT NULL)
RETURNS TABLE (ok boolean, checked bigint, first_broken bigint, reason text)
LANGUAGE plpgsql STABLE SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
-- A plan that is kept would not know how many rows come after from_seq.
SET plan_cache_mode = force_custom_plan
AS $$
#variable_conflict use_column
DECLARE
  team CONSTANT text := team_id;
  -- A whole chain starts below 1, so that a row smuggled in before the first is seen.
  after CONSTANT bigint := CASE WHEN from_seq = 0 THEN -9223372036854775808 ELSE from_seq END;
  start_hash CONSTANT bytea := CASE WHEN from_seq = 0 THEN public.ledger_genesis(team_id) ELSE from_hash END;
  head public.ledger_heads;
  last public.agent_actions;
BEGIN
  IF from_seq < 0 OR (from_seq > 0 AND from_hash IS NULL) OR team_id IS NULL OR from_seq IS NULL THEN
    RAISE EXCEPTION 'verify_agent_ledger needs a team, and from_seq and from_hash together'
      USING ERRCODE = 'invalid_parameter_value';
  END IF;
  first_broken := NULL;
  checked := 0;
  BEGIN
    SELECT count(*), min(r.seq) FILTER (WHERE r.fits IS NOT TRUE) INTO checked, first_broken
    FROM (
      SELECT seq, intact AND prev_hash = lag(row_hash, 1, start_hash) OVER w
        AND seq = from_seq + row_number() OVER w AS fits
      FROM (
        SELECT a.seq, a.prev_hash, a.row_hash, public.agent_action_intact(a) AS intact
        FROM public.agent_actions AS a WHERE a.team_id = team AND a.seq > after
        OFFSET 0) AS narrow
      WINDOW w AS (ORDER BY seq)) AS r;
  EXCEPTION WHEN OTHERS THEN
    -- Some row cannot even be read (bit rot, invalid UTF-8): go row by row up to it.
    SELECT u.intact_rows, u.seq INTO checked, first_broken FROM public.ledger_first_unreadable(team, after) AS u;
    IF first_broken IS NULL THEN RAISE; END IF;
    ok := false;
    reason := 'unreadable: the row''s stored bytes are damaged';
    RETURN NEXT;
    RETURN;
  END;

  SELECT h.* INTO head FROM public.ledger_heads AS h WHERE h.team_id = team;
  SELECT a.* INTO last FROM public.agent_actions AS a WHERE a.team_id = team ORDER BY a.seq DESC LIMIT 1;
  IF first_broken IS NOT NULL THEN
    reason := public.ledger_reason(team, first_broken, from_seq, start_hash);
  ELSIF head.team_id IS NULL AND last.seq IS NULL
    AND NOT EXISTS (SELECT FROM public.teams AS t WHERE t.id = team) THEN
    reason := 'unknown_team: there is no such team and no row of it';
  ELSIF head.team_id IS NULL THEN
    first_broken := coalesce(last.seq, 1);
    reason := 'no_head: the row that names the end of the chain is missing';
  ELSIF from_seq > 0 AND NOT EXISTS (
    SELECT FROM public.agent_actions AS a WHERE a.team_id = team AND a.seq = from_seq AND a.row_hash = from_hash) THEN
    first_broken := from_seq;
    reason := 'row_hash: the row verified before is gone or has another hash';
  ELSIF head.seq < coalesce(last.seq, 0) THEN
    first_broken := head.seq + 1;
    reason := format('head_mismatch: the chain was closed at row %s, this row came by another way', head.seq);
  ELSIF head.seq > coalesce(last.seq, 0) THEN
    first_broken := coalesce(last.seq, 0) + 1;
    reason := format('head_mismatch: the chain goes to row %s, this row and those after it are missing', head.seq);
  ELSIF head.row_hash <> coalesce(last.row_hash, public.ledger_genesis(team)) THEN
    first_broken := head.seq;
    reason := 'head_mismatch: the head names another hash for this row';
  END IF;
  ok := reason IS NULL;
  RETURN NEXT;
END $$;

-- Says in what way a row that verification found does not fit.
CREATE FUNCTION ledger_reason(team text, broken bigint, from_seq bigint, start_hash bytea) RETURNS text
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
  before public.agent_actions;
  this public.agent_actions;
  expected bigint;
BEGIN
  SELECT a.* INTO this FROM public.agent_actions AS a WHERE a.team_id = team AND a.seq = broken;
  SELECT a.* INTO before FROM public.agent_actions AS a
    WHERE a.team_id = team AND a.seq < broken AND (from_seq = 0 OR a.seq > from_seq) ORDER BY a.seq DESC LIMIT 1;
  expected := coalesce(before.seq, from_seq) + 1;
  RETURN CASE
    WHEN broken > expected THEN format('gap: rows %s to %s before this one are missing', expected, broken - 1)
    WHEN broken < expected THEN 'seq: a row stands before the first'
    WHEN this.prev_hash IS DISTINCT FROM coalesce(before.row_hash, start_hash)
      THEN 'prev_hash: the row does not continue the row before it'
    WHEN this.row_hash IS DISTINCT FROM sha256(this.prev_hash || convert_to(this.body, 'UTF8'))
      THEN 'row_hash: the body and the hash of the row do not belong together'
    ELSE 'column_mismatch: a column of the row says something else than its body'
  END;
END $$;

-- Goes through a chain one row at a time up to the first that cannot be read, and counts those before it.
CREATE FUNCTION ledger_first_unreadable(team text, after bigint, OUT intact_rows bigint, OUT seq bigint)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp
AS $$
#variable_conflict use_column
DECLARE
  place bigint;
BEGIN
  intact_rows := 0;
  FOR place IN SELECT a.seq FROM public.agent_actions AS a WHERE a.team_id = team AND a.seq > after ORDER BY a.seq LOOP
    BEGIN
      PERFORM public.agent_action_intact(a) FROM public.agent_actions AS a WHERE a.team_id = team AND a.seq = place;
    EXCEPTION WHEN OTHERS THEN
      seq := place;
      RETURN;
    END;
    intact_rows := intact_rows + 1;
  END LOOP;
END $$;

-- Giving something to a role takes membership in it, unless one is a superuser: had for this migration only.
DO $$
DECLARE
  made text;
  member CONSTANT boolean := pg_has_role(current_user, 'pramaan_ledger', 'SET');
BEGIN
  IF NOT member THEN GRANT pramaan_ledger TO CURRENT_USER; END IF;
  FOREACH made IN ARRAY ARRAY[
    'FUNCTION ledger_genesis', 'FUNCTION agent_action_columns', 'FUNCTION agent_action_intact',
    'FUNCTION ledger_chain_step', 'FUNCTION ledger_open_chain', 'FUNCTION ledger_deny', 'FUNCTION append_agent_actions',
    'FUNCTION verify_agent_ledger', 'FUNCTION ledger_reason', 'FUNCTION ledger_first_unreadable',
    'FUNCTION ledger_chain', 'TABLE agent_actions', 'TABLE ledger_heads'
  ] LOOP
    EXECUTE format('ALTER %s OWNER TO pramaan_ledger', made);
    EXECUTE format('REVOKE ALL ON %s FROM PUBLIC', made);
  END LOOP;
  GRANT SELECT ON agent_actions, ledger_heads TO pramaan_app;
  GRANT EXECUTE ON FUNCTION append_agent_actions, verify_agent_ledger, ledger_genesis TO pramaan_app;
  IF NOT member THEN REVOKE pramaan_ledger FROM CURRENT_USER; END IF;
END $$;
REVOKE CREATE ON SCHEMA public FROM pramaan_ledger;
