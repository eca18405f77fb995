-- A copy of what is kept about a person, made for that person. The object goes when `expires_at` is over; the row stays a while as the record of it.
CREATE TABLE data_export (
  id uuid PRIMARY KEY,
  platform_id uuid NOT NULL REFERENCES platform,
  person_id uuid NOT NULL REFERENCES person,
  state text NOT NULL DEFAULT 'WAITING' CHECK (state IN ('WAITING', 'READY', 'FAILED', 'EXPIRED')),
  sha256 bytea REFERENCES stored_object ON DELETE RESTRICT ON UPDATE RESTRICT,
  size bigint CHECK (size > 0),
  asked_at timestamptz NOT NULL DEFAULT app_now(),
  ready_at timestamptz,
  expires_at timestamptz,
  CHECK ((state = 'READY') = (sha256 IS NOT NULL)),
  CHECK (state <> 'READY' OR (size IS NOT NULL AND ready_at IS NOT NULL AND expires_at IS NOT NULL))
);
CREATE UNIQUE INDEX data_export_open ON data_export (person_id) WHERE state = 'WAITING';
CREATE INDEX data_export_newest ON data_export (person_id, asked_at DESC);
CREATE INDEX data_export_object ON data_export (sha256) WHERE sha256 IS NOT NULL;
CREATE INDEX data_export_ending ON data_export (expires_at) WHERE state = 'READY';
ALTER TABLE data_export ENABLE ROW LEVEL SECURITY;
-- A person's own, in whichever account they act.
CREATE POLICY own ON data_export FOR SELECT TO shimakaze_app USING (person_id = (SELECT app_reader()));
CREATE POLICY system ON data_export TO shimakaze_system USING (true) WITH CHECK (true);
GRANT SELECT ON data_export TO shimakaze_app;
GRANT SELECT, INSERT, DELETE, UPDATE (state, sha256, size, ready_at, expires_at) ON data_export TO shimakaze_system;

-- Read for the copy.
CREATE POLICY system ON list_view TO shimakaze_system USING (true) WITH CHECK (true);
CREATE POLICY system ON list_layout TO shimakaze_system USING (true) WITH CHECK (true);
GRANT SELECT ON list_view, list_layout TO shimakaze_system;
