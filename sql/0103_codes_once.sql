-- End of the period whose one-time code was typed last. A site may refuse a code that it sees twice, or lock the account.
ALTER TABLE credentials ADD COLUMN code_used_until timestamptz(3);
