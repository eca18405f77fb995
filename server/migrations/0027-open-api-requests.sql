-- Signed requests that were let in, so that none is let in twice while its time is still good.
CREATE TABLE api_request (
  key_id uuid NOT NULL REFERENCES api_key,
  request_id text NOT NULL,
  at timestamptz NOT NULL DEFAULT app_now(),
  PRIMARY KEY (key_id, request_id)
);
CREATE INDEX api_request_old ON api_request (at);
ALTER TABLE api_request ENABLE ROW LEVEL SECURITY;
CREATE POLICY system ON api_request TO shimakaze_system USING (true) WITH CHECK (true);
GRANT SELECT, INSERT, DELETE ON api_request TO shimakaze_system;
