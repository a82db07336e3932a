-- A person who approves a claim may state another amount than the one that the terms propose.

ALTER TABLE review_decisions ADD COLUMN amount_paise bigint CHECK (amount_paise > 0);
