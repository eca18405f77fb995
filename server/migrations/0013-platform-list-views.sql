-- Lists as people want to find them again, and the columns each sees.
CREATE TABLE list_view (
  id uuid PRIMARY KEY,
  platform_id uuid NOT NULL REFERENCES platform,
  account_id uuid NOT NULL REFERENCES account,
  membership_id uuid NOT NULL REFERENCES membership,
  maker text NOT NULL,
  resource text NOT NULL,
  name text NOT NULL,
  shared boolean NOT NULL,
  query text NOT NULL,
  layout jsonb,
  created_at timestamptz NOT NULL DEFAULT app_now(),
  UNIQUE (membership_id, resource, name)
);
CREATE INDEX list_view_shared ON list_view (account_id, resource) WHERE shared;
CREATE TABLE list_layout (
  membership_id uuid NOT NULL REFERENCES membership,
  resource text NOT NULL,
  platform_id uuid NOT NULL REFERENCES platform,
  account_id uuid NOT NULL REFERENCES account,
  layout jsonb NOT NULL,
  PRIMARY KEY (membership_id, resource)
);
ALTER TABLE list_view ENABLE ROW LEVEL SECURITY;
ALTER TABLE list_layout ENABLE ROW LEVEL SECURITY;
CREATE POLICY own ON list_view TO shimakaze_app USING (account_id = (SELECT app_account())) WITH CHECK (account_id = (SELECT app_account()));
CREATE POLICY own ON list_layout TO shimakaze_app USING (account_id = (SELECT app_account())) WITH CHECK (account_id = (SELECT app_account()));
GRANT SELECT, INSERT, UPDATE, DELETE ON list_view, list_layout TO shimakaze_app;
