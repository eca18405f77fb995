-- What staff write for visitors of the website. A version is never changed; what is shown is one of them.
CREATE TABLE content_item (
  id uuid PRIMARY KEY,
  platform_id uuid NOT NULL REFERENCES platform,
  kind text NOT NULL CHECK (kind IN ('NEWS', 'HELP', 'BANNER', 'PRODUCT', 'PARTNER', 'ACTIVITY')),
  status text NOT NULL DEFAULT 'DRAFT' CHECK (status IN ('DRAFT', 'PUBLISHED', 'WITHDRAWN')),
  -- The newest.
  version integer NOT NULL DEFAULT 1,
  -- The one that visitors see, or saw last.
  shown_version integer,
  published_at timestamptz,
  -- Of the address at which anybody sees the newest version until then.
  preview_hash bytea,
  preview_until timestamptz,
  created_at timestamptz NOT NULL DEFAULT app_now(),
  updated_at timestamptz NOT NULL DEFAULT app_now(),
  UNIQUE (id, platform_id),
  CHECK ((status = 'DRAFT') = (published_at IS NULL)),
  CHECK ((shown_version IS NULL) = (published_at IS NULL)),
  CHECK ((preview_hash IS NULL) = (preview_until IS NULL))
);
CREATE TABLE content_version (
  item_id uuid NOT NULL,
  platform_id uuid NOT NULL,
  version integer NOT NULL,
  title_zh text NOT NULL,
  title_en text,
  summary_zh text,
  summary_en text,
  content_zh text,
  content_en text,
  picture uuid,
  link text,
  place text,
  news_type text,
  help_section text,
  product text,
  sort integer NOT NULL,
  from_at timestamptz,
  until_at timestamptz,
  -- Pictures that it shows, those within its texts included: they are kept as long as it is.
  pictures uuid[] NOT NULL,
  saved_at timestamptz NOT NULL DEFAULT app_now(),
  PRIMARY KEY (item_id, version),
  FOREIGN KEY (item_id, platform_id) REFERENCES content_item (id, platform_id) ON DELETE CASCADE,
  CHECK (until_at > from_at)
);
ALTER TABLE content_item ADD FOREIGN KEY (id, version) REFERENCES content_version (item_id, version) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE content_item ADD FOREIGN KEY (id, shown_version) REFERENCES content_version (item_id, version) DEFERRABLE INITIALLY DEFERRED;
CREATE INDEX content_item_updated ON content_item (platform_id, updated_at DESC, id DESC);
CREATE INDEX content_item_created ON content_item (platform_id, created_at DESC, id DESC);
CREATE INDEX content_item_shown ON content_item (platform_id, kind) WHERE status = 'PUBLISHED';
CREATE UNIQUE INDEX content_item_preview ON content_item (preview_hash) WHERE preview_hash IS NOT NULL;
CREATE INDEX content_version_pictures ON content_version USING gin (pictures);

-- Activities that somebody does not want to be told of again.
CREATE TABLE content_hidden (
  person_id uuid NOT NULL REFERENCES person,
  item_id uuid NOT NULL REFERENCES content_item ON DELETE CASCADE,
  hidden_at timestamptz NOT NULL DEFAULT app_now(),
  PRIMARY KEY (person_id, item_id)
);
CREATE INDEX content_hidden_item ON content_hidden (item_id);

-- Staff write it, everybody reads it, no account owns it.
ALTER TABLE content_item ENABLE ROW LEVEL SECURITY;
CREATE POLICY system ON content_item TO shimakaze_system USING (true) WITH CHECK (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON content_item TO shimakaze_system;
ALTER TABLE content_version ENABLE ROW LEVEL SECURITY;
CREATE POLICY system ON content_version TO shimakaze_system USING (true) WITH CHECK (true);
GRANT SELECT, INSERT, DELETE ON content_version TO shimakaze_system;
ALTER TABLE content_hidden ENABLE ROW LEVEL SECURITY;
CREATE POLICY system ON content_hidden TO shimakaze_system USING (true) WITH CHECK (true);
GRANT SELECT, INSERT, DELETE ON content_hidden TO shimakaze_system;

-- Pictures of content are sent for it.
ALTER TABLE uploaded_file
  DROP CONSTRAINT uploaded_file_scene_check,
  ADD CONSTRAINT uploaded_file_scene_check CHECK (scene IN ('platform', 'feedback', 'front', 'content'));

-- What a piece is called now, for the record of acts.
CREATE VIEW content_title AS SELECT i.id, i.platform_id, v.title_zh FROM content_item i JOIN content_version v ON v.item_id = i.id AND v.version = i.version;
GRANT SELECT ON content_title TO shimakaze_system;
