-- Small files that people send: pictures and PDF. What nothing holds is removed after a day.
CREATE TABLE uploaded_file (
  id uuid PRIMARY KEY,
  platform_id uuid NOT NULL REFERENCES platform,
  account_id uuid NOT NULL REFERENCES account,
  person_id uuid NOT NULL REFERENCES person,
  scene text NOT NULL CHECK (scene IN ('platform', 'feedback', 'front')),
  name text NOT NULL,
  media_type text NOT NULL,
  size bigint NOT NULL CHECK (size > 0),
  sha256 bytea NOT NULL REFERENCES stored_object ON DELETE RESTRICT ON UPDATE RESTRICT,
  attached_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT app_now()
);
CREATE INDEX uploaded_file_object ON uploaded_file (sha256);
CREATE INDEX uploaded_file_loose ON uploaded_file (account_id, created_at) WHERE attached_at IS NULL;
ALTER TABLE uploaded_file ENABLE ROW LEVEL SECURITY;
CREATE POLICY own ON uploaded_file TO shimakaze_app
  USING (account_id = (SELECT app_account()) AND ((SELECT app_person()) IS NULL OR person_id = (SELECT app_person())))
  WITH CHECK (false);
CREATE POLICY system ON uploaded_file TO shimakaze_system USING (true) WITH CHECK (true);
GRANT SELECT ON uploaded_file TO shimakaze_app;
GRANT SELECT, INSERT, DELETE, UPDATE (attached_at) ON uploaded_file TO shimakaze_system;

-- What a platform shows of itself. The contract's schema says what stands in it; what is not set is absent.
CREATE TABLE platform_settings (
  platform_id uuid PRIMARY KEY REFERENCES platform,
  settings jsonb NOT NULL DEFAULT '{}',
  version integer NOT NULL DEFAULT 1,
  updated_at timestamptz NOT NULL DEFAULT app_now()
);
ALTER TABLE platform_settings ENABLE ROW LEVEL SECURITY;
CREATE POLICY system ON platform_settings TO shimakaze_system USING (true) WITH CHECK (true);
GRANT SELECT, INSERT, UPDATE ON platform_settings TO shimakaze_system;

-- Whether visitors of the installation's other platforms learn of it.
ALTER TABLE platform ADD COLUMN listed boolean NOT NULL DEFAULT false;
