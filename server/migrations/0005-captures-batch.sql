-- A sheet of addresses: checked when it comes in, started as a batch when its owner says so.
CREATE TABLE capture_batch (
  id uuid PRIMARY KEY,
  platform_id uuid NOT NULL REFERENCES platform,
  account_id uuid NOT NULL REFERENCES account,
  person_id uuid NOT NULL REFERENCES person,
  person_name text NOT NULL,
  file_name text NOT NULL,
  -- Rows as read, before they were judged: they are judged again when the batch starts.
  rows jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT app_now(),
  submitted_at timestamptz
);
CREATE INDEX capture_batch_newest ON capture_batch (account_id, submitted_at DESC) WHERE submitted_at IS NOT NULL;
CREATE INDEX capture_batch_pending ON capture_batch (created_at) WHERE submitted_at IS NULL;
ALTER TABLE evidence ADD COLUMN batch_id uuid REFERENCES capture_batch;
CREATE INDEX evidence_batch ON evidence (batch_id) WHERE batch_id IS NOT NULL;

ALTER TABLE capture_batch ENABLE ROW LEVEL SECURITY;
CREATE POLICY own ON capture_batch TO shimakaze_app USING (account_id = (SELECT app_account())) WITH CHECK (account_id = (SELECT app_account()));
CREATE POLICY system ON capture_batch TO shimakaze_system USING (true) WITH CHECK (true);
-- A batch that was started is part of the record; only a sheet that was merely checked may go.
CREATE POLICY only_pending ON capture_batch AS RESTRICTIVE FOR DELETE TO shimakaze_app, shimakaze_system USING (submitted_at IS NULL);
GRANT SELECT, INSERT, UPDATE, DELETE ON capture_batch TO shimakaze_app, shimakaze_system;
