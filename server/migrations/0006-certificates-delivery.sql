-- The public check looks an artefact up by its hash.
CREATE INDEX evidence_certificate ON evidence (certificate_sha256) WHERE certificate_sha256 IS NOT NULL;
CREATE INDEX evidence_package ON evidence (package_sha256) WHERE package_sha256 IS NOT NULL;
ALTER TABLE evidence ADD COLUMN package_sm3 bytea;

-- Many packages asked for at once; the archive is written while it is sent, so only the wish is kept.
CREATE TABLE bundle (
  id uuid PRIMARY KEY,
  account_id uuid NOT NULL REFERENCES account,
  evidence_ids uuid[] NOT NULL,
  created_at timestamptz NOT NULL DEFAULT app_now(),
  expires_at timestamptz NOT NULL
);
CREATE INDEX bundle_expiry ON bundle (expires_at);

-- Number and code let a stranger take the package. The code is short, so tries are few; a ticket opens one download.
CREATE TABLE extraction_code (
  evidence_id uuid PRIMARY KEY REFERENCES evidence,
  account_id uuid NOT NULL,
  code_phc text NOT NULL,
  wrong_tries integer NOT NULL DEFAULT 0,
  locked_until timestamptz,
  expires_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL DEFAULT app_now()
);
CREATE TABLE extraction_ticket (
  token_sha256 bytea PRIMARY KEY,
  evidence_id uuid NOT NULL REFERENCES evidence,
  expires_at timestamptz NOT NULL
);
CREATE INDEX extraction_ticket_expiry ON extraction_ticket (expires_at);

ALTER TABLE bundle ENABLE ROW LEVEL SECURITY;
ALTER TABLE extraction_code ENABLE ROW LEVEL SECURITY;
ALTER TABLE extraction_ticket ENABLE ROW LEVEL SECURITY;
CREATE POLICY own ON bundle TO shimakaze_app USING (account_id = (SELECT app_account())) WITH CHECK (account_id = (SELECT app_account()));
CREATE POLICY own ON extraction_code TO shimakaze_app USING (account_id = (SELECT app_account())) WITH CHECK (account_id = (SELECT app_account()));
CREATE POLICY system ON bundle TO shimakaze_system USING (true) WITH CHECK (true);
CREATE POLICY system ON extraction_code TO shimakaze_system USING (true) WITH CHECK (true);
CREATE POLICY system ON extraction_ticket TO shimakaze_system USING (true) WITH CHECK (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON bundle, extraction_code TO shimakaze_app, shimakaze_system;
GRANT SELECT, INSERT, DELETE ON extraction_ticket TO shimakaze_system;
