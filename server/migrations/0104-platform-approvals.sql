-- Changes that one person asks for and another one decides on.
CREATE TABLE approval (
  id uuid PRIMARY KEY,
  platform_id uuid NOT NULL REFERENCES platform,
  kind text NOT NULL CHECK (kind IN ('administrator', 'decider', 'transfer-account', 'price', 'offer')),
  -- The platform, the membership in an office, or null for a price or a package.
  subject_id uuid,
  -- The account that the change is in; null where it is the platform's.
  account_id uuid REFERENCES account,
  request jsonb NOT NULL CHECK (jsonb_typeof(request) = 'object'),
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'applied', 'refused', 'withdrawn')),
  asked_by uuid NOT NULL REFERENCES person,
  asked_name text NOT NULL,
  decided_by uuid REFERENCES person,
  decided_name text,
  decided_at timestamptz,
  answer text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL DEFAULT app_now(),
  CHECK ((state = 'waiting') = (decided_at IS NULL)),
  CHECK (state NOT IN ('applied', 'refused') OR (decided_by IS NOT NULL AND decided_by <> asked_by))
);
CREATE INDEX approval_of ON approval (platform_id, created_at DESC, id DESC);
CREATE INDEX approval_account ON approval (account_id) WHERE account_id IS NOT NULL;
-- Of one thing one change waits at a time.
CREATE UNIQUE INDEX approval_waiting ON approval (kind, subject_id) WHERE state = 'waiting' AND kind IN ('decider', 'transfer-account');
ALTER TABLE approval ENABLE ROW LEVEL SECURITY;
CREATE POLICY account ON approval FOR SELECT TO shimakaze_app USING (account_id = (SELECT app_account()));
CREATE POLICY system ON approval TO shimakaze_system USING (true) WITH CHECK (true);
GRANT SELECT ON approval TO shimakaze_app;
GRANT SELECT, INSERT, UPDATE (state, asked_name, decided_by, decided_name, decided_at, answer, request) ON approval TO shimakaze_system;

-- Nobody becomes a notary or an examiner of an office by what its own account does.
REVOKE INSERT, UPDATE (role, practice_number), DELETE ON office_member FROM shimakaze_app;
GRANT UPDATE (role) ON office_member TO shimakaze_system;

ALTER TABLE raised_person DROP CONSTRAINT raised_person_way_check, ADD CONSTRAINT raised_person_way_check CHECK (way IN ('administrator', 'second-step', 'standing', 'decider'));
