-- Public keys by which programs of an account sign what they ask for. Each acts in the part of whoever made it.
CREATE TABLE api_key (
  id uuid PRIMARY KEY,
  platform_id uuid NOT NULL REFERENCES platform,
  account_id uuid NOT NULL REFERENCES account,
  membership_id uuid NOT NULL REFERENCES membership,
  name text NOT NULL,
  access_key text NOT NULL UNIQUE CHECK (access_key ~ '^[0-9a-f]{32}$'),
  -- SubjectPublicKeyInfo in DER, and its SHA-256 in hexadecimal.
  public_key bytea NOT NULL,
  bits integer NOT NULL,
  fingerprint text NOT NULL,
  -- Addresses and networks that it may be used from; none means any.
  ips text[] NOT NULL DEFAULT '{}',
  status text NOT NULL DEFAULT 'ACTIVE' CHECK (status IN ('ACTIVE', 'DISABLED', 'REVOKED')),
  expires_at timestamptz,
  last_used_at timestamptz,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT app_now(),
  updated_at timestamptz NOT NULL DEFAULT app_now()
);
-- A key pair that was revoked does not come back.
CREATE UNIQUE INDEX api_key_same ON api_key (account_id, fingerprint);
CREATE INDEX api_key_newest ON api_key (account_id, created_at DESC, id DESC);
CREATE INDEX api_key_name ON api_key (account_id, name, id);
ALTER TABLE api_key ENABLE ROW LEVEL SECURITY;
-- Whoever sees their own evidence alone manages no keys.
CREATE POLICY own ON api_key TO shimakaze_app
  USING (account_id = (SELECT app_account()) AND (SELECT app_person()) IS NULL)
  WITH CHECK (account_id = (SELECT app_account()) AND (SELECT app_person()) IS NULL);
CREATE POLICY system ON api_key TO shimakaze_system USING (true) WITH CHECK (true);
GRANT SELECT, INSERT, UPDATE (name, ips, status, expires_at, version, updated_at) ON api_key TO shimakaze_app;
GRANT SELECT, INSERT, UPDATE (last_used_at) ON api_key TO shimakaze_system;

-- What was asked with a key and how that ended; nothing of what was sent.
CREATE TABLE api_call (
  id uuid PRIMARY KEY,
  platform_id uuid NOT NULL REFERENCES platform,
  account_id uuid NOT NULL REFERENCES account,
  key_id uuid NOT NULL REFERENCES api_key,
  request_id text NOT NULL,
  operation text NOT NULL,
  ip text NOT NULL,
  result text NOT NULL,
  milliseconds integer NOT NULL,
  at timestamptz NOT NULL DEFAULT app_now()
);
CREATE INDEX api_call_newest ON api_call (key_id, at DESC, id DESC);
CREATE INDEX api_call_old ON api_call (at);
ALTER TABLE api_call ENABLE ROW LEVEL SECURITY;
CREATE POLICY own ON api_call TO shimakaze_app USING (account_id = (SELECT app_account()) AND (SELECT app_person()) IS NULL) WITH CHECK (false);
CREATE POLICY system ON api_call TO shimakaze_system USING (true) WITH CHECK (true);
GRANT SELECT ON api_call TO shimakaze_app;
GRANT SELECT, INSERT, DELETE ON api_call TO shimakaze_system;
