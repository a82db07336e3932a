-- Who may publish a signing key, and what a checkpoint has to look like before it is stored.
--
-- The service's role used to write ledger_keys and any checkpoint of existing rows. It now publishes the first keys of an
-- installation and nothing after them: a process that was taken over cannot make a key of its own known, nor retire others.
-- Postgres cannot check an Ed25519 signature, so a checkpoint may still be forged in its last 64 bytes: everything else is
-- checked here, readers check the signature, and the owner can set such a row aside on record.

DO $$
BEGIN
  PERFORM set_config('pramaan.member', pg_has_role(current_user, 'pramaan_ledger', 'SET')::text, true);
  IF NOT current_setting('pramaan.member')::boolean THEN GRANT pramaan_ledger TO CURRENT_USER; END IF;
END $$;
GRANT CREATE ON SCHEMA public TO pramaan_ledger;
ALTER TABLE ledger_keys OWNER TO pramaan_ledger;
SET LOCAL ROLE pramaan_ledger;

REVOKE ALL ON ledger_keys FROM PUBLIC, pramaan_app;
GRANT SELECT ON ledger_keys TO pramaan_app;

CREATE TRIGGER ledger_keys_only_retire BEFORE UPDATE ON ledger_keys
  FOR EACH ROW WHEN ((NEW.origin_base, NEW.public_key, NEW.published_at)
    IS DISTINCT FROM (OLD.origin_base, OLD.public_key, OLD.published_at))
  EXECUTE FUNCTION ledger_deny();

-- Makes exactly these keys the ones that sign. All others stay published, as retired. For the owner's connection.
CREATE FUNCTION publish_ledger_keys(origin_base text, public_keys bytea[]) RETURNS void
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
  IF cardinality(public_keys) = 0 OR origin_base = '' THEN
    RAISE EXCEPTION 'publish_ledger_keys needs an origin and at least one key' USING ERRCODE = 'invalid_parameter_value';
  END IF;
  LOCK TABLE public.ledger_keys IN SHARE ROW EXCLUSIVE MODE;
  INSERT INTO public.ledger_keys (origin_base, public_key)
    SELECT publish_ledger_keys.origin_base, k FROM unnest(public_keys) AS k ON CONFLICT DO NOTHING;
  UPDATE public.ledger_keys AS k SET retired_at = CASE WHEN k.retired_at IS NULL THEN now() END
    WHERE (k.retired_at IS NULL)
      <> (k.origin_base = publish_ledger_keys.origin_base AND k.public_key = ANY (public_keys));
END $$;

-- The first keys of an installation, which the service publishes by itself. Does nothing once there is a key.
CREATE FUNCTION publish_first_ledger_keys(origin_base text, public_keys bytea[]) RETURNS boolean
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
  LOCK TABLE public.ledger_keys IN SHARE ROW EXCLUSIVE MODE;
  IF EXISTS (SELECT FROM public.ledger_keys) OR EXISTS (SELECT FROM public.ledger_checkpoints) THEN RETURN false; END IF;
  PERFORM public.publish_ledger_keys(origin_base, public_keys);
  RETURN true;
END $$;

-- Root of the first `size` leaves (RFC 9162, section 2.1.1), out of the tiles. Null where they do not hold it.
CREATE FUNCTION ledger_tree_root(team_id text, size bigint) RETURNS bytea
LANGUAGE plpgsql STABLE STRICT SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
  root bytea;
  subtree bytea;
  -- Leaves behind the subtree that comes next: they are taken from the right, smallest first.
  covered bigint := 0;
  leaves bigint := 1;
  tile_level integer := 0;
  hash_leaves bigint := 1;
  first bigint;
BEGIN
  WHILE covered < size LOOP
    IF size & leaves <> 0 THEN
      first := (size - covered - leaves) / hash_leaves;
      SELECT substr(t.hashes, 32 * (first % 16)::integer + 1, 32 * (leaves / hash_leaves)::integer) INTO subtree
        FROM public.ledger_tiles AS t
        WHERE t.team_id = ledger_tree_root.team_id AND t.level = tile_level AND t.n = first / 16;
      IF subtree IS NULL OR octet_length(subtree) <> 32 * leaves / hash_leaves THEN RETURN NULL; END IF;
      subtree := public.ledger_tile_root(subtree);
      root := CASE WHEN root IS NULL THEN subtree ELSE sha256('\x01'::bytea || subtree || root) END;
      covered := covered + leaves;
    END IF;
    leaves := leaves * 2;
    IF leaves = hash_leaves * 16 THEN
      hash_leaves := leaves;
      tile_level := tile_level + 1;
    END IF;
  END LOOP;
  RETURN root;
END $$;

-- Whether every line below a note's text is a signature line of an active key of that name, by its form: 4 bytes that name
-- the key and 64 of a signature.
CREATE FUNCTION ledger_note_names_keys(origin text, lines text) RETURNS boolean
LANGUAGE sql STABLE STRICT SET search_path = pg_catalog, pg_temp
AS $$
  SELECT coalesce(bool_and(l.line ~ '^[^ ]+ [^ ]+ [A-Za-z0-9+/]{91}=$' AND starts_with(l.line, '— ' || origin || ' ')
    AND EXISTS (SELECT FROM public.ledger_keys AS k WHERE k.retired_at IS NULL AND starts_with(origin, k.origin_base || '/')
      AND substr(sha256(convert_to(origin || chr(10), 'UTF8') || '\x01'::bytea || k.public_key), 1, 4)
        = substr(decode(CASE WHEN l.line ~ '[A-Za-z0-9+/]{91}=$' THEN right(l.line, 92) ELSE '' END, 'base64'), 1, 4))), false)
  FROM string_to_table(rtrim(lines, chr(10)), chr(10)) AS l(line)
$$;

-- As in 0014, and the note has to be that of the row: its origin, size and the tree's own root, below which active keys
-- have lines.
CREATE OR REPLACE FUNCTION ledger_checkpoint_of_rows() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
  signed CONSTANT text :=
    NEW.origin || chr(10) || NEW.size || chr(10) || encode(NEW.root, 'base64') || chr(10) || chr(10);
BEGIN
  IF NOT EXISTS (SELECT FROM public.ledger_trees AS t WHERE t.team_id = NEW.team_id AND t.size >= NEW.size)
    OR NOT EXISTS (SELECT FROM public.agent_actions AS a
      WHERE a.team_id = NEW.team_id AND a.seq = NEW.size AND a.row_hash = NEW.last_row_hash) THEN
    RAISE EXCEPTION 'INSERT on ledger_checkpoints is refused: the ledger has no such last row'
      USING ERRCODE = 'insufficient_privilege';
  END IF;
  IF public.ledger_tree_root(NEW.team_id, NEW.size) IS DISTINCT FROM NEW.root THEN
    RAISE EXCEPTION 'INSERT on ledger_checkpoints is refused: the root is not that of the rows'
      USING ERRCODE = 'insufficient_privilege';
  END IF;
  IF right(NEW.origin, length(NEW.team_id) + 1) <> '/' || NEW.team_id OR NOT starts_with(NEW.note, signed)
    OR right(NEW.note, 1) <> chr(10)
    OR NOT public.ledger_note_names_keys(NEW.origin, substr(NEW.note, length(signed) + 1)) THEN
    RAISE EXCEPTION 'INSERT on ledger_checkpoints is refused: the note is not one of an active key over this row'
      USING ERRCODE = 'insufficient_privilege';
  END IF;
  NEW.created_at := clock_timestamp();
  RETURN NEW;
END $$;

-- Checkpoints that no key of the log signed, taken out of the way by the owner.
CREATE TABLE ledger_checkpoints_set_aside (
  team_id       text           NOT NULL REFERENCES teams,
  size          bigint         NOT NULL,
  origin        text           NOT NULL,
  root          bytea          NOT NULL,
  note          text           NOT NULL,
  last_row_hash bytea          NOT NULL,
  created_at    timestamptz(3) NOT NULL,
  reason        text           NOT NULL CHECK (octet_length(reason) BETWEEN 1 AND 500),
  set_aside_at  timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (team_id, size, set_aside_at)
);
CREATE TRIGGER ledger_checkpoints_set_aside_append_only BEFORE UPDATE OR DELETE OR TRUNCATE
  ON ledger_checkpoints_set_aside FOR EACH STATEMENT EXECUTE FUNCTION ledger_deny();
GRANT SELECT ON ledger_checkpoints_set_aside TO pramaan_app;

-- A checkpoint, with its cosignatures, may be deleted once it is set aside; all else stays refused, to the owner too.
CREATE FUNCTION ledger_deny_unless_set_aside() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
  IF EXISTS (SELECT FROM public.ledger_checkpoints AS c JOIN public.ledger_checkpoints_set_aside AS s
    USING (team_id, size, note) WHERE c.team_id = OLD.team_id AND c.size = OLD.size) THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION 'DELETE on % is refused: the ledger is append-only', TG_TABLE_NAME
    USING ERRCODE = 'insufficient_privilege';
END $$;
DROP TRIGGER ledger_checkpoints_append_only ON ledger_checkpoints;
CREATE TRIGGER ledger_checkpoints_append_only BEFORE UPDATE OR TRUNCATE ON ledger_checkpoints
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_deny();
CREATE TRIGGER ledger_checkpoints_leave_set_aside BEFORE DELETE ON ledger_checkpoints
  FOR EACH ROW EXECUTE FUNCTION ledger_deny_unless_set_aside();
DROP TRIGGER ledger_cosignatures_append_only ON ledger_cosignatures;
CREATE TRIGGER ledger_cosignatures_append_only BEFORE UPDATE OR TRUNCATE ON ledger_cosignatures
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_deny();
CREATE TRIGGER ledger_cosignatures_leave_set_aside BEFORE DELETE ON ledger_cosignatures
  FOR EACH ROW EXECUTE FUNCTION ledger_deny_unless_set_aside();

-- Takes a checkpoint out of the way and records that in the chain. For the owner's connection; the command line first
-- makes sure that no key of the log signed it. One that vouches for rows that left the database stays.
CREATE FUNCTION set_aside_ledger_checkpoint(team_id text, size bigint, reason text) RETURNS void
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
  found public.ledger_checkpoints;
BEGIN
  PERFORM FROM public.ledger_heads AS h WHERE h.team_id = set_aside_ledger_checkpoint.team_id FOR UPDATE;
  SELECT c.* INTO found FROM public.ledger_checkpoints AS c
    WHERE c.team_id = set_aside_ledger_checkpoint.team_id AND c.size = set_aside_ledger_checkpoint.size;
  IF found.size IS NULL OR EXISTS (SELECT FROM public.ledger_segments AS s
    WHERE s.team_id = found.team_id AND s.last_seq = found.size) THEN
    RAISE EXCEPTION 'there is no such checkpoint, or a sealed segment ends at it' USING ERRCODE = 'invalid_parameter_value';
  END IF;
  INSERT INTO public.ledger_checkpoints_set_aside AS s
    (team_id, size, origin, root, note, last_row_hash, created_at, reason)
    VALUES (found.team_id, found.size, found.origin, found.root, found.note, found.last_row_hash, found.created_at,
      set_aside_ledger_checkpoint.reason);
  DELETE FROM public.ledger_cosignatures AS w WHERE w.team_id = found.team_id AND w.size = found.size;
  DELETE FROM public.ledger_checkpoints AS c WHERE c.team_id = found.team_id AND c.size = found.size;
  PERFORM FROM public.append_agent_actions(
    ARRAY[found.team_id], ARRAY['act_' || replace(gen_random_uuid()::text, '-', '')],
    ARRAY['checkpoint-' || found.size], ARRAY[1], ARRAY['ledger.set_aside'],
    ARRAY['checkpoint-' || found.size || '/set_aside/' || encode(substr(sha256(convert_to(found.note, 'UTF8')), 1, 8), 'hex')],
    format('{"detail":{"note_sha256":"%s","size":%s},"governance":"recorded",'
      || '"summary":"A checkpoint over %s rows that no key of the log signed was set aside."}',
      encode(sha256(convert_to(found.note, 'UTF8')), 'hex'), found.size, found.size));
END $$;

-- A line below a note, by its form.
CREATE FUNCTION ledger_cosignature_line() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
  IF NEW.line !~ '^— [^ +[:cntrl:]]+ [A-Za-z0-9+/]+={0,2}\n$' OR octet_length(NEW.line) > 1000
    OR NOT starts_with(NEW.line, '— ' || NEW.witness || ' ') THEN
    RAISE EXCEPTION 'INSERT on ledger_cosignatures is refused: not a signature line of that witness'
      USING ERRCODE = 'insufficient_privilege';
  END IF;
  NEW.created_at := clock_timestamp();
  RETURN NEW;
END $$;
CREATE TRIGGER ledger_cosignatures_form BEFORE INSERT ON ledger_cosignatures
  FOR EACH ROW EXECUTE FUNCTION ledger_cosignature_line();

REVOKE ALL ON FUNCTION publish_ledger_keys, publish_first_ledger_keys, ledger_tree_root, ledger_note_names_keys,
  ledger_deny_unless_set_aside, set_aside_ledger_checkpoint, ledger_cosignature_line FROM PUBLIC;
GRANT EXECUTE ON FUNCTION publish_first_ledger_keys TO pramaan_app;

RESET ROLE;
REVOKE CREATE ON SCHEMA public FROM pramaan_ledger;
-- For the operator's connection; the service can do neither.
GRANT SELECT ON ledger_keys, ledger_checkpoints, ledger_checkpoints_set_aside TO CURRENT_USER;
GRANT EXECUTE ON FUNCTION publish_ledger_keys, publish_first_ledger_keys, set_aside_ledger_checkpoint TO CURRENT_USER;
DO $$
BEGIN
  IF NOT current_setting('pramaan.member')::boolean THEN REVOKE pramaan_ledger FROM CURRENT_USER; END IF;
END $$;
