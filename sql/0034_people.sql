-- People who sign in, their sessions, and the links with which a local person signs in.

CREATE TABLE people (
  id             text PRIMARY KEY CHECK (id ~ '^person_[0-9a-z]{1,40}$'),
  team_id        text NOT NULL REFERENCES teams,
  -- Shown to the team's administrators. Ledger rows and logs contain only its initials.
  name           text NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
  -- Who the person is at the identity provider. Null for a local person, who signs in with links.
  issuer         text,
  subject        text,
  roles          text[] NOT NULL,
  -- Whether each sign-in takes the roles from the identity provider, or they were given here.
  roles_from     text NOT NULL CHECK (roles_from IN ('provider', 'here')),
  -- When the identity provider issued the token that the roles come from. An older token does not bring roles back.
  roles_at       timestamptz(3),
  created_at     timestamptz(3) NOT NULL DEFAULT now(),
  signed_in_at   timestamptz(3),
  deactivated_at timestamptz(3),
  UNIQUE (issuer, subject, team_id),
  UNIQUE (id, team_id),
  CHECK ((issuer IS NULL) = (subject IS NULL)),
  CHECK (issuer IS NOT NULL OR roles_from = 'here')
);
CREATE INDEX people_by_team ON people (team_id, created_at);

CREATE TABLE sessions (
  id             text PRIMARY KEY CHECK (id ~ '^session_[0-9a-z]{1,40}$'),
  team_id        text NOT NULL REFERENCES teams,
  person_id      text NOT NULL REFERENCES people,
  -- Of the cookie, which is never stored.
  token_hash     bytea NOT NULL UNIQUE CHECK (octet_length(token_hash) = 32),
  signed_in_with text NOT NULL CHECK (signed_in_with IN ('provider', 'link')),
  -- The browser as it names itself, masked.
  client         text NOT NULL,
  created_at     timestamptz(3) NOT NULL DEFAULT now(),
  last_used_at   timestamptz(3) NOT NULL DEFAULT now(),
  expires_at     timestamptz(3) NOT NULL,
  ended_at       timestamptz(3)
);
CREATE INDEX sessions_of_person ON sessions (person_id, created_at);

-- Links that sign in a local person once.
CREATE TABLE sign_in_links (
  id         text PRIMARY KEY CHECK (id ~ '^link_[0-9a-z]{1,40}$'),
  team_id    text NOT NULL REFERENCES teams,
  person_id  text NOT NULL REFERENCES people,
  token_hash bytea NOT NULL UNIQUE CHECK (octet_length(token_hash) = 32),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  expires_at timestamptz(3) NOT NULL,
  used_at    timestamptz(3),
  -- How often the link was refused after it was used up or too late. Only the first refusals get a ledger row.
  refused    integer NOT NULL DEFAULT 0
);
CREATE INDEX sign_in_links_of_person ON sign_in_links (person_id);

-- Sign-ins that were completed, so that the same answer of the identity provider works only once.
CREATE TABLE completed_sign_ins (
  state_hash bytea PRIMARY KEY CHECK (octet_length(state_hash) = 32),
  team_id    text NOT NULL REFERENCES teams,
  person_id  text NOT NULL REFERENCES people,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  replayed   integer NOT NULL DEFAULT 0
);
CREATE INDEX completed_sign_ins_by_age ON completed_sign_ins (created_at);

GRANT SELECT, INSERT, UPDATE ON people, sessions, sign_in_links TO pramaan_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON completed_sign_ins TO pramaan_app;
