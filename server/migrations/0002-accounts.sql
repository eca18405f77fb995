-- One white-label site, found by Host. The specification calls its id notaryId.
CREATE TABLE platform (
  id uuid PRIMARY KEY,
  notary_id text NOT NULL UNIQUE,
  name jsonb NOT NULL CHECK (name ? 'zh'),
  hosts text[] NOT NULL DEFAULT '{}',
  is_default boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT app_now()
);
CREATE UNIQUE INDEX platform_one_default ON platform (is_default) WHERE is_default;

-- Who signs in. A phone names one person on a platform.
CREATE TABLE person (
  id uuid PRIMARY KEY,
  platform_id uuid NOT NULL REFERENCES platform,
  phone text NOT NULL,
  name text NOT NULL,
  password_phc text,
  lang text NOT NULL DEFAULT 'zh-CN',
  consent_version text,
  consent_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT app_now(),
  UNIQUE (platform_id, phone)
);

-- The owner of evidence and money.
CREATE TABLE account (
  id uuid PRIMARY KEY,
  platform_id uuid NOT NULL REFERENCES platform,
  kind text NOT NULL CHECK (kind IN ('personal', 'enterprise')),
  name text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT app_now()
);

-- A person in an account. The wire's userId is a membership.
CREATE TABLE membership (
  id uuid PRIMARY KEY,
  platform_id uuid NOT NULL REFERENCES platform,
  person_id uuid NOT NULL REFERENCES person,
  account_id uuid NOT NULL REFERENCES account,
  role text NOT NULL CHECK (role IN ('owner', 'operator')),
  created_at timestamptz NOT NULL DEFAULT app_now(),
  UNIQUE (person_id, account_id)
);
CREATE INDEX membership_account ON membership (account_id);

-- A session belongs to a person; only the hash of its token is stored.
CREATE TABLE session (
  token_sha256 bytea PRIMARY KEY,
  platform_id uuid NOT NULL REFERENCES platform,
  person_id uuid NOT NULL REFERENCES person,
  created_at timestamptz NOT NULL DEFAULT app_now(),
  seen_at timestamptz NOT NULL DEFAULT app_now(),
  expires_at timestamptz NOT NULL,
  ip text NOT NULL,
  user_agent text NOT NULL
);
CREATE INDEX session_person ON session (person_id);

-- A captcha or a code by SMS: spent by success, by too many tries, or by time.
CREATE TABLE challenge (
  id uuid PRIMARY KEY,
  platform_id uuid NOT NULL REFERENCES platform,
  scene text NOT NULL,
  subject text,
  answer_sha256 bytea NOT NULL,
  tries_left integer NOT NULL CHECK (tries_left >= 0),
  expires_at timestamptz NOT NULL
);
CREATE INDEX challenge_expiry ON challenge (expires_at);

-- Who did what. The application may add rows; nobody may change or delete one.
CREATE TABLE audit (
  id uuid PRIMARY KEY,
  platform_id uuid NOT NULL,
  account_id uuid,
  actor_person_id uuid,
  actor_name text NOT NULL,
  action text NOT NULL,
  subject_kind text NOT NULL,
  subject_id uuid,
  details jsonb NOT NULL DEFAULT '{}',
  ip text,
  request_id text,
  at timestamptz NOT NULL DEFAULT app_now()
);
CREATE INDEX audit_subject ON audit (subject_id, at, id);
CREATE INDEX audit_account ON audit (account_id, at DESC, id DESC);

ALTER TABLE audit ENABLE ROW LEVEL SECURITY;
CREATE POLICY own ON audit TO shimakaze_app USING (account_id = (SELECT app_account())) WITH CHECK (account_id = (SELECT app_account()));
CREATE POLICY system ON audit TO shimakaze_system USING (true) WITH CHECK (true);

GRANT SELECT, INSERT, UPDATE ON platform, person, account, membership TO shimakaze_system;
GRANT SELECT, INSERT, UPDATE, DELETE ON session, challenge TO shimakaze_system;
GRANT SELECT, INSERT ON audit TO shimakaze_system, shimakaze_app;
