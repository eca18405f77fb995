-- A hash that was deposited before its file. Its first statement lies in `evidence` and stays as it was stamped; when the
-- original comes, a second statement with a stamp of its own is added here, and names the first.
CREATE TABLE hash_deposit (
  evidence_id uuid PRIMARY KEY REFERENCES evidence,
  account_id uuid NOT NULL,
  claimed_sha256 bytea NOT NULL CHECK (octet_length(claimed_sha256) = 32),
  claimed_sm3 bytea CHECK (octet_length(claimed_sm3) = 32),
  size bigint CHECK (size > 0),
  file_name text NOT NULL,
  upload_id uuid REFERENCES upload,
  acting_name text,
  acting_role text,
  statement bytea,
  statement_sha256 bytea,
  token bytea,
  token_serial text,
  sealed_at timestamptz,
  CHECK ((statement IS NULL) = (token IS NULL) AND (statement IS NULL) = (sealed_at IS NULL) AND (statement IS NULL) = (statement_sha256 IS NULL)),
  CHECK (statement IS NULL OR upload_id IS NOT NULL),
  CHECK ((upload_id IS NULL) = (acting_name IS NULL) AND (upload_id IS NULL) = (acting_role IS NULL))
);
CREATE INDEX hash_deposit_claimed ON hash_deposit (claimed_sha256);
CREATE INDEX hash_deposit_statement ON hash_deposit (statement_sha256) WHERE statement_sha256 IS NOT NULL;
CREATE INDEX hash_deposit_upload ON hash_deposit (upload_id) WHERE upload_id IS NOT NULL;
ALTER TABLE hash_deposit ENABLE ROW LEVEL SECURITY;
CREATE POLICY own ON hash_deposit TO shimakaze_app USING (account_id = (SELECT app_account())) WITH CHECK (account_id = (SELECT app_account()));
CREATE POLICY with_evidence ON hash_deposit AS RESTRICTIVE TO shimakaze_app
  USING ((SELECT app_person()) IS NULL OR EXISTS (SELECT 1 FROM evidence e WHERE e.id = evidence_id));
CREATE POLICY system ON hash_deposit TO shimakaze_system USING (true) WITH CHECK (true);
GRANT SELECT, INSERT ON hash_deposit TO shimakaze_app, shimakaze_system;
GRANT UPDATE (upload_id, acting_name, acting_role) ON hash_deposit TO shimakaze_app, shimakaze_system;
GRANT UPDATE (statement, statement_sha256, token, token_serial, sealed_at) ON hash_deposit TO shimakaze_system;

-- When the original of a hash deposit was sealed beside it.
ALTER TABLE evidence ADD COLUMN original_at timestamptz;
CREATE INDEX evidence_of_category ON evidence (account_id, category, created_at DESC, id DESC) WHERE NOT hidden;

-- The owner's own name for a file. The path that was sealed never changes.
ALTER TABLE evidence_file ADD COLUMN shown_name text;
GRANT UPDATE (shown_name) ON evidence_file TO shimakaze_app;
