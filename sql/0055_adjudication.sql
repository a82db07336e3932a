-- Claims are adjudicated line by line if their policy names a product. What a policy still covers, who is insured and what
-- was used of each limit are records of the institution; what an approved claim uses stands on its payout.

CREATE TABLE products (
  team_id  text NOT NULL REFERENCES teams,
  code     text NOT NULL,
  title    text NOT NULL,
  -- Id of the rule set that has the product's terms; the day of the claim decides which version applies.
  rule_set text NOT NULL,
  PRIMARY KEY (team_id, code)
);

ALTER TABLE policies
  -- Null: claims are approved or escalated as a whole.
  ADD COLUMN product text,
  ADD COLUMN kind text NOT NULL DEFAULT 'individual' CHECK (kind IN ('individual', 'floater')),
  ADD COLUMN bonus_paise bigint NOT NULL DEFAULT 0 CHECK (bonus_paise >= 0),
  -- [{since, paise}]: the whole sum insured from each day on. Null: sum_insured_paise since the column `since`.
  ADD COLUMN slabs jsonb,
  ADD CONSTRAINT policies_product_fkey FOREIGN KEY (team_id, product) REFERENCES products;
CREATE INDEX policies_by_product ON policies (team_id, product) WHERE product IS NOT NULL;

CREATE TABLE members (
  team_id        text NOT NULL REFERENCES teams,
  number         text NOT NULL,
  policy         text NOT NULL,
  -- Keyed digests, to be matched, and masked copies, to be shown.
  pan_key        bytea,
  pan_masked     text,
  aadhaar_key    bytea,
  aadhaar_masked text,
  digest_key     text NOT NULL,
  birth          date,
  -- Waiting periods of this person count from here.
  joined         date NOT NULL,
  -- ICD-10 categories of the diseases that the person had before.
  pre_existing   text[] NOT NULL DEFAULT '{}',
  updated_at     timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (team_id, number),
  FOREIGN KEY (team_id, policy) REFERENCES policies,
  CHECK (pan_key IS NOT NULL OR aadhaar_key IS NOT NULL)
);
CREATE INDEX members_by_policy ON members (team_id, policy);

-- What was used of each limit that counts by policy year. Payouts that are queued reserve more (payouts.moves).
CREATE TABLE counters (
  team_id    text NOT NULL REFERENCES teams,
  policy     text NOT NULL,
  -- First day of the policy year.
  year_from  date NOT NULL,
  -- Id of a limit, with its part: cataract:right.
  benefit    text NOT NULL,
  -- Number of the member whose limit it is; '' for a limit of the whole policy.
  member     text NOT NULL DEFAULT '',
  -- The four of them, for addresses: HI-2001~2026-04-01~cataract:right~M-1.
  key        text NOT NULL,
  used_paise bigint NOT NULL CHECK (used_paise >= 0),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (team_id, policy, year_from, benefit, member),
  FOREIGN KEY (team_id, policy) REFERENCES policies
);
CREATE UNIQUE INDEX counters_by_key ON counters (team_id, key);

ALTER TABLE payouts
  -- [{year, benefit, member, paise}]: what the payout uses of limits that count by policy year.
  ADD COLUMN moves jsonb NOT NULL DEFAULT '[]';

ALTER TABLE claims
  -- Null: the claim was approved or escalated as a whole.
  ADD COLUMN outcome text CHECK (outcome IN ('approve', 'approve_part', 'refer')),
  -- What the terms approve, or propose for a claim that a person decides; null if they propose nothing.
  ADD COLUMN approved_paise bigint CHECK (approved_paise >= 0),
  -- What an approval of that amount uses of other limits, in the form of payouts.moves.
  ADD COLUMN moves jsonb NOT NULL DEFAULT '[]',
  ADD COLUMN hospital_key bytea,
  -- The stay of a patient whose claim the machine approved, by PAN and by Aadhaar number: digest times 10,000,000 plus the
  -- day, so that ranges of different patients never meet. Null for a claim that a person has decided.
  ADD COLUMN stay_by_pan numrange,
  ADD COLUMN stay_by_aadhaar numrange,
  ADD CONSTRAINT claims_stay_taken CHECK (decision = 'approve' OR num_nonnulls(stay_by_pan, stay_by_aadhaar) = 0),
  ADD CONSTRAINT claims_stay_by_pan EXCLUDE USING gist (stay_by_pan WITH &&),
  ADD CONSTRAINT claims_stay_by_aadhaar EXCLUDE USING gist (stay_by_aadhaar WITH &&);

-- {rule_set, outcome, amount, adjustments, passed} as the API shows it; null if the run decided about no claim.
ALTER TABLE runs ADD COLUMN adjudication jsonb;

GRANT SELECT, INSERT, UPDATE, DELETE ON products, members, counters TO pramaan_app;
