-- Whether evidence of an account is stamped by third parties too, and whether its certificate waits for that.
ALTER TABLE account ADD COLUMN timestamps text NOT NULL DEFAULT 'best-effort' CHECK (timestamps IN ('none', 'best-effort', 'required'));

-- What is delivered is the sealed core with what was proven later behind it: package_* tells of the whole, core_* names the object of the store.
ALTER TABLE evidence ADD COLUMN core_sha256 bytea, ADD COLUMN core_size bigint, ADD COLUMN package_edition integer NOT NULL DEFAULT 0;
UPDATE evidence SET core_sha256 = package_sha256, core_size = package_size WHERE package_sha256 IS NOT NULL;
ALTER TABLE evidence DROP CONSTRAINT evidence_package_object;
ALTER TABLE evidence ADD CONSTRAINT evidence_core_object FOREIGN KEY (core_sha256) REFERENCES stored_object ON DELETE RESTRICT ON UPDATE RESTRICT;
ALTER TABLE evidence ADD CONSTRAINT evidence_core_whole CHECK ((core_sha256 IS NULL) = (package_sha256 IS NULL) AND (core_size IS NULL) = (core_sha256 IS NULL));
CREATE INDEX evidence_core ON evidence (core_sha256) WHERE core_sha256 IS NOT NULL;

-- Entries that are appended to a package, written once; those of an edition are in every later one. Null: not in any yet.
CREATE TABLE later_proof (
  evidence_id uuid NOT NULL REFERENCES evidence,
  account_id uuid NOT NULL REFERENCES account,
  path text NOT NULL,
  bytes bytea NOT NULL CHECK (length(bytes) <= 1048576),
  edition integer,
  created_at timestamptz NOT NULL DEFAULT app_now(),
  PRIMARY KEY (evidence_id, path)
);
CREATE INDEX later_proof_waiting ON later_proof (created_at) WHERE edition IS NULL;

-- Packages as they were delivered before something was appended: whoever holds such a copy still finds its evidence.
CREATE TABLE package_before (
  evidence_id uuid NOT NULL REFERENCES evidence,
  account_id uuid NOT NULL REFERENCES account,
  edition integer NOT NULL,
  package_sha256 bytea NOT NULL,
  package_size bigint NOT NULL,
  until timestamptz NOT NULL DEFAULT app_now(),
  PRIMARY KEY (evidence_id, edition)
);
CREATE INDEX package_before_hash ON package_before (package_sha256);

-- A statement that third parties should stamp, written with its sealing.
CREATE TABLE timestamp_need (
  id uuid PRIMARY KEY,
  account_id uuid NOT NULL REFERENCES account,
  evidence_id uuid NOT NULL REFERENCES evidence,
  statement_sha256 bytea NOT NULL,
  wanted integer NOT NULL CHECK (wanted > 0),
  required boolean NOT NULL,
  state text NOT NULL DEFAULT 'WAITING' CHECK (state IN ('WAITING', 'ASKING', 'DONE')),
  attempts integer NOT NULL DEFAULT 0,
  since timestamptz NOT NULL DEFAULT app_now(),
  due_at timestamptz NOT NULL DEFAULT app_now(),
  asked_at timestamptz,
  done_at timestamptz,
  UNIQUE (evidence_id, statement_sha256)
);
CREATE INDEX timestamp_need_due ON timestamp_need (due_at) WHERE state = 'WAITING';
CREATE INDEX timestamp_need_asking ON timestamp_need (asked_at) WHERE state = 'ASKING';
CREATE INDEX timestamp_need_open ON timestamp_need (since) WHERE state <> 'DONE';

-- Tokens of third parties, as they came.
CREATE TABLE timestamp_token (
  id uuid PRIMARY KEY,
  account_id uuid NOT NULL REFERENCES account,
  evidence_id uuid NOT NULL REFERENCES evidence,
  statement_sha256 bytea NOT NULL,
  -- Names the entries of the package: 101 is the first.
  number integer NOT NULL CHECK (number BETWEEN 101 AND 199),
  provider text NOT NULL,
  provider_name text NOT NULL,
  authority text NOT NULL,
  serial text NOT NULL,
  policy text NOT NULL,
  gen_time timestamptz NOT NULL,
  milliseconds integer NOT NULL,
  der bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT app_now(),
  UNIQUE (evidence_id, statement_sha256, provider),
  UNIQUE (evidence_id, number)
);
CREATE INDEX timestamp_token_newest ON timestamp_token (provider, created_at DESC);

-- The breaker of each provider, the same for all processes. Open until then; whoever moves that instant on may try once.
CREATE TABLE timestamp_provider (
  id text PRIMARY KEY,
  failures integer NOT NULL DEFAULT 0,
  open_until timestamptz,
  last_good_at timestamptz,
  last_error text,
  last_error_detail text NOT NULL DEFAULT '',
  last_error_at timestamptz
);

DO $$
DECLARE name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['later_proof', 'package_before', 'timestamp_need', 'timestamp_token', 'timestamp_provider'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('CREATE POLICY system ON %I TO shimakaze_system USING (true) WITH CHECK (true)', name);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO shimakaze_system', name);
  END LOOP;
END $$;
