-- Pictures of seals of offices, which stand on their papers.
CREATE TABLE office_seal (
  id uuid PRIMARY KEY,
  platform_id uuid NOT NULL REFERENCES platform,
  account_id uuid NOT NULL REFERENCES office,
  -- A PNG as it was made of what was sent.
  sha256 bytea NOT NULL REFERENCES stored_object ON DELETE RESTRICT ON UPDATE RESTRICT,
  size bigint NOT NULL,
  person_id uuid NOT NULL REFERENCES person,
  person_name text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT app_now(),
  -- Papers that bear it keep it.
  withdrawn_at timestamptz
);
CREATE UNIQUE INDEX office_seal_in_use ON office_seal (account_id) WHERE withdrawn_at IS NULL;
CREATE INDEX office_seal_by ON office_seal (person_id);
CREATE INDEX office_seal_object ON office_seal (sha256);

ALTER TABLE judicial_paper ADD COLUMN seal_id uuid REFERENCES office_seal;

ALTER TABLE office_seal ENABLE ROW LEVEL SECURITY;
CREATE POLICY account ON office_seal FOR SELECT TO shimakaze_app USING (account_id = (SELECT app_account()));
CREATE POLICY system ON office_seal TO shimakaze_system USING (true) WITH CHECK (true);
GRANT SELECT ON office_seal TO shimakaze_app;
GRANT SELECT, INSERT, UPDATE (withdrawn_at, person_name) ON office_seal TO shimakaze_system;
