-- What people agreed to, in the words that they read (PIPL 13-15, 23, 29). A text that was agreed to is never changed: new words are a new text.
CREATE TABLE consent_text (
  sha256 bytea PRIMARY KEY,
  purpose text NOT NULL,
  version text NOT NULL,
  lang text NOT NULL,
  words text NOT NULL
);
CREATE TABLE consent (
  id uuid PRIMARY KEY,
  platform_id uuid NOT NULL REFERENCES platform,
  person_id uuid NOT NULL REFERENCES person,
  purpose text NOT NULL CHECK (purpose IN ('identity', 'identityOcr', 'identityAlipay', 'enterprise')),
  version text NOT NULL,
  text_sha256 bytea NOT NULL REFERENCES consent_text,
  ip text NOT NULL,
  given_at timestamptz NOT NULL DEFAULT app_now(),
  withdrawn_at timestamptz
);
CREATE UNIQUE INDEX consent_live ON consent (person_id, purpose) WHERE withdrawn_at IS NULL;
CREATE INDEX consent_of ON consent (person_id, given_at DESC);
ALTER TABLE consent_text ENABLE ROW LEVEL SECURITY;
ALTER TABLE consent ENABLE ROW LEVEL SECURITY;
CREATE POLICY own ON consent_text FOR SELECT TO shimakaze_app USING (true);
CREATE POLICY system ON consent_text TO shimakaze_system USING (true) WITH CHECK (true);
CREATE POLICY own ON consent FOR SELECT TO shimakaze_app USING (person_id = (SELECT app_reader()));
CREATE POLICY system ON consent TO shimakaze_system USING (true) WITH CHECK (true);
GRANT SELECT ON consent_text, consent TO shimakaze_app;
GRANT SELECT, INSERT ON consent_text TO shimakaze_system;
GRANT SELECT, INSERT, UPDATE (withdrawn_at) ON consent TO shimakaze_system;

-- Who somebody is, or which enterprise an account is: each time it was asked for, and what came of it. A person's name and number
-- stand in `sealed` alone (AES-256-GCM, key beside the signing keys) and are found by `lookup`, a keyed hash of the number; an
-- enterprise's are public. Both go when consent is withdrawn.
CREATE TABLE real_name (
  id uuid PRIMARY KEY,
  platform_id uuid NOT NULL REFERENCES platform,
  account_id uuid NOT NULL REFERENCES account,
  person_id uuid NOT NULL REFERENCES person,
  kind text NOT NULL CHECK (kind IN ('PERSONAL', 'ENTERPRISE')),
  way text NOT NULL CHECK (way IN ('documents', 'alipay', 'licence')),
  status text NOT NULL CHECK (status IN ('PENDING', 'REVIEWING', 'PASS', 'REJECT', 'EXPIRED', 'CANCELLED', 'WITHDRAWN', 'REVOKED', 'REPLACED')),
  sealed text,
  lookup bytea,
  name_masked text NOT NULL,
  number_masked text NOT NULL,
  company text,
  credit_code text,
  reason text,
  note text,
  -- Of a vendor that checks: our number of the attempt and theirs, and until when it can be used.
  order_no text UNIQUE,
  vendor_id text UNIQUE,
  usable_until timestamptz,
  reviewer_id uuid REFERENCES person,
  created_at timestamptz NOT NULL DEFAULT app_now(),
  decided_at timestamptz,
  CHECK ((kind = 'ENTERPRISE') = (way = 'licence')),
  CHECK ((status IN ('PASS', 'REPLACED', 'REVOKED')) <= (decided_at IS NOT NULL))
);
CREATE UNIQUE INDEX real_name_person_open ON real_name (person_id) WHERE kind = 'PERSONAL' AND status IN ('PENDING', 'REVIEWING');
CREATE UNIQUE INDEX real_name_person_passed ON real_name (person_id) WHERE kind = 'PERSONAL' AND status = 'PASS';
CREATE UNIQUE INDEX real_name_account_open ON real_name (account_id) WHERE kind = 'ENTERPRISE' AND status IN ('PENDING', 'REVIEWING');
CREATE UNIQUE INDEX real_name_account_passed ON real_name (account_id) WHERE kind = 'ENTERPRISE' AND status = 'PASS';
CREATE INDEX real_name_of_person ON real_name (person_id, created_at DESC);
CREATE INDEX real_name_of_account ON real_name (account_id, created_at DESC);
CREATE INDEX real_name_newest ON real_name (platform_id, created_at DESC, id DESC);
CREATE INDEX real_name_waiting ON real_name (platform_id, created_at, id) WHERE status = 'REVIEWING';
CREATE INDEX real_name_lookup ON real_name (platform_id, lookup) WHERE lookup IS NOT NULL;
CREATE INDEX real_name_pending ON real_name (usable_until) WHERE status = 'PENDING';
CREATE INDEX real_name_reviewer ON real_name (reviewer_id) WHERE reviewer_id IS NOT NULL;
ALTER TABLE real_name ENABLE ROW LEVEL SECURITY;
-- A person's own, in whichever account they act; an enterprise's for everybody who acts for it.
CREATE POLICY own ON real_name FOR SELECT TO shimakaze_app
  USING (CASE kind WHEN 'PERSONAL' THEN person_id = (SELECT app_reader()) ELSE account_id = (SELECT app_account()) END);
CREATE POLICY system ON real_name TO shimakaze_system USING (true) WITH CHECK (true);
GRANT SELECT ON real_name TO shimakaze_app;
GRANT SELECT, INSERT, UPDATE (status, sealed, lookup, reason, note, vendor_id, usable_until, reviewer_id, decided_at) ON real_name TO shimakaze_system;

-- Pictures of papers, sealed before they are stored: the object is ciphertext. Removed a day after they were sent if nothing came of it, and thirty days after the decision.
CREATE TABLE real_name_photo (
  id uuid PRIMARY KEY,
  platform_id uuid NOT NULL REFERENCES platform,
  account_id uuid NOT NULL REFERENCES account,
  person_id uuid NOT NULL REFERENCES person,
  kind text NOT NULL CHECK (kind IN ('FRONT', 'BACK', 'LICENSE', 'LETTER')),
  real_name_id uuid REFERENCES real_name,
  media_type text NOT NULL,
  size bigint NOT NULL CHECK (size > 0),
  sha256 bytea NOT NULL REFERENCES stored_object ON DELETE RESTRICT ON UPDATE RESTRICT,
  created_at timestamptz NOT NULL DEFAULT app_now()
);
CREATE INDEX real_name_photo_object ON real_name_photo (sha256);
CREATE INDEX real_name_photo_of ON real_name_photo (real_name_id) WHERE real_name_id IS NOT NULL;
CREATE INDEX real_name_photo_loose ON real_name_photo (person_id, created_at) WHERE real_name_id IS NULL;
ALTER TABLE real_name_photo ENABLE ROW LEVEL SECURITY;
CREATE POLICY own ON real_name_photo FOR SELECT TO shimakaze_app USING (person_id = (SELECT app_reader()));
CREATE POLICY system ON real_name_photo TO shimakaze_system USING (true) WITH CHECK (true);
GRANT SELECT ON real_name_photo TO shimakaze_app;
GRANT SELECT, INSERT, DELETE, UPDATE (real_name_id) ON real_name_photo TO shimakaze_system;
