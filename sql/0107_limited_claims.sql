-- What a claim's limits are applied to when a person approves it: the head of each line with what is left of it, the answers of the
-- rule set's conditions, the policy year and the member's number. Null: the bill was not adjudicated, or an earlier release filed it.
ALTER TABLE claims ADD COLUMN limited jsonb;
