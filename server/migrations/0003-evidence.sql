CREATE TABLE evidence (
  id uuid PRIMARY KEY,
  platform_id uuid NOT NULL REFERENCES platform,
  account_id uuid NOT NULL REFERENCES account,
  -- The acting person; the name is kept as it was.
  person_id uuid NOT NULL REFERENCES person,
  person_name text NOT NULL,
  owner_name text NOT NULL,
  owner_kind text NOT NULL CHECK (owner_kind IN ('personal', 'enterprise')),
  number text NOT NULL UNIQUE CHECK (number ~ '^[0-9]{18}$'),
  category text NOT NULL,
  name text NOT NULL,
  remark text NOT NULL DEFAULT '',
  labels text[] NOT NULL DEFAULT '{}',
  url text,
  lang text NOT NULL,
  status text NOT NULL CHECK (status IN ('queued', 'collecting', 'uploading', 'collected', 'failed', 'cancelled')),
  completeness text CHECK (completeness IN ('full', 'partial')),
  fail_reason text,
  fail_params jsonb NOT NULL DEFAULT '{}',
  hidden boolean NOT NULL DEFAULT false,
  unique_id text,
  request jsonb NOT NULL,
  capture jsonb,
  attempt integer NOT NULL DEFAULT 0,
  step text,
  percent integer NOT NULL DEFAULT 0 CHECK (percent BETWEEN 0 AND 100),
  heartbeat_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT app_now(),
  queued_at timestamptz NOT NULL DEFAULT app_now(),
  started_at timestamptz,
  finished_at timestamptz,
  sealed_at timestamptz,
  -- Exact bytes as sealed; never re-serialised.
  statement bytea,
  statement_sha256 bytea,
  token bytea,
  token_serial text,
  certificate_sha256 bytea,
  package_sha256 bytea,
  package_size bigint,
  certified_at timestamptz,
  CHECK ((status = 'collected') = (statement IS NOT NULL AND token IS NOT NULL AND sealed_at IS NOT NULL)),
  CHECK ((status = 'failed') = (fail_reason IS NOT NULL))
);
CREATE UNIQUE INDEX evidence_unique_id ON evidence (account_id, unique_id) WHERE unique_id IS NOT NULL;
CREATE INDEX evidence_newest ON evidence (account_id, created_at DESC, id DESC) WHERE NOT hidden;
CREATE INDEX evidence_labels ON evidence USING gin (labels);
CREATE INDEX evidence_queue ON evidence (queued_at, id) WHERE status = 'queued';
CREATE INDEX evidence_running ON evidence (heartbeat_at) WHERE status IN ('collecting', 'uploading');
CREATE INDEX evidence_statement ON evidence (statement_sha256);

CREATE TABLE evidence_file (
  id uuid PRIMARY KEY,
  evidence_id uuid NOT NULL REFERENCES evidence,
  account_id uuid NOT NULL,
  ordinal integer NOT NULL,
  path text NOT NULL,
  media_type text NOT NULL,
  size bigint NOT NULL CHECK (size >= 0),
  sha256 bytea NOT NULL,
  sm3 bytea NOT NULL,
  UNIQUE (evidence_id, path)
);
CREATE INDEX evidence_file_hash ON evidence_file (sha256);

-- A link for strangers: 256 random bits, stored hashed.
CREATE TABLE share (
  id uuid PRIMARY KEY,
  evidence_id uuid NOT NULL REFERENCES evidence,
  account_id uuid NOT NULL,
  token_sha256 bytea NOT NULL UNIQUE,
  with_package boolean NOT NULL,
  views integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT app_now(),
  expires_at timestamptz NOT NULL,
  revoked_at timestamptz
);
CREATE INDEX share_evidence ON share (evidence_id, created_at DESC);

-- The second wall behind the account filter of every query.
ALTER TABLE evidence ENABLE ROW LEVEL SECURITY;
ALTER TABLE evidence_file ENABLE ROW LEVEL SECURITY;
ALTER TABLE share ENABLE ROW LEVEL SECURITY;
CREATE POLICY own ON evidence TO shimakaze_app USING (account_id = (SELECT app_account())) WITH CHECK (account_id = (SELECT app_account()));
CREATE POLICY own ON evidence_file TO shimakaze_app USING (account_id = (SELECT app_account())) WITH CHECK (account_id = (SELECT app_account()));
CREATE POLICY own ON share TO shimakaze_app USING (account_id = (SELECT app_account())) WITH CHECK (account_id = (SELECT app_account()));
CREATE POLICY system ON evidence TO shimakaze_system USING (true) WITH CHECK (true);
CREATE POLICY system ON evidence_file TO shimakaze_system USING (true) WITH CHECK (true);
CREATE POLICY system ON share TO shimakaze_system USING (true) WITH CHECK (true);

GRANT SELECT, INSERT, UPDATE ON evidence, share TO shimakaze_app, shimakaze_system;
GRANT SELECT ON evidence_file TO shimakaze_app;
GRANT SELECT, INSERT ON evidence_file TO shimakaze_system;

-- How many captures wait before this one, over all accounts; tells a count and nothing else.
CREATE FUNCTION queue_position(at timestamptz, self uuid) RETURNS bigint LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public AS
  $$ SELECT count(*) FROM evidence WHERE status = 'queued' AND (queued_at, id) < (at, self) $$;
REVOKE ALL ON FUNCTION queue_position(timestamptz, uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION queue_position(timestamptz, uuid) TO shimakaze_app, shimakaze_system;
