-- Who is invited to act for an account, by a link. It lets nobody in by itself: whoever opens it proves the phone it is for.
CREATE TABLE sub_invitation (
  id uuid PRIMARY KEY,
  platform_id uuid NOT NULL REFERENCES platform,
  account_id uuid NOT NULL REFERENCES account,
  person_id uuid NOT NULL REFERENCES person,
  phone text NOT NULL,
  name text NOT NULL,
  grants text[] NOT NULL DEFAULT '{}',
  dept text NOT NULL DEFAULT '',
  quota integer CHECK (quota >= 0),
  token_sha256 bytea NOT NULL UNIQUE,
  created_at timestamptz NOT NULL DEFAULT app_now(),
  expires_at timestamptz NOT NULL,
  accepted_at timestamptz,
  withdrawn_at timestamptz,
  CHECK (accepted_at IS NULL OR withdrawn_at IS NULL)
);
CREATE INDEX sub_invitation_newest ON sub_invitation (account_id, created_at DESC, id DESC);
CREATE INDEX sub_invitation_expiry ON sub_invitation (expires_at);
-- One at a time for a phone: inviting again replaces the link of the one that is open.
CREATE UNIQUE INDEX sub_invitation_open ON sub_invitation (account_id, phone) WHERE accepted_at IS NULL AND withdrawn_at IS NULL;

ALTER TABLE sub_invitation ENABLE ROW LEVEL SECURITY;
CREATE POLICY own ON sub_invitation TO shimakaze_app USING (account_id = (SELECT app_account())) WITH CHECK (account_id = (SELECT app_account()));
CREATE POLICY system ON sub_invitation TO shimakaze_system USING (true) WITH CHECK (true);
GRANT SELECT, INSERT, UPDATE ON sub_invitation TO shimakaze_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON sub_invitation TO shimakaze_system;
