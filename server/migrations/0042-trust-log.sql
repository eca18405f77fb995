-- The transparency log: an append-only Merkle tree (RFC 6962) whose signed checkpoints anybody may keep (C2SP tlog-tiles).
-- Rows are the truth; tiles, proofs and exports are made of them. A shard is a tree of its own with a key of its own.
CREATE TABLE log_shard (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- Last part of its address: the year, and a number where a year has several.
  name text NOT NULL UNIQUE CHECK (name ~ '^\d{4}(-\d+)?$'),
  -- As it stands in every checkpoint: address without scheme.
  origin text NOT NULL UNIQUE,
  -- DER, of the one key that signs its checkpoints.
  certificate bytea NOT NULL,
  opened_at timestamptz NOT NULL DEFAULT app_now()
);
-- What waits to be appended. Written by the change itself, so that nothing sealed is ever left out.
CREATE TABLE log_queue (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('evidence', 'audit')),
  -- Digest of the statement, or of the batch.
  subject text NOT NULL,
  evidence_id uuid,
  leaf bytea NOT NULL CHECK (length(leaf) BETWEEN 1 AND 65535),
  queued_at timestamptz NOT NULL DEFAULT app_now(),
  UNIQUE (kind, subject)
);
CREATE TABLE log_entry (
  shard_id integer NOT NULL REFERENCES log_shard,
  idx bigint NOT NULL CHECK (idx >= 0),
  kind text NOT NULL CHECK (kind IN ('evidence', 'audit', 'shard')),
  subject text NOT NULL,
  evidence_id uuid,
  leaf bytea NOT NULL,
  -- Of the first checkpoint that covers it.
  size bigint NOT NULL CHECK (size > idx),
  at timestamptz NOT NULL DEFAULT app_now(),
  PRIMARY KEY (shard_id, idx),
  UNIQUE (kind, subject)
);
CREATE INDEX log_entry_evidence ON log_entry (evidence_id) WHERE evidence_id IS NOT NULL;
-- Level 0: hashes of leaves. Level n: roots of whole tiles of 256 hashes of the level below.
CREATE TABLE log_node (
  shard_id integer NOT NULL REFERENCES log_shard,
  level smallint NOT NULL CHECK (level >= 0),
  idx bigint NOT NULL CHECK (idx >= 0),
  hash bytea NOT NULL CHECK (length(hash) = 32),
  PRIMARY KEY (shard_id, level, idx)
);
CREATE TABLE log_checkpoint (
  shard_id integer NOT NULL REFERENCES log_shard,
  size bigint NOT NULL CHECK (size > 0),
  root bytea NOT NULL CHECK (length(root) = 32),
  -- The signed note, byte by byte as it was published.
  note bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT app_now(),
  PRIMARY KEY (shard_id, size)
);

CREATE TRIGGER never_changed BEFORE UPDATE OR DELETE OR TRUNCATE ON log_entry FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER never_changed BEFORE UPDATE OR DELETE OR TRUNCATE ON log_node FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER never_changed BEFORE UPDATE OR DELETE OR TRUNCATE ON log_checkpoint FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
ALTER TABLE log_entry ENABLE ALWAYS TRIGGER never_changed;
ALTER TABLE log_node ENABLE ALWAYS TRIGGER never_changed;
ALTER TABLE log_checkpoint ENABLE ALWAYS TRIGGER never_changed;

-- As proof/log/leaf.ts writes it: the digests of a statement and of its time-stamp, and nothing that tells what it is about.
CREATE FUNCTION evidence_leaf(statement_sha256 bytea, token bytea) RETURNS bytea LANGUAGE sql IMMUTABLE AS
  $$ SELECT convert_to(E'shimakaze-evidence/v1\n' || encode(statement_sha256, 'hex') || E'\n' || encode(sha256(token), 'hex') || E'\n', 'UTF8') $$;
CREATE FUNCTION audit_leaf(number bigint, digest bytea) RETURNS bytea LANGUAGE sql IMMUTABLE AS
  $$ SELECT convert_to(E'shimakaze-audit/v1\n' || number || E'\n' || encode(digest, 'hex') || E'\n', 'UTF8') $$;

CREATE FUNCTION log_statement() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
BEGIN
  INSERT INTO log_queue (kind, subject, evidence_id, leaf)
  SELECT 'evidence', digest, (to_jsonb(NEW) ->> TG_ARGV[0])::uuid, evidence_leaf(NEW.statement_sha256, NEW.token)
  FROM encode(NEW.statement_sha256, 'hex') AS digest
  WHERE NOT EXISTS (SELECT FROM log_entry e WHERE e.kind = 'evidence' AND e.subject = digest)
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER is_logged AFTER UPDATE OF token ON evidence FOR EACH ROW
  WHEN (NEW.token IS NOT NULL AND NEW.statement_sha256 IS NOT NULL AND NEW.token IS DISTINCT FROM OLD.token) EXECUTE FUNCTION log_statement('id');
CREATE TRIGGER is_logged_at_once AFTER INSERT ON evidence FOR EACH ROW WHEN (NEW.token IS NOT NULL AND NEW.statement_sha256 IS NOT NULL) EXECUTE FUNCTION log_statement('id');
CREATE TRIGGER is_logged AFTER UPDATE OF token ON hash_deposit FOR EACH ROW
  WHEN (NEW.token IS NOT NULL AND NEW.statement_sha256 IS NOT NULL AND NEW.token IS DISTINCT FROM OLD.token) EXECUTE FUNCTION log_statement('evidence_id');
CREATE TRIGGER is_logged_at_once AFTER INSERT ON hash_deposit FOR EACH ROW WHEN (NEW.token IS NOT NULL AND NEW.statement_sha256 IS NOT NULL) EXECUTE FUNCTION log_statement('evidence_id');

CREATE FUNCTION log_audit() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
BEGIN
  INSERT INTO log_queue (kind, subject, leaf) VALUES ('audit', encode(NEW.digest, 'hex'), audit_leaf(NEW.number, NEW.digest));
  RETURN NULL;
END $$;
CREATE TRIGGER is_logged AFTER INSERT ON audit_batch FOR EACH ROW EXECUTE FUNCTION log_audit();

-- What was sealed and chained before there was a log.
INSERT INTO log_queue (kind, subject, evidence_id, leaf)
SELECT 'evidence', encode(statement_sha256, 'hex'), id, evidence_leaf(statement_sha256, token) FROM (
  SELECT id, statement_sha256, token, sealed_at FROM evidence WHERE token IS NOT NULL AND statement_sha256 IS NOT NULL
  UNION ALL SELECT evidence_id, statement_sha256, token, NULL FROM hash_deposit WHERE token IS NOT NULL AND statement_sha256 IS NOT NULL
) sealed ORDER BY sealed_at ON CONFLICT DO NOTHING;
INSERT INTO log_queue (kind, subject, leaf) SELECT 'audit', encode(digest, 'hex'), audit_leaf(number, digest) FROM audit_batch ORDER BY number;

GRANT SELECT, INSERT ON log_shard, log_entry, log_node, log_checkpoint TO shimakaze_system;
GRANT SELECT, DELETE ON log_queue TO shimakaze_system;
