-- The directory of lawyers that a platform shows to visitors, and what visitors ask them.
CREATE TABLE lawyer_field (
  id uuid PRIMARY KEY,
  platform_id uuid NOT NULL REFERENCES platform,
  field_zh text NOT NULL,
  field_en text,
  sort integer NOT NULL,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT app_now(),
  updated_at timestamptz NOT NULL DEFAULT app_now(),
  UNIQUE (id, platform_id)
);
CREATE UNIQUE INDEX lawyer_field_name ON lawyer_field (platform_id, field_zh);
CREATE INDEX lawyer_field_sort ON lawyer_field (platform_id, sort, id);

CREATE TABLE lawyer (
  id uuid PRIMARY KEY,
  platform_id uuid NOT NULL REFERENCES platform,
  name text NOT NULL,
  firm text NOT NULL,
  -- Of the county (GB/T 2260), whose city is listed.
  region_code text NOT NULL CHECK (region_code ~ '^\d{6}$'),
  city_code text NOT NULL GENERATED ALWAYS AS (left(region_code, 4) || '00') STORED,
  licence_no text NOT NULL,
  since_year integer NOT NULL,
  intro text,
  -- One a line.
  cases text,
  portrait uuid,
  -- For staff alone: no visitor is told either.
  phone text,
  mail text,
  sort integer NOT NULL,
  shown boolean NOT NULL DEFAULT false,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT app_now(),
  updated_at timestamptz NOT NULL DEFAULT app_now(),
  UNIQUE (id, platform_id)
);
CREATE INDEX lawyer_shown ON lawyer (platform_id, sort, id) WHERE shown;
CREATE INDEX lawyer_created ON lawyer (platform_id, created_at DESC, id DESC);
CREATE INDEX lawyer_updated ON lawyer (platform_id, updated_at DESC, id DESC);
CREATE INDEX lawyer_portrait ON lawyer (portrait) WHERE portrait IS NOT NULL;

-- What each attends to. A field that somebody has cannot be deleted.
CREATE TABLE lawyer_practice (
  lawyer_id uuid NOT NULL,
  field_id uuid NOT NULL,
  platform_id uuid NOT NULL,
  PRIMARY KEY (lawyer_id, field_id),
  FOREIGN KEY (lawyer_id, platform_id) REFERENCES lawyer (id, platform_id) ON DELETE CASCADE,
  CONSTRAINT lawyer_practice_field FOREIGN KEY (field_id, platform_id) REFERENCES lawyer_field (id, platform_id) ON DELETE RESTRICT
);
CREATE INDEX lawyer_practice_of ON lawyer_practice (field_id);

-- What somebody asks a lawyer, or whichever the platform finds.
CREATE TABLE case_form (
  id uuid PRIMARY KEY,
  number text NOT NULL UNIQUE,
  platform_id uuid NOT NULL REFERENCES platform,
  lawyer_id uuid,
  -- The account in which it was sent; null of visitors.
  account_id uuid REFERENCES account,
  -- Whoever sent it, or has the phone that a visitor proved.
  person_id uuid REFERENCES person,
  -- Name and phone, and what staff tell one from another by. Without them nothing of the sender is left.
  sealed text,
  name_masked text NOT NULL,
  phone_masked text NOT NULL,
  city_code text,
  field_id uuid,
  title text NOT NULL,
  content text NOT NULL CHECK (length(content) <= 1000),
  files uuid[] NOT NULL DEFAULT '{}',
  state text NOT NULL DEFAULT 'NEW' CHECK (state IN ('NEW', 'ACCEPTED', 'ANSWERED', 'CLOSED')),
  accepted_by text,
  answer text,
  answered_at timestamptz,
  closed_reason text,
  closed_at timestamptz,
  -- Of the words that were agreed to.
  consent_version text NOT NULL,
  -- When the lawyer whom it names was mailed of it.
  lawyer_told_at timestamptz,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT app_now(),
  FOREIGN KEY (lawyer_id, platform_id) REFERENCES lawyer (id, platform_id),
  FOREIGN KEY (field_id, platform_id) REFERENCES lawyer_field (id, platform_id) ON DELETE SET NULL (field_id),
  CHECK ((answer IS NULL) = (answered_at IS NULL)),
  CHECK ((state = 'CLOSED') = (closed_at IS NOT NULL)),
  CHECK (state <> 'ANSWERED' OR answer IS NOT NULL)
);
CREATE INDEX case_form_created ON case_form (platform_id, created_at DESC, id DESC);
CREATE INDEX case_form_state ON case_form (platform_id, state, created_at DESC, id DESC);
CREATE INDEX case_form_person ON case_form (person_id, created_at DESC, id DESC) WHERE person_id IS NOT NULL;
CREATE INDEX case_form_account ON case_form (account_id) WHERE account_id IS NOT NULL;
CREATE INDEX case_form_lawyer ON case_form (lawyer_id) WHERE lawyer_id IS NOT NULL;
-- Whose sender has no account: erased by time.
CREATE INDEX case_form_visitor ON case_form (coalesce(closed_at, answered_at)) WHERE person_id IS NULL AND sealed IS NOT NULL;
CREATE INDEX case_form_field ON case_form (field_id) WHERE field_id IS NOT NULL;

-- Staff write the directory, everybody reads it, no account owns it.
ALTER TABLE lawyer_field ENABLE ROW LEVEL SECURITY;
CREATE POLICY system ON lawyer_field TO shimakaze_system USING (true) WITH CHECK (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON lawyer_field TO shimakaze_system;
ALTER TABLE lawyer ENABLE ROW LEVEL SECURITY;
CREATE POLICY system ON lawyer TO shimakaze_system USING (true) WITH CHECK (true);
GRANT SELECT, INSERT, UPDATE ON lawyer TO shimakaze_system;
ALTER TABLE lawyer_practice ENABLE ROW LEVEL SECURITY;
CREATE POLICY system ON lawyer_practice TO shimakaze_system USING (true) WITH CHECK (true);
GRANT SELECT, INSERT, DELETE ON lawyer_practice TO shimakaze_system;
-- A form is its sender's, whichever account they act in.
ALTER TABLE case_form ENABLE ROW LEVEL SECURITY;
CREATE POLICY own ON case_form FOR SELECT TO shimakaze_app USING (person_id = (SELECT app_reader()));
CREATE POLICY send ON case_form FOR INSERT TO shimakaze_app
  WITH CHECK (person_id = (SELECT app_reader()) AND account_id = (SELECT app_account()));
CREATE POLICY system ON case_form TO shimakaze_system USING (true) WITH CHECK (true);
GRANT SELECT, INSERT ON case_form TO shimakaze_app;
GRANT SELECT, INSERT, UPDATE ON case_form TO shimakaze_system;

-- A picture stays while content or a lawyer shows it, whoever lets go of it.
CREATE FUNCTION still_shown() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM lawyer WHERE portrait = OLD.id) OR EXISTS (SELECT FROM content_version WHERE pictures @> ARRAY[OLD.id]) THEN
    NEW.attached_at := OLD.attached_at;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER still_shown BEFORE UPDATE OF attached_at ON uploaded_file
  FOR EACH ROW WHEN (OLD.scene = 'content' AND OLD.attached_at IS NOT NULL AND NEW.attached_at IS NULL) EXECUTE FUNCTION still_shown();
