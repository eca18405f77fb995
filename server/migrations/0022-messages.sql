-- For whom the current transaction reads; without one, nobody's own messages can be seen.
CREATE FUNCTION app_reader() RETURNS uuid LANGUAGE sql STABLE AS
  $$ SELECT nullif(current_setting('app.reader', true), '')::uuid $$;
GRANT EXECUTE ON FUNCTION app_reader() TO shimakaze_app, shimakaze_system;

-- What somebody is told. Without an account it is about the person; `once` names what may be told only a single time.
CREATE TABLE message (
  id uuid PRIMARY KEY,
  platform_id uuid NOT NULL REFERENCES platform,
  account_id uuid REFERENCES account,
  person_id uuid NOT NULL REFERENCES person,
  kind text NOT NULL,
  params jsonb NOT NULL DEFAULT '{}',
  subject_id uuid,
  once text UNIQUE,
  -- Staff who wrote it.
  sender_id uuid REFERENCES person,
  sender_name text,
  created_at timestamptz NOT NULL DEFAULT app_now(),
  -- Set when it was sent on its ways; `shown` where the page is one of them.
  told_at timestamptz,
  shown boolean NOT NULL DEFAULT false,
  read_at timestamptz,
  removed_at timestamptz
);
CREATE INDEX message_newest ON message (person_id, created_at DESC, id DESC) WHERE shown AND removed_at IS NULL;
CREATE INDEX message_unread ON message (person_id) WHERE shown AND removed_at IS NULL AND read_at IS NULL;
CREATE INDEX message_account ON message (account_id);
CREATE INDEX message_age ON message (created_at);
CREATE INDEX message_notes ON message (platform_id, created_at DESC, id DESC) WHERE kind = 'note';
CREATE INDEX message_sender ON message (sender_id) WHERE sender_id IS NOT NULL;

-- Which ways a kind of message takes to a person, where they chose.
CREATE TABLE message_choice (
  person_id uuid NOT NULL REFERENCES person,
  kind text NOT NULL,
  page boolean NOT NULL,
  mail boolean NOT NULL,
  sms boolean NOT NULL,
  PRIMARY KEY (person_id, kind)
);

ALTER TABLE message ENABLE ROW LEVEL SECURITY;
ALTER TABLE message_choice ENABLE ROW LEVEL SECURITY;
CREATE POLICY own ON message FOR SELECT TO shimakaze_app USING (person_id = (SELECT app_reader()) AND (account_id IS NULL OR account_id = (SELECT app_account())));
CREATE POLICY change ON message FOR UPDATE TO shimakaze_app USING (person_id = (SELECT app_reader()) AND (account_id IS NULL OR account_id = (SELECT app_account())));
-- Whoever acts in an account may cause others in it to be told.
CREATE POLICY tell ON message FOR INSERT TO shimakaze_app
  WITH CHECK ((account_id IS NULL OR account_id = (SELECT app_account())) AND EXISTS (SELECT 1 FROM membership m WHERE m.person_id = message.person_id));
CREATE POLICY own ON message_choice TO shimakaze_app USING (person_id = (SELECT app_reader())) WITH CHECK (person_id = (SELECT app_reader()));
CREATE POLICY system ON message TO shimakaze_system USING (true) WITH CHECK (true);
CREATE POLICY system ON message_choice TO shimakaze_system USING (true) WITH CHECK (true);
GRANT SELECT, INSERT, UPDATE (read_at, removed_at) ON message TO shimakaze_app;
GRANT SELECT, INSERT, UPDATE ON message_choice TO shimakaze_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON message, message_choice TO shimakaze_system;
