-- A code on the screen of a browser that asks to be let in: scanned, and answered, by one person who is signed in elsewhere.
CREATE TABLE qr_sign_in (
  id uuid PRIMARY KEY,
  platform_id uuid NOT NULL REFERENCES platform,
  browser_sha256 bytea NOT NULL,
  secret_sha256 bytea NOT NULL,
  -- Shown on the screen once it was scanned, and typed on the phone.
  number text NOT NULL,
  status text NOT NULL DEFAULT 'WAIT' CHECK (status IN ('WAIT', 'SCANNED', 'CONFIRMED', 'REFUSED', 'TAKEN')),
  ip text NOT NULL,
  user_agent text NOT NULL,
  person_id uuid REFERENCES person,
  -- The session of whoever scanned it; what is let in reaches as far as that does.
  session_sha256 bytea,
  created_at timestamptz NOT NULL DEFAULT app_now(),
  expires_at timestamptz NOT NULL,
  CHECK (status = 'WAIT' OR person_id IS NOT NULL)
);
CREATE INDEX qr_sign_in_expiry ON qr_sign_in (expires_at);
ALTER TABLE qr_sign_in ENABLE ROW LEVEL SECURITY;
CREATE POLICY system ON qr_sign_in TO shimakaze_system USING (true) WITH CHECK (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON qr_sign_in TO shimakaze_system;
