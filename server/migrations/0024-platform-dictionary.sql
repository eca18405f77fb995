-- Lists of choices that each platform keeps for itself. The version of a type counts every save of any of its entries.
CREATE TABLE dictionary_type (
  platform_id uuid NOT NULL REFERENCES platform,
  type text NOT NULL,
  version integer NOT NULL DEFAULT 0,
  PRIMARY KEY (platform_id, type)
);

-- Entries are never deleted: records may carry their codes.
CREATE TABLE dictionary_entry (
  id uuid PRIMARY KEY,
  platform_id uuid NOT NULL,
  type text NOT NULL,
  code text NOT NULL,
  name text NOT NULL,
  name_en text,
  sort integer NOT NULL DEFAULT 0,
  parent text,
  active boolean NOT NULL DEFAULT true,
  version integer NOT NULL DEFAULT 1,
  updated_at timestamptz NOT NULL DEFAULT app_now(),
  UNIQUE (platform_id, type, code),
  FOREIGN KEY (platform_id, type) REFERENCES dictionary_type,
  FOREIGN KEY (platform_id, type, parent) REFERENCES dictionary_entry (platform_id, type, code),
  CHECK (parent <> code)
);
CREATE INDEX dictionary_entry_order ON dictionary_entry (platform_id, type, sort, id);

ALTER TABLE dictionary_type ENABLE ROW LEVEL SECURITY;
ALTER TABLE dictionary_entry ENABLE ROW LEVEL SECURITY;
CREATE POLICY system ON dictionary_type TO shimakaze_system USING (true) WITH CHECK (true);
CREATE POLICY system ON dictionary_entry TO shimakaze_system USING (true) WITH CHECK (true);
GRANT SELECT, INSERT, UPDATE ON dictionary_type, dictionary_entry TO shimakaze_system;
