-- Smaller ones of the pictures that everybody sees, each in formats that weigh less. They go with their picture.
CREATE TABLE picture_size (
  file_id uuid NOT NULL REFERENCES uploaded_file ON DELETE CASCADE,
  width integer NOT NULL CHECK (width > 0),
  media_type text NOT NULL CHECK (media_type IN ('image/avif', 'image/webp')),
  size bigint NOT NULL CHECK (size > 0),
  sha256 bytea NOT NULL REFERENCES stored_object ON DELETE RESTRICT ON UPDATE RESTRICT,
  PRIMARY KEY (file_id, width, media_type)
);
CREATE INDEX picture_size_object ON picture_size (sha256);
ALTER TABLE picture_size ENABLE ROW LEVEL SECURITY;
CREATE POLICY system ON picture_size TO shimakaze_system USING (true) WITH CHECK (true);
GRANT SELECT, INSERT, DELETE ON picture_size TO shimakaze_system;

-- Of pictures that everybody sees: how large they are, how often smaller ones were begun, and since when they are made or cannot be.
ALTER TABLE uploaded_file
  ADD COLUMN width integer CHECK (width > 0),
  ADD COLUMN height integer CHECK (height > 0),
  ADD COLUMN size_tries smallint NOT NULL DEFAULT 0,
  ADD COLUMN sized_at timestamptz;
CREATE INDEX uploaded_file_unsized ON uploaded_file (created_at)
  WHERE sized_at IS NULL AND scene IN ('platform', 'content') AND starts_with(media_type, 'image/');
GRANT UPDATE (width, height, size_tries, sized_at) ON uploaded_file TO shimakaze_system;

-- Films of help: one that was sent here, or one that comes with the product.
ALTER TABLE uploaded_file
  DROP CONSTRAINT uploaded_file_scene_check,
  ADD CONSTRAINT uploaded_file_scene_check CHECK (scene IN ('platform', 'feedback', 'front', 'content', 'video'));
ALTER TABLE content_version
  ADD COLUMN film text CHECK (film IN ('OWN', 'CAPTURE', 'VERIFY')),
  ADD COLUMN video uuid,
  ADD CONSTRAINT content_version_film CHECK ((film IS NOT DISTINCT FROM 'OWN') = (video IS NOT NULL));
DROP TRIGGER still_shown ON uploaded_file;
CREATE TRIGGER still_shown BEFORE UPDATE OF attached_at ON uploaded_file
  FOR EACH ROW WHEN (OLD.scene IN ('content', 'video') AND OLD.attached_at IS NOT NULL AND NEW.attached_at IS NULL) EXECUTE FUNCTION still_shown();
