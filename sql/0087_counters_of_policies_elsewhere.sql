-- A policy that another system keeps has limits by policy year, too, and is not in the table.
ALTER TABLE counters DROP CONSTRAINT counters_team_id_policy_fkey;
