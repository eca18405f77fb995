-- A name for a session that may be shown: its token, and even the token's hash, never are.
ALTER TABLE session ADD COLUMN id uuid NOT NULL DEFAULT gen_random_uuid();
CREATE UNIQUE INDEX session_id ON session (id);

-- The key that secrets are sealed with, by its fingerprint: a process with another one could not open them, and must not add to them.
CREATE TABLE secret_key (
  id text PRIMARY KEY,
  only_one boolean NOT NULL DEFAULT true UNIQUE CHECK (only_one)
);

-- The second step of signing in. Without active_at it is being set up; last_step is the newest 30 seconds whose code was used.
CREATE TABLE totp (
  person_id uuid PRIMARY KEY REFERENCES person,
  secret text NOT NULL,
  active_at timestamptz,
  last_step bigint NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT app_now()
);
-- In the place of a lost device: each once. A code has 79 bits, so that its hash gives nothing to guess.
CREATE TABLE recovery_code (
  person_id uuid NOT NULL REFERENCES totp ON DELETE CASCADE,
  code_sha256 bytea NOT NULL,
  PRIMARY KEY (person_id, code_sha256)
);

GRANT SELECT, INSERT, DELETE ON secret_key TO shimakaze_system;
GRANT SELECT, INSERT, UPDATE, DELETE ON totp, recovery_code TO shimakaze_system;
