-- Who brought whom here. A code is made for a person when they first ask for it.
ALTER TABLE person
  ADD COLUMN invite_code text CHECK (invite_code ~ '^[2-9A-HJ-NP-Z]{8}$'),
  ADD COLUMN invited_by uuid REFERENCES person;
CREATE UNIQUE INDEX person_invite_code ON person (platform_id, invite_code) WHERE invite_code IS NOT NULL;
CREATE INDEX person_invited ON person (invited_by, created_at DESC, id DESC) WHERE invited_by IS NOT NULL;
