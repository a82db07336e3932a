-- Claims are told apart by their patient: two people on one policy are no duplicates, and one person is in one bed at a
-- time. Salted digests of a valid PAN and Aadhaar number; null where the claim has none, and on claims filed before.

ALTER TABLE claims ADD COLUMN pan_key bytea, ADD COLUMN aadhaar_key bytea;
CREATE INDEX claims_by_pan ON claims (team_id, pan_key) WHERE pan_key IS NOT NULL;
CREATE INDEX claims_by_aadhaar ON claims (team_id, aadhaar_key) WHERE aadhaar_key IS NOT NULL;
