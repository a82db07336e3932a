-- Merkle trees over the chains, and the signed checkpoints over them. docs/ledger/proofs.md is the format byte by byte.
--
-- As with the chain itself, the service reads, and writes through functions and grants that leave it no way to change
-- what was written: it never hands in a hash of the tree.

-- Making something as a role takes membership in it, unless one is a superuser: had for this migration only.
DO $$
BEGIN
  PERFORM set_config('pramaan.member', pg_has_role(current_user, 'pramaan_ledger', 'SET')::text, true);
  IF NOT current_setting('pramaan.member')::boolean THEN GRANT pramaan_ledger TO CURRENT_USER; END IF;
END $$;
GRANT CREATE ON SCHEMA public TO pramaan_ledger;
SET LOCAL ROLE pramaan_ledger;

-- How many rows of a chain are in its tree.
CREATE TABLE ledger_trees (
  team_id text PRIMARY KEY REFERENCES teams,
  size    bigint NOT NULL CHECK (size >= 0)
);

-- The tree, in tiles of 16 hashes (height 4 of C2SP tlog-tiles). Hash i of tile n of a level is the root of the complete
-- subtree of 16^level leaves that is number n * 16 + i. Only the last tile of a level is not full yet. A proof needs at
-- most two tiles of each level, half a kilobyte each, and six levels hold 16 million rows. Larger tiles would mean fewer
-- rows here, but hundreds of hashes to compute for each proof.
CREATE TABLE ledger_tiles (
  team_id text     NOT NULL REFERENCES teams,
  level   smallint NOT NULL CHECK (level >= 0),
  n       bigint   NOT NULL CHECK (n >= 0),
  hashes  bytea    NOT NULL CHECK (octet_length(hashes) BETWEEN 32 AND 512 AND octet_length(hashes) % 32 = 0),
  PRIMARY KEY (team_id, level, n)
);

CREATE TABLE ledger_checkpoints (
  team_id       text           NOT NULL REFERENCES teams,
  size          bigint         NOT NULL CHECK (size >= 1),
  origin        text           NOT NULL,
  root          bytea          NOT NULL CHECK (octet_length(root) = 32),
  -- The signed note, with the signatures of our own keys.
  note          text           NOT NULL,
  -- Hash of the last row that it covers: where the next verification begins.
  last_row_hash bytea          NOT NULL CHECK (octet_length(last_row_hash) = 32),
  created_at    timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (team_id, size)
);

-- Signature lines that witnesses gave, to be put below the note.
CREATE TABLE ledger_cosignatures (
  team_id    text           NOT NULL,
  size       bigint         NOT NULL,
  witness    text           NOT NULL,
  line       text           NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (team_id, size, witness),
  FOREIGN KEY (team_id, size) REFERENCES ledger_checkpoints
);

CREATE TRIGGER ledger_tiles_stay BEFORE DELETE OR TRUNCATE ON ledger_tiles
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_deny();
CREATE TRIGGER ledger_tiles_only_grow BEFORE UPDATE ON ledger_tiles
  FOR EACH ROW WHEN (NEW.team_id <> OLD.team_id OR NEW.level <> OLD.level OR NEW.n <> OLD.n
    OR substr(NEW.hashes, 1, octet_length(OLD.hashes)) <> OLD.hashes)
  EXECUTE FUNCTION ledger_deny();
CREATE TRIGGER ledger_trees_stay BEFORE DELETE OR TRUNCATE ON ledger_trees
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_deny();
CREATE TRIGGER ledger_trees_only_grow BEFORE UPDATE ON ledger_trees
  FOR EACH ROW WHEN (NEW.team_id <> OLD.team_id OR NEW.size < OLD.size) EXECUTE FUNCTION ledger_deny();
CREATE TRIGGER ledger_checkpoints_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_checkpoints
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_deny();
CREATE TRIGGER ledger_cosignatures_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_cosignatures
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_deny();

-- Root of a full tile: its 16 hashes, taken in pairs until one is left (RFC 9162, section 2.1.1).
CREATE FUNCTION ledger_tile_root(hashes bytea) RETURNS bytea
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
  reduced bytea := hashes;
BEGIN
  WHILE octet_length(reduced) > 32 LOOP
    SELECT string_agg(sha256('\x01'::bytea || substr(reduced, 64 * i + 1, 64)), ''::bytea ORDER BY i) INTO reduced
    FROM generate_series(0, octet_length(reduced) / 64 - 1) AS i;
  END LOOP;
  RETURN reduced;
END $$;

-- Takes up to max_rows rows of the chain that are not in its tree yet into it, in the order of seq, and gives the
-- tree's size. The hashes come out of agent_actions: no caller chooses them. It does not verify the rows; the service
-- does before it signs.
CREATE FUNCTION extend_ledger_tree(team_id text, max_rows integer) RETURNS bigint
LANGUAGE plpgsql VOLATILE SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
SET plan_cache_mode = force_custom_plan
AS $$
#variable_conflict use_column
DECLARE
  team CONSTANT text := team_id;
  before bigint;
  after bigint;
  held bigint;
  tile_level smallint := 0;
  leaves bigint := 16;
BEGIN
  INSERT INTO public.ledger_trees VALUES (team, 0) ON CONFLICT DO NOTHING;
  SELECT t.size INTO before FROM public.ledger_trees AS t WHERE t.team_id = team FOR UPDATE;
  SELECT least(h.seq, before + max_rows) INTO after FROM public.ledger_heads AS h WHERE h.team_id = team;
  IF after IS NULL OR after <= before THEN RETURN before; END IF;

  INSERT INTO public.ledger_tiles AS t
  SELECT team, 0, (a.seq - 1) / 16, string_agg(sha256('\x00'::bytea || a.row_hash), ''::bytea ORDER BY a.seq)
  FROM public.agent_actions AS a WHERE a.team_id = team AND a.seq > before AND a.seq <= after
  GROUP BY (a.seq - 1) / 16
  ON CONFLICT (team_id, level, n) DO UPDATE SET hashes = t.hashes || EXCLUDED.hashes;

  -- Each tile that became full gives one hash to the level above.
  LOOP
    tile_level := tile_level + 1;
    EXIT WHEN after / leaves = before / leaves;
    INSERT INTO public.ledger_tiles AS t
    SELECT team, tile_level, b.n / 16, string_agg(public.ledger_tile_root(b.hashes), ''::bytea ORDER BY b.n)
    FROM public.ledger_tiles AS b
    WHERE b.team_id = team AND b.level = tile_level - 1 AND b.n >= before / leaves AND b.n < after / leaves
    GROUP BY b.n / 16
    ON CONFLICT (team_id, level, n) DO UPDATE SET hashes = t.hashes || EXCLUDED.hashes;
    leaves := leaves * 16;
  END LOOP;

  SELECT count(*) INTO held FROM public.agent_actions AS a
    WHERE a.team_id = team AND a.seq > before AND a.seq <= after;
  IF held <> after - before THEN
    RAISE EXCEPTION 'the tree is not extended: rows are missing' USING ERRCODE = 'data_corrupted';
  END IF;
  UPDATE public.ledger_trees AS t SET size = after WHERE t.team_id = team;
  RETURN after;
END $$;

REVOKE ALL ON FUNCTION ledger_tile_root, extend_ledger_tree FROM PUBLIC;
GRANT EXECUTE ON FUNCTION extend_ledger_tree TO pramaan_app;
GRANT SELECT ON ledger_trees, ledger_tiles TO pramaan_app;
GRANT SELECT, INSERT ON ledger_checkpoints, ledger_cosignatures TO pramaan_app;

RESET ROLE;
REVOKE CREATE ON SCHEMA public FROM pramaan_ledger;
DO $$
BEGIN
  IF NOT current_setting('pramaan.member')::boolean THEN REVOKE pramaan_ledger FROM CURRENT_USER; END IF;
END $$;

-- Public keys that checkpoints were ever signed with. They stay, so that old checkpoints can be checked for ever.
CREATE TABLE ledger_keys (
  -- What the names of the key begin with; the team follows.
  origin_base  text           NOT NULL,
  public_key   bytea          NOT NULL CHECK (octet_length(public_key) = 32),
  published_at timestamptz(3) NOT NULL DEFAULT now(),
  -- When it was no longer among the keys that sign.
  retired_at   timestamptz(3),
  PRIMARY KEY (origin_base, public_key)
);

-- How the last delivery of a team's checkpoints to each witness went.
CREATE TABLE ledger_shipments (
  team_id      text           NOT NULL REFERENCES teams,
  witness      text           NOT NULL,
  state        text           NOT NULL CHECK (state IN ('delivered', 'failed', 'refused')),
  -- Size of the last checkpoint that was delivered; 0 for none.
  size         bigint         NOT NULL DEFAULT 0,
  -- Since the last delivery.
  attempts     integer        NOT NULL DEFAULT 0,
  -- Ever.
  failures     bigint         NOT NULL DEFAULT 0,
  detail       text,
  tried_at     timestamptz(3) NOT NULL DEFAULT now(),
  delivered_at timestamptz(3),
  PRIMARY KEY (team_id, witness)
);

-- Chains that no checkpoint is signed over, since they did not verify.
CREATE TABLE ledger_refusals (
  team_id    text PRIMARY KEY REFERENCES teams,
  reason     text           NOT NULL,
  refused_at timestamptz(3) NOT NULL DEFAULT now()
);

GRANT SELECT, INSERT ON ledger_keys TO pramaan_app;
GRANT UPDATE (retired_at) ON ledger_keys TO pramaan_app;
GRANT SELECT, INSERT, UPDATE ON ledger_shipments TO pramaan_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON ledger_refusals TO pramaan_app;
