-- Who started a run and who cancelled it, as {"kind", "id", "name"}, so that its ledger rows can name them. Null in runs of earlier
-- releases. The inputs of operator runs and code runs contain the former.
ALTER TABLE runs ADD COLUMN asked_by jsonb, ADD COLUMN cancel_requested_actor jsonb;
ALTER TABLE agent_runs ADD COLUMN asked_by jsonb, ADD COLUMN cancel_requested_actor jsonb;
ALTER TABLE operator_runs ADD COLUMN cancel_requested_actor jsonb;

-- Who answered a question of an operator run; key_id stays for answers by a key.
ALTER TABLE operator_answers ADD COLUMN actor jsonb;

-- Rows that the owner's functions write name the command line, which calls them.
CREATE OR REPLACE FUNCTION ledger_record_segment(s ledger_segments, action text, summary text) RETURNS void
LANGUAGE sql SET search_path = pg_catalog, pg_temp
AS $$
  SELECT FROM public.append_agent_actions(
    ARRAY[s.team_id], ARRAY['act_' || replace(gen_random_uuid()::text, '-', '')],
    ARRAY['segment-' || s.last_seq], ARRAY[CASE action WHEN 'ledger.seal' THEN 1 ELSE 2 END],
    ARRAY[action], ARRAY['segment-' || s.last_seq || '/' || action],
    '{"actor":{"id":"command-line","kind":"service","name":"Command line"}'
    || format(',"detail":{"file_bytes":%s,"file_sha256":"%s","first_seq":%s,"last_hash":"%s","last_seq":%s}',
      s.file_bytes, encode(s.file_sha256, 'hex'), s.first_seq, encode(s.last_hash, 'hex'), s.last_seq)
    || format(',"governance":"recorded","summary":"%s"}', summary))
$$;

CREATE OR REPLACE FUNCTION set_aside_ledger_checkpoint(team_id text, size bigint, reason text) RETURNS void
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
    '{"actor":{"id":"command-line","kind":"service","name":"Command line"}'
    || format(',"detail":{"note_sha256":"%s","size":%s},"governance":"recorded",'
      || '"summary":"A checkpoint over %s rows that no key of the log signed was set aside."}',
      encode(sha256(convert_to(found.note, 'UTF8')), 'hex'), found.size, found.size));
END $$;
