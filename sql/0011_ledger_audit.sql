-- What keeps a ledger provable over time: rows that leave it in sealed segments, checks that remember how far they came,
-- and cases that are erased.

-- Changing what belongs to pramaan_ledger takes membership, unless one is a superuser: had for this migration only.
DO $$
BEGIN
  PERFORM set_config('pramaan.member', pg_has_role(current_user, 'pramaan_ledger', 'SET')::text, true);
  IF NOT current_setting('pramaan.member')::boolean THEN GRANT pramaan_ledger TO CURRENT_USER; END IF;
END $$;
GRANT CREATE ON SCHEMA public TO pramaan_ledger;
SET LOCAL ROLE pramaan_ledger;

-- A segment: the oldest rows of a chain, written to a file under a signed checkpoint of exactly their size.
CREATE TABLE ledger_segments (
  team_id     text           NOT NULL REFERENCES teams,
  first_seq   bigint         NOT NULL CHECK (first_seq >= 1),
  last_seq    bigint         NOT NULL CHECK (last_seq >= first_seq),
  last_hash   bytea          NOT NULL CHECK (octet_length(last_hash) = 32),
  -- Time of its newest row: retention counts from here.
  last_at     timestamptz(3) NOT NULL,
  file_sha256 bytea          NOT NULL CHECK (octet_length(file_sha256) = 32),
  file_bytes  bigint         NOT NULL CHECK (file_bytes > 0),
  sealed_at   timestamptz(3) NOT NULL DEFAULT now(),
  -- When its rows left the database; null while they are still there.
  pruned_at   timestamptz(3),
  PRIMARY KEY (team_id, last_seq)
);

-- No row is younger than this when it leaves: CERT-In's directions of 28 April 2022 ask for logs of 180 days.
CREATE FUNCTION ledger_retention_floor() RETURNS interval
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN interval '180 days';

-- Rows may be deleted when a sealed segment holds them and they are old enough; all else stays refused, to the owner too.
CREATE FUNCTION ledger_deny_unsealed() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
  IF OLD.created_at < now() - public.ledger_retention_floor() AND EXISTS (
    SELECT FROM public.ledger_segments AS s
    WHERE s.team_id = OLD.team_id AND OLD.seq BETWEEN s.first_seq AND s.last_seq
      AND s.last_at < now() - public.ledger_retention_floor()) THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION 'DELETE on agent_actions is refused: the row is not in a sealed segment, or too young'
    USING ERRCODE = 'insufficient_privilege';
END $$;

DROP TRIGGER agent_actions_append_only ON agent_actions;
CREATE TRIGGER agent_actions_append_only BEFORE UPDATE OR TRUNCATE ON agent_actions
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_deny();
CREATE TRIGGER agent_actions_leave_sealed BEFORE DELETE ON agent_actions
  FOR EACH ROW EXECUTE FUNCTION ledger_deny_unsealed();
CREATE TRIGGER ledger_segments_stay BEFORE DELETE OR TRUNCATE ON ledger_segments
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_deny();
CREATE TRIGGER ledger_segments_once BEFORE UPDATE ON ledger_segments
  FOR EACH ROW WHEN (OLD.pruned_at IS NOT NULL OR NEW.pruned_at IS NULL
    OR (NEW.team_id, NEW.first_seq, NEW.last_seq, NEW.last_hash, NEW.last_at, NEW.file_sha256)
      <> (OLD.team_id, OLD.first_seq, OLD.last_seq, OLD.last_hash, OLD.last_at, OLD.file_sha256))
  EXECUTE FUNCTION ledger_deny();

-- The row by which the chain itself records a seal or a prune. Its content is in RFC 8785 form: sorted, plain ASCII.
CREATE FUNCTION ledger_record_segment(s ledger_segments, action text, summary text) RETURNS void
LANGUAGE sql SET search_path = pg_catalog, pg_temp
AS $$
  SELECT FROM public.append_agent_actions(
    ARRAY[s.team_id], ARRAY['act_' || replace(gen_random_uuid()::text, '-', '')],
    ARRAY['segment-' || s.last_seq], ARRAY[CASE action WHEN 'ledger.seal' THEN 1 ELSE 2 END],
    ARRAY[action], ARRAY['segment-' || s.last_seq || '/' || action],
    format('{"detail":{"file_bytes":%s,"file_sha256":"%s","first_seq":%s,"last_hash":"%s","last_seq":%s}',
      s.file_bytes, encode(s.file_sha256, 'hex'), s.first_seq, encode(s.last_hash, 'hex'), s.last_seq)
    || format(',"governance":"recorded","summary":"%s"}', summary))
$$;

-- Notes that the rows up to last_seq lie in a file. For the owner's connection, not for the service.
CREATE FUNCTION seal_ledger_segment(team_id text, last_seq bigint, file_sha256 bytea, file_bytes bigint)
RETURNS ledger_segments
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
  first_seq bigint;
  last public.agent_actions;
  made public.ledger_segments;
BEGIN
  PERFORM FROM public.ledger_heads AS h WHERE h.team_id = seal_ledger_segment.team_id FOR UPDATE;
  SELECT coalesce(max(s.last_seq), 0) + 1 INTO first_seq FROM public.ledger_segments AS s
    WHERE s.team_id = seal_ledger_segment.team_id;
  SELECT a.* INTO last FROM public.agent_actions AS a
    WHERE a.team_id = seal_ledger_segment.team_id AND a.seq = seal_ledger_segment.last_seq;
  IF last.seq IS NULL OR last.created_at >= now() - public.ledger_retention_floor() THEN
    RAISE EXCEPTION 'a segment ends at a row that is at least % old', public.ledger_retention_floor()
      USING ERRCODE = 'invalid_parameter_value';
  END IF;
  IF NOT EXISTS (SELECT FROM public.ledger_checkpoints AS c
    WHERE c.team_id = last.team_id AND c.size = last.seq AND c.last_row_hash = last.row_hash) THEN
    RAISE EXCEPTION 'a segment needs a signed checkpoint of exactly its size' USING ERRCODE = 'invalid_parameter_value';
  END IF;
  INSERT INTO public.ledger_segments AS s (team_id, first_seq, last_seq, last_hash, last_at, file_sha256, file_bytes)
    VALUES (last.team_id, first_seq, last.seq, last.row_hash, last.created_at, seal_ledger_segment.file_sha256,
      seal_ledger_segment.file_bytes) RETURNING s.* INTO made;
  PERFORM public.ledger_record_segment(made, 'ledger.seal',
    format('Rows %s to %s were sealed away in a file.', made.first_seq, made.last_seq));
  RETURN made;
END $$;

-- Deletes the rows of a sealed segment; those before it must have left already. Gives how many there were.
CREATE FUNCTION prune_ledger_segment(team_id text, last_seq bigint) RETURNS bigint
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
  segment public.ledger_segments;
  removed bigint;
BEGIN
  SELECT s.* INTO segment FROM public.ledger_segments AS s
    WHERE s.team_id = prune_ledger_segment.team_id AND s.last_seq = prune_ledger_segment.last_seq FOR UPDATE;
  IF segment.last_seq IS NULL OR segment.pruned_at IS NOT NULL OR EXISTS (SELECT FROM public.ledger_segments AS s
    WHERE s.team_id = segment.team_id AND s.last_seq < segment.last_seq AND s.pruned_at IS NULL) THEN
    RAISE EXCEPTION 'there is no such segment to prune, or an older one comes first'
      USING ERRCODE = 'invalid_parameter_value';
  END IF;
  DELETE FROM public.agent_actions AS a WHERE a.team_id = segment.team_id AND a.seq <= segment.last_seq;
  GET DIAGNOSTICS removed = ROW_COUNT;
  IF removed <> segment.last_seq - segment.first_seq + 1 THEN
    RAISE EXCEPTION 'the segment had % rows, not those that it was sealed with', removed USING ERRCODE = 'data_exception';
  END IF;
  UPDATE public.ledger_segments AS s SET pruned_at = now()
    WHERE s.team_id = segment.team_id AND s.last_seq = segment.last_seq;
  PERFORM public.ledger_record_segment(segment, 'ledger.prune',
    format('Rows %s to %s left the database; the sealed file holds them.', segment.first_seq, segment.last_seq));
  RETURN removed;
END $$;

-- Checks a team's chain in one pass and names the first row that does not fit; never raises on what a row holds.
-- With from_seq and from_hash (a row verified before, and its row_hash) only the rows after it are read.
-- Rows that were sealed away are not missing: a whole chain then starts behind the last segment that was pruned.
-- STABLE: rows and head are seen in one snapshot, so that appends under way are no false alarm.
CREATE OR REPLACE FUNCTION verify_agent_ledger(team_id text, from_seq bigint DEFAULT 0, from_hash bytea DEFAULT NULL)
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
  start_seq bigint := from_seq;
  start_hash bytea := CASE WHEN from_seq = 0 THEN public.ledger_genesis(team_id) ELSE from_hash END;
  base public.ledger_segments;
  head public.ledger_heads;
  last public.agent_actions;
BEGIN
  IF from_seq < 0 OR (from_seq > 0 AND from_hash IS NULL) OR team_id IS NULL OR from_seq IS NULL THEN
    RAISE EXCEPTION 'verify_agent_ledger needs a team, and from_seq and from_hash together'
      USING ERRCODE = 'invalid_parameter_value';
  END IF;
  SELECT s.* INTO base FROM public.ledger_segments AS s
    WHERE s.team_id = team AND s.pruned_at IS NOT NULL ORDER BY s.last_seq DESC LIMIT 1;
  IF from_seq = 0 AND base.last_seq IS NOT NULL THEN
    start_seq := base.last_seq;
    start_hash := base.last_hash;
  END IF;
  first_broken := NULL;
  checked := 0;
  BEGIN
    SELECT count(*), min(r.seq) FILTER (WHERE r.fits IS NOT TRUE) INTO checked, first_broken
    FROM (
      SELECT seq, intact AND prev_hash = lag(row_hash, 1, start_hash) OVER w
        AND seq = start_seq + row_number() OVER w AS fits
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
    reason := public.ledger_reason(team, first_broken, start_seq, start_hash);
  ELSIF head.team_id IS NULL AND last.seq IS NULL
    AND NOT EXISTS (SELECT FROM public.teams AS t WHERE t.id = team) THEN
    reason := 'unknown_team: there is no such team and no row of it';
  ELSIF base.last_seq IS NOT NULL AND NOT EXISTS (
    SELECT FROM public.ledger_checkpoints AS c
    WHERE c.team_id = team AND c.size = base.last_seq AND c.last_row_hash = base.last_hash) THEN
    first_broken := 1;
    reason := format('gap: rows 1 to %s are gone, and no checkpoint of exactly that size vouches for them', base.last_seq);
  ELSIF head.team_id IS NULL THEN
    first_broken := coalesce(last.seq, 1);
    reason := 'no_head: the row that names the end of the chain is missing';
  ELSIF from_seq > 0 AND (base.last_seq, base.last_hash) IS DISTINCT FROM (from_seq, from_hash) AND NOT EXISTS (
    SELECT FROM public.agent_actions AS a WHERE a.team_id = team AND a.seq = from_seq AND a.row_hash = from_hash) THEN
    first_broken := from_seq;
    reason := 'row_hash: the row verified before is gone or has another hash';
  ELSIF head.seq < coalesce(last.seq, start_seq) THEN
    first_broken := head.seq + 1;
    reason := format('head_mismatch: the chain was closed at row %s, this row came by another way', head.seq);
  ELSIF head.seq > coalesce(last.seq, start_seq) THEN
    first_broken := coalesce(last.seq, start_seq) + 1;
    reason := format('head_mismatch: the chain goes to row %s, this row and those after it are missing', head.seq);
  ELSIF head.row_hash <> coalesce(last.row_hash, start_hash) THEN
    first_broken := head.seq;
    reason := 'head_mismatch: the head names another hash for this row';
  END IF;
  ok := reason IS NULL;
  RETURN NEXT;
END $$;

REVOKE ALL ON FUNCTION ledger_retention_floor, ledger_deny_unsealed, ledger_record_segment, seal_ledger_segment,
  prune_ledger_segment FROM PUBLIC;
GRANT SELECT ON ledger_segments TO pramaan_app;

RESET ROLE;
REVOKE CREATE ON SCHEMA public FROM pramaan_ledger;
-- Sealing away is for the operator's connection; the service cannot do it.
GRANT SELECT ON ledger_segments TO CURRENT_USER;
GRANT EXECUTE ON FUNCTION seal_ledger_segment, prune_ledger_segment TO CURRENT_USER;
DO $$
BEGIN
  IF NOT current_setting('pramaan.member')::boolean THEN REVOKE pramaan_ledger FROM CURRENT_USER; END IF;
END $$;

-- How far the scheduled check of each team came, and what it found.
CREATE TABLE ledger_checks (
  team_id      text PRIMARY KEY REFERENCES teams,
  checked_at   timestamptz(3) NOT NULL,
  -- When the whole chain was last read.
  full_at      timestamptz(3),
  -- The last signed checkpoint that the chain was held against: the next check starts there.
  seq          bigint NOT NULL CHECK (seq >= 0),
  ok           boolean NOT NULL,
  kind         text,
  first_broken bigint,
  reason       text,
  CHECK (ok = (kind IS NULL))
);

-- How far the ledger was held against what the engine knows.
CREATE TABLE ledger_reconciliations (
  task_queue text PRIMARY KEY,
  -- Workflows that closed before this are done.
  until      timestamptz(3) NOT NULL
);
CREATE TABLE ledger_reconciled_rows (
  team_id text PRIMARY KEY REFERENCES teams,
  -- Rows up to this one are done.
  seq     bigint NOT NULL
);

ALTER TABLE case_vault ADD COLUMN erased_at timestamptz(3);
ALTER TABLE case_vault ADD CONSTRAINT case_vault_erased
  CHECK (erased_at IS NULL OR (wrapped_key IS NULL AND sealed IS NULL));

-- Work that was under way when its case was erased may still store what came of it: such a row is born erased.
CREATE FUNCTION case_vault_stay_erased() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  IF EXISTS (SELECT FROM case_vault AS v WHERE v.ref = split_part(NEW.ref, '/', 1) AND v.erased_at IS NOT NULL) THEN
    NEW.wrapped_key := NULL;
    NEW.sealed := NULL;
    NEW.erased_at := now();
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER case_vault_stay_erased BEFORE INSERT ON case_vault
  FOR EACH ROW WHEN (NEW.ref LIKE '%/%') EXECUTE FUNCTION case_vault_stay_erased();

CREATE INDEX case_vault_by_age ON case_vault (created_at) WHERE erased_at IS NULL;
CREATE INDEX case_vault_by_team ON case_vault (team_id, ref text_pattern_ops);

GRANT SELECT, INSERT, UPDATE ON ledger_checks, ledger_reconciliations, ledger_reconciled_rows TO pramaan_app;
