-- What a platform tells everybody who comes to it. English is there whole or not at all.
CREATE TABLE announcement (
  id uuid PRIMARY KEY,
  platform_id uuid NOT NULL REFERENCES platform,
  status text NOT NULL DEFAULT 'DRAFT' CHECK (status IN ('DRAFT', 'PUBLISHED', 'WITHDRAWN')),
  title_zh text NOT NULL,
  content_zh text NOT NULL,
  title_en text,
  content_en text,
  from_at timestamptz,
  until_at timestamptz,
  top boolean NOT NULL DEFAULT false,
  -- Of the last time it was published; what has none was never seen by anybody.
  published_at timestamptz,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT app_now(),
  updated_at timestamptz NOT NULL DEFAULT app_now(),
  CHECK ((title_en IS NULL) = (content_en IS NULL)),
  CHECK (until_at > from_at),
  CHECK ((status = 'DRAFT') = (published_at IS NULL))
);
CREATE INDEX announcement_newest ON announcement (platform_id, created_at DESC, id DESC);
CREATE INDEX announcement_published ON announcement (platform_id, top DESC, (greatest(published_at, from_at)) DESC, id DESC) WHERE status = 'PUBLISHED';
-- Staff write it, everybody reads it, no account owns it.
ALTER TABLE announcement ENABLE ROW LEVEL SECURITY;
CREATE POLICY system ON announcement TO shimakaze_system USING (true) WITH CHECK (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON announcement TO shimakaze_system;
