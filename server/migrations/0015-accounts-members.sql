-- People who act in an account that is not theirs, and how far they may go in it.
ALTER TABLE membership DROP CONSTRAINT membership_role_check;
ALTER TABLE membership ADD CONSTRAINT membership_role_check CHECK (role IN ('owner', 'sub', 'operator', 'administrator'));
ALTER TABLE membership
  ADD COLUMN status text NOT NULL DEFAULT 'ACTIVE' CHECK (status IN ('ACTIVE', 'DISABLED', 'DELETED')),
  ADD COLUMN grants text[] NOT NULL DEFAULT '{}',
  ADD COLUMN dept text NOT NULL DEFAULT '',
  -- Captures a calendar month in Asia/Shanghai; without one there is no limit.
  ADD COLUMN quota integer CHECK (quota >= 0),
  ADD COLUMN version integer NOT NULL DEFAULT 1,
  ADD COLUMN updated_at timestamptz NOT NULL DEFAULT app_now(),
  ADD CONSTRAINT membership_grants CHECK (role = 'sub' OR (grants = '{}' AND quota IS NULL));
CREATE INDEX membership_newest ON membership (account_id, created_at DESC, id DESC);
-- The second wall: an account sees who acts in it, and nobody else.
ALTER TABLE membership ENABLE ROW LEVEL SECURITY;
ALTER TABLE person ENABLE ROW LEVEL SECURITY;
CREATE POLICY own ON membership TO shimakaze_app USING (account_id = (SELECT app_account())) WITH CHECK (account_id = (SELECT app_account()));
CREATE POLICY system ON membership TO shimakaze_system USING (true) WITH CHECK (true);
CREATE POLICY own ON person TO shimakaze_app USING (EXISTS (SELECT 1 FROM membership m WHERE m.person_id = person.id));
CREATE POLICY system ON person TO shimakaze_system USING (true) WITH CHECK (true);
-- Who acts in which account, and in what part, is written by nobody who acts for one.
GRANT SELECT, UPDATE (status, grants, dept, quota, version, updated_at) ON membership TO shimakaze_app;
-- Whose first account this is: their main account may set the password of those it brought here, and of nobody else.
ALTER TABLE person ADD COLUMN brought_by uuid REFERENCES account;
GRANT SELECT (id, name, phone, brought_by) ON person TO shimakaze_app;
-- A token of an older client is bound to one part in one account.
ALTER TABLE session ADD COLUMN membership_id uuid REFERENCES membership;

-- The person whose own records alone the current transaction may see; without one, all of the account.
CREATE FUNCTION app_person() RETURNS uuid LANGUAGE sql STABLE AS
  $$ SELECT nullif(current_setting('app.person', true), '')::uuid $$;
GRANT EXECUTE ON FUNCTION app_person() TO shimakaze_app, shimakaze_system;

DROP POLICY own ON evidence;
CREATE POLICY own ON evidence TO shimakaze_app
  USING (account_id = (SELECT app_account()) AND ((SELECT app_person()) IS NULL OR person_id = (SELECT app_person())))
  WITH CHECK (account_id = (SELECT app_account()) AND ((SELECT app_person()) IS NULL OR person_id = (SELECT app_person())));
DROP POLICY own ON capture_batch;
CREATE POLICY own ON capture_batch TO shimakaze_app
  USING (account_id = (SELECT app_account()) AND ((SELECT app_person()) IS NULL OR person_id = (SELECT app_person())))
  WITH CHECK (account_id = (SELECT app_account()) AND ((SELECT app_person()) IS NULL OR person_id = (SELECT app_person())));
-- What hangs on evidence is as visible as the evidence.
CREATE POLICY with_evidence ON evidence_file AS RESTRICTIVE TO shimakaze_app
  USING ((SELECT app_person()) IS NULL OR EXISTS (SELECT 1 FROM evidence e WHERE e.id = evidence_id));
CREATE POLICY with_evidence ON share AS RESTRICTIVE TO shimakaze_app
  USING ((SELECT app_person()) IS NULL OR EXISTS (SELECT 1 FROM evidence e WHERE e.id = evidence_id));
CREATE POLICY with_evidence ON extraction_code AS RESTRICTIVE TO shimakaze_app
  USING ((SELECT app_person()) IS NULL OR EXISTS (SELECT 1 FROM evidence e WHERE e.id = evidence_id));
CREATE POLICY with_evidence ON evidence_feedback AS RESTRICTIVE TO shimakaze_app
  USING ((SELECT app_person()) IS NULL OR EXISTS (SELECT 1 FROM evidence e WHERE e.id = evidence_id));
-- What others did with others' evidence is no more visible than the evidence.
CREATE POLICY with_evidence ON audit AS RESTRICTIVE FOR SELECT TO shimakaze_app
  USING ((SELECT app_person()) IS NULL OR actor_person_id = (SELECT app_person()) OR EXISTS (SELECT 1 FROM evidence e WHERE e.id = subject_id) OR subject_kind IN ('invoice-header', 'address'));

-- In what part the acting person acted: statements name it.
ALTER TABLE evidence ADD COLUMN person_role text NOT NULL DEFAULT 'owner' CHECK (person_role IN ('owner', 'sub'));
CREATE INDEX evidence_own_newest ON evidence (account_id, person_id, created_at DESC, id DESC) INCLUDE (hidden);
-- The policy asks for the person: without it in the index, counting a list would fetch every row.
DROP INDEX evidence_newest;
CREATE INDEX evidence_newest ON evidence (account_id, created_at DESC, id DESC) INCLUDE (person_id) WHERE NOT hidden;
-- Whose evidence an event tells of; null where everybody of the account may know.
ALTER TABLE live_event ADD COLUMN person_id uuid;
