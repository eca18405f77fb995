-- Which installation this database is. The store carries the same id in its marker: two databases over one store would
-- each collect what only the other references.
CREATE TABLE installation (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  only_one boolean NOT NULL DEFAULT true UNIQUE CHECK (only_one)
);
INSERT INTO installation DEFAULT VALUES;

-- Every object of the store, announced before its bytes are placed. What references an object does so by a foreign key,
-- so that the database refuses to let go of it: no list of tables has to be kept by anybody.
CREATE TABLE stored_object (
  sha256 bytea PRIMARY KEY CHECK (octet_length(sha256) = 32),
  -- Unknown for certificates that were stored before this table.
  size bigint CHECK (size >= 0),
  sm3 bytea,
  created_at timestamptz NOT NULL DEFAULT app_now(),
  -- A later put of the same content renews it: whoever puts has a day to reference what it put.
  last_put_at timestamptz NOT NULL DEFAULT app_now()
);
CREATE INDEX stored_object_oldest ON stored_object (last_put_at);

INSERT INTO stored_object (sha256, size, sm3) SELECT DISTINCT ON (sha256) sha256, size, sm3 FROM evidence_file ORDER BY sha256;
INSERT INTO stored_object (sha256, size, sm3)
  SELECT DISTINCT ON (package_sha256) package_sha256, package_size, package_sm3 FROM evidence WHERE package_sha256 IS NOT NULL ORDER BY package_sha256
  ON CONFLICT DO NOTHING;
INSERT INTO stored_object (sha256) SELECT DISTINCT certificate_sha256 FROM evidence WHERE certificate_sha256 IS NOT NULL ON CONFLICT DO NOTHING;

-- RESTRICT, never deferred: the refusal comes with the DELETE itself, before the collector touches a byte.
ALTER TABLE evidence_file ADD CONSTRAINT evidence_file_object FOREIGN KEY (sha256) REFERENCES stored_object ON DELETE RESTRICT ON UPDATE RESTRICT;
ALTER TABLE evidence
  ADD CONSTRAINT evidence_certificate_object FOREIGN KEY (certificate_sha256) REFERENCES stored_object ON DELETE RESTRICT ON UPDATE RESTRICT,
  ADD CONSTRAINT evidence_package_object FOREIGN KEY (package_sha256) REFERENCES stored_object ON DELETE RESTRICT ON UPDATE RESTRICT;

-- Objects belong to no account: the same bytes may be evidence of two. Only the system's role sees them.
ALTER TABLE installation ENABLE ROW LEVEL SECURITY;
ALTER TABLE stored_object ENABLE ROW LEVEL SECURITY;
CREATE POLICY system ON installation TO shimakaze_system USING (true) WITH CHECK (true);
CREATE POLICY system ON stored_object TO shimakaze_system USING (true) WITH CHECK (true);
GRANT SELECT ON installation TO shimakaze_system;
GRANT SELECT, INSERT, DELETE, UPDATE (last_put_at) ON stored_object TO shimakaze_system;
