-- Devices that somebody signed in with, by the hash of the cookie that a browser bears, and where they last did so from. Wrong
-- passwords of strangers do not count against them.
CREATE TABLE known_device (
  person_id uuid NOT NULL REFERENCES person,
  browser_sha256 bytea NOT NULL,
  origin text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT app_now(),
  seen_at timestamptz NOT NULL DEFAULT app_now(),
  PRIMARY KEY (person_id, browser_sha256)
);
CREATE INDEX known_device_seen ON known_device (seen_at);
ALTER TABLE known_device ENABLE ROW LEVEL SECURITY;
CREATE POLICY system ON known_device TO shimakaze_system USING (true) WITH CHECK (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON known_device TO shimakaze_system;
