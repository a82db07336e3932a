-- Cheaper appends. The form of a row, what is refused and what a caller gets are as in 0002.
--
-- More than half of a batch's time in the server went into descending four indexes that all began with the team, which
-- tells no rows of one chain apart, and into windows and sorts over the batch. So the indexes begin with what tells rows
-- apart, and the function goes through its batch once, with the end of each chain in hand.

DO $$
BEGIN
  PERFORM set_config('pramaan.member', pg_has_role(current_user, 'pramaan_ledger', 'SET')::text, true);
  IF NOT current_setting('pramaan.member')::boolean THEN GRANT pramaan_ledger TO CURRENT_USER; END IF;
END $$;
GRANT CREATE ON SCHEMA public TO pramaan_ledger;
SET LOCAL ROLE pramaan_ledger;

DROP INDEX agent_actions_by_ref;
CREATE INDEX agent_actions_by_ref ON agent_actions (ledger_ref, team_id, seq);
-- Bounds of names are checked by the function; a table's checks are parsed again for every statement.
ALTER TABLE agent_actions
  DROP CONSTRAINT agent_actions_sizes,
  ADD CONSTRAINT agent_actions_sizes CHECK (seq >= 1 AND octet_length(body) <= 131072),
  DROP CONSTRAINT agent_actions_no_fork,
  ADD CONSTRAINT agent_actions_no_fork UNIQUE (prev_hash, team_id);
-- Made last, as in 0002: between indexes that look equally good the planner takes the newest.
ALTER TABLE agent_actions
  DROP CONSTRAINT agent_actions_once,
  ADD CONSTRAINT agent_actions_once UNIQUE (idem_key, team_id);

-- See 0002 for the contract. Locked heads are read once, and written once at the end.
CREATE OR REPLACE FUNCTION append_agent_actions(
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
  sound boolean;
  known integer[];
  -- Ends of the chains, by place: the team's in the order of ids.
  teams text[];
  ends bigint[];
  end_hashes bytea[];
  end_times timestamptz[];
  -- The chain that the loop is in.
  team text;
  place integer;
  last bigint;
  hash bytea;
  moment timestamptz;
  at timestamptz;
  at_text text;
  -- Rows to store, by place in the batch; null where the key is known.
  body text;
  seqs bigint[];
  times timestamptz[];
  prev_hashes bytea[];
  hashes bytea[];
  bodies text[];
BEGIN
  -- A session may have turned this off for speed; acknowledged rows would then be lost in a crash.
  IF current_setting('synchronous_commit') IN ('off', 'local') THEN
    PERFORM set_config('synchronous_commit', 'on', true);
  END IF;

  SELECT bool_and(coalesce(content IS JSON OBJECT AND step >= 0
      AND octet_length(id) BETWEEN 1 AND 100 AND octet_length(ledger_ref) BETWEEN 1 AND 200
      AND octet_length(action) BETWEEN 1 AND 100 AND octet_length(idem_key) BETWEEN 1 AND 300
      AND team_id || id || ledger_ref || action || idem_key ~ '^[ !#-\[\]-~]+$', false)) INTO sound
    FROM unnest(team_ids, ids, ledger_refs, steps, actions, idem_keys, lines)
      AS i(team_id, id, ledger_ref, step, action, idem_key, content);
  IF NOT sound THEN
    RAISE EXCEPTION 'entry refused: a value is missing, too long or not plain ASCII, or the content is not one JSON object'
      USING ERRCODE = 'invalid_parameter_value';
  END IF;

  SELECT array_agg(h.team_id), array_agg(h.seq), array_agg(h.row_hash), array_agg(h.last_at)
    INTO teams, ends, end_hashes, end_times
    FROM (SELECT * FROM public.ledger_heads AS h WHERE h.team_id = ANY (team_ids) ORDER BY h.team_id FOR UPDATE) AS h;
  moment := date_trunc('milliseconds', clock_timestamp());

  -- A statement of its own, after the lock: it sees what the holder before us committed.
  SELECT array_agg(i.n::integer) INTO known
    FROM unnest(team_ids, idem_keys) WITH ORDINALITY AS i(team_id, idem_key, n)
    CROSS JOIN LATERAL (
      SELECT FROM public.agent_actions AS a WHERE a.team_id = i.team_id AND a.idem_key = i.idem_key LIMIT 1) AS a;

  IF known IS NOT NULL THEN
    -- Or an array whose first place is left out would begin at the second one.
    seqs := array_fill(NULL::bigint, ARRAY[cardinality(ids)]);
    times := array_fill(NULL::timestamptz, ARRAY[cardinality(ids)]);
    prev_hashes := array_fill(NULL::bytea, ARRAY[cardinality(ids)]);
    hashes := prev_hashes;
    bodies := array_fill(NULL::text, ARRAY[cardinality(ids)]);
  END IF;
  FOR n IN 1..cardinality(ids) LOOP
    CONTINUE WHEN n = ANY (known);
    IF team IS DISTINCT FROM team_ids[n] THEN
      IF place IS NOT NULL THEN
        ends[place] := last;
        end_hashes[place] := hash;
        end_times[place] := at;
      END IF;
      team := team_ids[n];
      place := array_position(teams, team);
      IF place IS NULL THEN
        RAISE EXCEPTION 'entry refused: a team has no chain' USING ERRCODE = 'foreign_key_violation';
      END IF;
      last := ends[place];
      hash := end_hashes[place];
      at := greatest(end_times[place], moment);
      at_text := to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');
    END IF;
    last := last + 1;
    -- As agent_action_columns writes it, which verification holds it to.
    body := '{"columns":{"action":"' || actions[n] || '","created_at":"' || at_text || '","id":"' || ids[n]
      || '","idem_key":"' || idem_keys[n] || '","ledger_ref":"' || ledger_refs[n] || '","seq":' || last
      || ',"step":' || steps[n] || ',"team_id":"' || team || '","v":1},"content":' || lines[n] || '}';
    prev_hashes[n] := hash;
    hash := sha256(hash || convert_to(body, 'UTF8'));
    hashes[n] := hash;
    bodies[n] := body;
    seqs[n] := last;
    times[n] := at;
  END LOOP;

  IF place IS NOT NULL THEN
    ends[place] := last;
    end_hashes[place] := hash;
    end_times[place] := at;
    UPDATE public.ledger_heads AS h SET seq = e.seq, row_hash = e.row_hash, last_at = e.last_at
      FROM unnest(teams, ends, end_hashes, end_times) AS e(team_id, seq, row_hash, last_at)
      -- Said twice, so that the plan that is kept looks up these heads and does not go through all of them.
      WHERE h.team_id = ANY (teams) AND h.team_id = e.team_id AND h.seq < e.seq;
    RETURN QUERY
    INSERT INTO public.agent_actions
      (team_id, seq, created_at, step, v, id, ledger_ref, action, idem_key, prev_hash, row_hash, body)
    SELECT i.team_id, i.seq, i.at, i.step, 1, i.id, i.ledger_ref, i.action, i.idem_key, i.prev_hash, i.row_hash, i.body
    FROM unnest(team_ids, seqs, times, steps, ids, ledger_refs, actions, idem_keys, prev_hashes, hashes, bodies)
      AS i(team_id, seq, at, step, id, ledger_ref, action, idem_key, prev_hash, row_hash, body)
    WHERE i.seq IS NOT NULL
    RETURNING id, seq, created_at, prev_hash, row_hash, NULL::text;
  END IF;

  IF known IS NOT NULL THEN
    RETURN QUERY
    SELECT i.id, a.seq, a.created_at, a.prev_hash, a.row_hash, a.body
    FROM unnest(team_ids, ids, idem_keys) WITH ORDINALITY AS i(team_id, id, idem_key, n)
    CROSS JOIN LATERAL (
      SELECT * FROM public.agent_actions AS b WHERE b.team_id = i.team_id AND b.idem_key = i.idem_key LIMIT 1) AS a
    WHERE i.n = ANY (known);
  END IF;
END $$;

RESET ROLE;
REVOKE CREATE ON SCHEMA public FROM pramaan_ledger;
DO $$
BEGIN
  IF NOT current_setting('pramaan.member')::boolean THEN REVOKE pramaan_ledger FROM CURRENT_USER; END IF;
END $$;
