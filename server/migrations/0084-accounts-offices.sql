-- Accounts that answer orders of judicial services: a platform's staff say which.
CREATE TABLE office (
  account_id uuid PRIMARY KEY REFERENCES account,
  platform_id uuid NOT NULL REFERENCES platform,
  kind text NOT NULL CHECK (kind IN ('notary-office', 'institute')),
  full_name text NOT NULL,
  case_word text NOT NULL,
  licence text NOT NULL,
  phone text NOT NULL,
  address text NOT NULL,
  hours text,
  -- A closed one takes no new orders, and finishes what it has.
  is_open boolean NOT NULL DEFAULT true,
  created_at timestamptz NOT NULL DEFAULT app_now(),
  -- Numbers of cases of two offices are never alike.
  CONSTRAINT office_case_word UNIQUE (platform_id, case_word)
);
CREATE INDEX office_of_platform ON office (platform_id, created_at DESC, account_id DESC);

-- What somebody is in an office; without a row they have no part in its orders.
CREATE TABLE office_member (
  membership_id uuid PRIMARY KEY REFERENCES membership,
  platform_id uuid NOT NULL REFERENCES platform,
  account_id uuid NOT NULL REFERENCES office,
  role text NOT NULL CHECK (role IN ('notary', 'examiner', 'assistant')),
  practice_number text,
  CHECK (role = 'assistant' OR practice_number IS NOT NULL)
);
CREATE INDEX office_member_of ON office_member (account_id);

ALTER TABLE office ENABLE ROW LEVEL SECURITY;
CREATE POLICY account ON office FOR SELECT TO shimakaze_app USING (account_id = (SELECT app_account()));
CREATE POLICY system ON office TO shimakaze_system USING (true) WITH CHECK (true);
GRANT SELECT ON office TO shimakaze_app;
GRANT SELECT, INSERT, UPDATE ON office TO shimakaze_system;
ALTER TABLE office_member ENABLE ROW LEVEL SECURITY;
CREATE POLICY account ON office_member TO shimakaze_app USING (account_id = (SELECT app_account())) WITH CHECK (account_id = (SELECT app_account()));
CREATE POLICY system ON office_member TO shimakaze_system USING (true) WITH CHECK (true);
GRANT SELECT, INSERT, UPDATE (role, practice_number), DELETE ON office_member TO shimakaze_app;
GRANT SELECT, INSERT, UPDATE (practice_number), DELETE ON office_member TO shimakaze_system;
