-- Preservation reports: one sealed paper of the platform over several pieces of evidence.
CREATE TABLE preservation_report (
  id uuid PRIMARY KEY,
  number text NOT NULL UNIQUE CHECK (number ~ '^[0-9]{6,32}$'),
  platform_id uuid NOT NULL REFERENCES platform,
  account_id uuid NOT NULL REFERENCES account,
  person_id uuid NOT NULL REFERENCES person,
  person_name text NOT NULL,
  title text NOT NULL,
  -- Of the evidence that it names, in this order.
  numbers text[] NOT NULL CHECK (cardinality(numbers) > 0),
  -- Canonical JSON (proof/paper/statement.ts), byte by byte.
  statement bytea NOT NULL CHECK (length(statement) BETWEEN 1 AND 1048576),
  statement_sha256 bytea NOT NULL UNIQUE CHECK (statement_sha256 = sha256(statement)),
  -- Of the sealed page, once it is there.
  sha256 bytea REFERENCES stored_object ON DELETE RESTRICT ON UPDATE RESTRICT,
  size bigint,
  sealed_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT app_now(),
  CHECK (num_nulls(sha256, size, sealed_at) IN (0, 3))
);
CREATE INDEX preservation_report_newest ON preservation_report (account_id, created_at DESC, id DESC);
CREATE INDEX preservation_report_object ON preservation_report (sha256);
CREATE INDEX preservation_report_by ON preservation_report (person_id);
CREATE INDEX preservation_report_unsealed ON preservation_report (created_at) WHERE sealed_at IS NULL;
CREATE TRIGGER preservation_report_stays BEFORE UPDATE OF statement, sha256 ON preservation_report FOR EACH ROW WHEN (OLD.sealed_at IS NOT NULL) EXECUTE FUNCTION keep_judicial_paper();
CREATE TRIGGER preservation_report_kept BEFORE DELETE ON preservation_report FOR EACH ROW EXECUTE FUNCTION keep_judicial_paper();
CREATE TRIGGER is_logged AFTER INSERT ON preservation_report FOR EACH ROW EXECUTE FUNCTION log_paper();

ALTER TABLE preservation_report ENABLE ROW LEVEL SECURITY;
CREATE POLICY account ON preservation_report TO shimakaze_app USING (account_id = (SELECT app_account())) WITH CHECK (account_id = (SELECT app_account()));
CREATE POLICY system ON preservation_report TO shimakaze_system USING (true) WITH CHECK (true);
GRANT SELECT, INSERT ON preservation_report TO shimakaze_app;
GRANT SELECT, INSERT, UPDATE (sha256, size, sealed_at, person_name) ON preservation_report TO shimakaze_system;
