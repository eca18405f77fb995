-- A WeChat or Alipay by which a person signs in. `subject` names them within one application; `also` is the older of two names
-- that Alipay may tell, `union_id` the one that several applications of one owner share. No token of the vendor is kept.
CREATE TABLE third_account (
  id uuid PRIMARY KEY,
  platform_id uuid NOT NULL REFERENCES platform,
  person_id uuid NOT NULL REFERENCES person,
  provider text NOT NULL CHECK (provider IN ('WECHAT', 'ALIPAY')),
  app_id text NOT NULL,
  subject text NOT NULL CHECK (subject <> ''),
  also text,
  union_id text,
  bound_at timestamptz NOT NULL DEFAULT app_now(),
  UNIQUE (person_id, provider)
);
CREATE UNIQUE INDEX third_account_subject ON third_account (platform_id, provider, app_id, subject);
CREATE UNIQUE INDEX third_account_also ON third_account (platform_id, provider, app_id, also) WHERE also IS NOT NULL;
CREATE UNIQUE INDEX third_account_union ON third_account (platform_id, provider, union_id) WHERE union_id IS NOT NULL;

-- A way to a vendor's page and back: for one browser, and for one session where it binds. `code_sha256` is set by the first
-- answer that comes; the same answer again is told what became of the first.
CREATE TABLE third_attempt (
  id uuid PRIMARY KEY,
  platform_id uuid NOT NULL REFERENCES platform,
  provider text NOT NULL CHECK (provider IN ('WECHAT', 'ALIPAY')),
  app_id text NOT NULL,
  purpose text NOT NULL CHECK (purpose IN ('SIGN_IN', 'BIND', 'REBIND')),
  state_sha256 bytea NOT NULL UNIQUE,
  browser_sha256 bytea NOT NULL,
  session_sha256 bytea,
  code_sha256 bytea,
  outcome text,
  subject text,
  also text,
  union_id text,
  expires_at timestamptz NOT NULL,
  CHECK ((session_sha256 IS NULL) = (purpose = 'SIGN_IN'))
);
CREATE INDEX third_attempt_expiry ON third_attempt (expires_at);

ALTER TABLE third_account ENABLE ROW LEVEL SECURITY;
CREATE POLICY system ON third_account TO shimakaze_system USING (true) WITH CHECK (true);
ALTER TABLE third_attempt ENABLE ROW LEVEL SECURITY;
CREATE POLICY system ON third_attempt TO shimakaze_system USING (true) WITH CHECK (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON third_account, third_attempt TO shimakaze_system;
