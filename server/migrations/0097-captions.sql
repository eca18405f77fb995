-- Captions of films that were sent here: those of a film with sound are needed before anybody sees it. Of films from before it is not known.
ALTER TABLE uploaded_file
  ADD COLUMN has_sound boolean,
  DROP CONSTRAINT uploaded_file_scene_check,
  ADD CONSTRAINT uploaded_file_scene_check CHECK (scene IN ('platform', 'feedback', 'front', 'content', 'video', 'captions'));
ALTER TABLE content_version
  ADD COLUMN captions_zh uuid,
  ADD COLUMN captions_en uuid,
  ADD CONSTRAINT content_version_captions CHECK (video IS NOT NULL OR (captions_zh IS NULL AND captions_en IS NULL));
DROP TRIGGER still_shown ON uploaded_file;
CREATE TRIGGER still_shown BEFORE UPDATE OF attached_at ON uploaded_file
  FOR EACH ROW WHEN (OLD.scene IN ('content', 'video', 'captions') AND OLD.attached_at IS NOT NULL AND NEW.attached_at IS NULL) EXECUTE FUNCTION still_shown();
