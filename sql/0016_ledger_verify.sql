-- A row's time is in whole milliseconds: one that somebody gave more digits is not that of its body, although it reads the
-- same. And one look at a row costs less: what is the same for all of them is not joined piece by piece.

DO $$
BEGIN
  PERFORM set_config('pramaan.member', pg_has_role(current_user, 'pramaan_ledger', 'SET')::text, true);
  IF NOT current_setting('pramaan.member')::boolean THEN GRANT pramaan_ledger TO CURRENT_USER; END IF;
END $$;
GRANT CREATE ON SCHEMA public TO pramaan_ledger;
SET LOCAL ROLE pramaan_ledger;

-- True when a row's own parts agree: its hash covers prev_hash and body, and its columns are those of the body. The text
-- is that of agent_action_columns.
CREATE OR REPLACE FUNCTION agent_action_intact(a agent_actions) RETURNS boolean
LANGUAGE sql STABLE PARALLEL SAFE
RETURN (a.row_hash = sha256(a.prev_hash || convert_to(a.body, 'UTF8'))
  AND a.v = 1 AND a.created_at = date_trunc('milliseconds', a.created_at)
  AND starts_with(a.body, '{"columns":{"action":"' || a.action || ('","created_at":"'
    || to_char(a.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) || ('","id":"' || a.id)
    || ('","idem_key":"' || a.idem_key) || ('","ledger_ref":"' || a.ledger_ref) || ('","seq":' || a.seq)
    || (',"step":' || a.step) || (',"team_id":"' || a.team_id) || '","v":1},"content":'));

RESET ROLE;
REVOKE CREATE ON SCHEMA public FROM pramaan_ledger;
DO $$
BEGIN
  IF NOT current_setting('pramaan.member')::boolean THEN REVOKE pramaan_ledger FROM CURRENT_USER; END IF;
END $$;
