-- Papers of orders, such as an entrustment or an acceptance: what each says is fixed with the step that it tells of, and logged; its sealed page follows.
CREATE TABLE judicial_paper (
  id uuid PRIMARY KEY,
  order_id uuid NOT NULL REFERENCES judicial_order,
  platform_id uuid NOT NULL REFERENCES platform,
  account_id uuid NOT NULL REFERENCES account,
  -- Which of its order's papers it is, from 1.
  ordinal integer NOT NULL CHECK (ordinal > 0),
  paper text NOT NULL,
  side text NOT NULL CHECK (side IN ('applicant', 'office')),
  -- Canonical JSON (proof/paper/statement.ts), byte by byte.
  statement bytea NOT NULL CHECK (length(statement) BETWEEN 1 AND 1048576),
  statement_sha256 bytea NOT NULL UNIQUE CHECK (statement_sha256 = sha256(statement)),
  -- Of the sealed page, once it is there.
  sha256 bytea REFERENCES stored_object ON DELETE RESTRICT ON UPDATE RESTRICT,
  size bigint,
  sealed_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT app_now(),
  UNIQUE (order_id, ordinal),
  CHECK (num_nulls(sha256, size, sealed_at) IN (0, 3))
);
CREATE INDEX judicial_paper_object ON judicial_paper (sha256);
CREATE INDEX judicial_paper_unsealed ON judicial_paper (created_at) WHERE sealed_at IS NULL;

CREATE FUNCTION keep_judicial_paper() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a paper stays as it is' USING ERRCODE = 'check_violation';
END $$;
CREATE TRIGGER judicial_paper_stays BEFORE UPDATE ON judicial_paper FOR EACH ROW WHEN (OLD.sealed_at IS NOT NULL) EXECUTE FUNCTION keep_judicial_paper();
CREATE TRIGGER judicial_paper_kept BEFORE DELETE ON judicial_paper FOR EACH ROW EXECUTE FUNCTION keep_judicial_paper();

-- What the archive of a record holds behind its paper, as it was when it was made.
CREATE TABLE judicial_record_entry (
  paper_id uuid NOT NULL REFERENCES judicial_paper,
  ordinal integer NOT NULL,
  platform_id uuid NOT NULL REFERENCES platform,
  account_id uuid NOT NULL REFERENCES account,
  path text NOT NULL,
  size bigint NOT NULL,
  sha256 bytea NOT NULL REFERENCES stored_object ON DELETE RESTRICT ON UPDATE RESTRICT,
  PRIMARY KEY (paper_id, ordinal),
  UNIQUE (paper_id, path)
);
CREATE INDEX judicial_record_entry_object ON judicial_record_entry (sha256);
ALTER TABLE judicial_record_entry ENABLE ROW LEVEL SECURITY;
CREATE POLICY system ON judicial_record_entry TO shimakaze_system USING (true) WITH CHECK (true);
GRANT SELECT, INSERT ON judicial_record_entry TO shimakaze_system;

-- As proof/log/leaf.ts writes it. What waits names its paper, so that it is sealed once it is logged.
ALTER TABLE log_queue ADD COLUMN paper_id uuid;
ALTER TABLE log_queue DROP CONSTRAINT log_queue_kind_check, ADD CONSTRAINT log_queue_kind_check CHECK (kind IN ('evidence', 'audit', 'keys', 'paper'));
ALTER TABLE log_entry DROP CONSTRAINT log_entry_kind_check, ADD CONSTRAINT log_entry_kind_check CHECK (kind IN ('evidence', 'audit', 'shard', 'keys', 'paper'));
CREATE FUNCTION log_paper() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO log_queue (kind, subject, paper_id, leaf)
  SELECT 'paper', digest, NEW.id, convert_to(E'shimakaze-paper/v1\n' || digest || E'\n', 'UTF8') FROM encode(NEW.statement_sha256, 'hex') AS digest;
  RETURN NULL;
END $$;
CREATE TRIGGER is_logged AFTER INSERT ON judicial_paper FOR EACH ROW EXECUTE FUNCTION log_paper();

ALTER TABLE judicial_paper ENABLE ROW LEVEL SECURITY;
CREATE POLICY account ON judicial_paper FOR SELECT TO shimakaze_app USING (account_id = (SELECT app_account()));
CREATE POLICY office ON judicial_paper FOR SELECT TO shimakaze_app
  USING (EXISTS (SELECT FROM judicial_order o WHERE o.id = judicial_paper.order_id AND o.office_id = (SELECT app_account()) AND o.submitted_at IS NOT NULL));
CREATE POLICY system ON judicial_paper TO shimakaze_system USING (true) WITH CHECK (true);
GRANT SELECT ON judicial_paper TO shimakaze_app;
GRANT SELECT, INSERT, UPDATE (sha256, size, sealed_at) ON judicial_paper TO shimakaze_system;
