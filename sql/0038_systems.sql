-- The inventory of a team's AI systems. What the systems are follows from the code and the settings; this is what people say of them.
CREATE TABLE systems (
  team_id     text NOT NULL REFERENCES teams,
  -- `vertical:<id>`, `model:<name>`, `operators` or `tool:<name>`.
  id          text NOT NULL,
  owner       text,
  risk_tier   text CHECK (risk_tier IN ('low', 'medium', 'high')),
  validator   text,
  approved_on date,
  next_review date,
  updated_at  timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (team_id, id)
);

GRANT SELECT, INSERT, UPDATE ON systems TO pramaan_app;
