-- Who acted in what part, from what device, and why where a reason is asked for.
ALTER TABLE audit
  ADD COLUMN actor_part text CHECK (actor_part IN ('owner', 'sub', 'operator', 'administrator', 'visitor', 'system')),
  ADD COLUMN user_agent text,
  ADD COLUMN reason text;
UPDATE audit SET actor_part = CASE WHEN actor_person_id IS NULL THEN 'system' ELSE coalesce(
  (SELECT m.role FROM membership m WHERE m.person_id = actor_person_id AND m.account_id = audit.account_id),
  (SELECT m.role FROM membership m WHERE m.person_id = actor_person_id ORDER BY m.created_at, m.id LIMIT 1), 'owner') END;
ALTER TABLE audit ALTER COLUMN actor_part SET NOT NULL;
CREATE INDEX audit_platform ON audit (platform_id, at DESC, id DESC);
CREATE INDEX audit_actor ON audit (actor_person_id, at DESC, id DESC);

-- What is chained: rows in batches, each batch naming the digest of the one before. How digests are made stands in docs/audit.md.
CREATE TABLE audit_batch (
  number bigint PRIMARY KEY CHECK (number > 0),
  count integer NOT NULL CHECK (count > 0),
  first_id uuid NOT NULL REFERENCES audit,
  last_id uuid NOT NULL REFERENCES audit,
  root bytea NOT NULL,
  previous bytea NOT NULL UNIQUE,
  digest bytea NOT NULL UNIQUE,
  at timestamptz NOT NULL
);
CREATE TABLE audit_entry (
  audit_id uuid PRIMARY KEY REFERENCES audit,
  batch bigint NOT NULL REFERENCES audit_batch,
  index integer NOT NULL CHECK (index >= 0),
  digest bytea NOT NULL,
  UNIQUE (batch, index)
);
-- What waits to be chained. Filled by the insert itself, so that a row is found whenever its transaction ends.
CREATE TABLE audit_waiting (audit_id uuid PRIMARY KEY);
INSERT INTO audit_waiting SELECT id FROM audit;
CREATE FUNCTION audit_waits() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS
  $$ BEGIN INSERT INTO audit_waiting VALUES (NEW.id); RETURN NULL; END $$;
CREATE TRIGGER waits AFTER INSERT ON audit FOR EACH ROW EXECUTE FUNCTION audit_waits();

-- Nobody changes or removes a row, the owner of the schema included: they would have to drop the trigger, and the chain would show it.
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS
  $$ BEGIN RAISE EXCEPTION 'rows of % are never changed or removed', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege'; END $$;
CREATE TRIGGER never_changed BEFORE UPDATE OR DELETE OR TRUNCATE ON audit FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER never_changed BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_batch FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER never_changed BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_entry FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
ALTER TABLE audit ENABLE ALWAYS TRIGGER never_changed;
ALTER TABLE audit_batch ENABLE ALWAYS TRIGGER never_changed;
ALTER TABLE audit_entry ENABLE ALWAYS TRIGGER never_changed;

GRANT SELECT, INSERT ON audit_batch, audit_entry TO shimakaze_system;
GRANT SELECT, DELETE ON audit_waiting TO shimakaze_system;
