-- Files on their way. Bytes lie in pieces beside the objects until all are there; a piece counts from the moment its row
-- stands, and rows are only added where the last one ended, so any process can go on.
CREATE TABLE upload (
  id uuid PRIMARY KEY,
  platform_id uuid NOT NULL REFERENCES platform,
  account_id uuid NOT NULL REFERENCES account,
  person_id uuid NOT NULL REFERENCES person,
  name text NOT NULL,
  size bigint NOT NULL CHECK (size > 0),
  received bigint NOT NULL DEFAULT 0,
  state text NOT NULL CHECK (state IN ('receiving', 'checking', 'ready', 'used')),
  sha256 bytea REFERENCES stored_object ON DELETE RESTRICT ON UPDATE RESTRICT,
  sm3 bytea,
  media_type text,
  created_at timestamptz NOT NULL DEFAULT app_now(),
  touched_at timestamptz NOT NULL DEFAULT app_now(),
  received_at timestamptz,
  CHECK (received BETWEEN 0 AND size),
  CHECK ((state = 'receiving') = (received < size)),
  CHECK ((state IN ('ready', 'used')) = (sha256 IS NOT NULL AND sm3 IS NOT NULL AND media_type IS NOT NULL AND received_at IS NOT NULL))
);
CREATE INDEX upload_object ON upload (sha256) WHERE sha256 IS NOT NULL;
CREATE INDEX upload_open ON upload (account_id, person_id, created_at) WHERE state <> 'used';
CREATE INDEX upload_left ON upload (touched_at) WHERE state <> 'used';

CREATE TABLE upload_part (
  upload_id uuid NOT NULL REFERENCES upload ON DELETE CASCADE,
  account_id uuid NOT NULL,
  at bigint NOT NULL,
  size bigint NOT NULL CHECK (size > 0),
  name text NOT NULL,
  PRIMARY KEY (upload_id, at)
);

ALTER TABLE upload ENABLE ROW LEVEL SECURITY;
ALTER TABLE upload_part ENABLE ROW LEVEL SECURITY;
-- Whoever sends a file is the only one who goes on with it and makes something of it, whatever they may see of evidence.
CREATE POLICY own ON upload TO shimakaze_app
  USING (account_id = (SELECT app_account()) AND ((SELECT app_person()) IS NULL OR person_id = (SELECT app_person())))
  WITH CHECK (account_id = (SELECT app_account()) AND ((SELECT app_person()) IS NULL OR person_id = (SELECT app_person())));
CREATE POLICY own ON upload_part TO shimakaze_app USING (account_id = (SELECT app_account())) WITH CHECK (account_id = (SELECT app_account()));
CREATE POLICY with_upload ON upload_part AS RESTRICTIVE TO shimakaze_app
  USING ((SELECT app_person()) IS NULL OR EXISTS (SELECT 1 FROM upload u WHERE u.id = upload_id));
CREATE POLICY system ON upload TO shimakaze_system USING (true) WITH CHECK (true);
CREATE POLICY system ON upload_part TO shimakaze_system USING (true) WITH CHECK (true);
-- What evidence was made of stays as the record of how it came.
CREATE POLICY never_used ON upload AS RESTRICTIVE FOR DELETE TO shimakaze_app, shimakaze_system USING (state <> 'used');
GRANT SELECT, INSERT, UPDATE, DELETE ON upload, upload_part TO shimakaze_app, shimakaze_system;
