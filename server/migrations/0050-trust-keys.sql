-- The root's statement of all keys is logged too: a platform that shows different keys to different people shows it there.
ALTER TABLE log_queue DROP CONSTRAINT log_queue_kind_check, ADD CONSTRAINT log_queue_kind_check CHECK (kind IN ('evidence', 'audit', 'keys'));
ALTER TABLE log_entry DROP CONSTRAINT log_entry_kind_check, ADD CONSTRAINT log_entry_kind_check CHECK (kind IN ('evidence', 'audit', 'shard', 'keys'));

-- Queues a statement once, by the digest of its text.
CREATE FUNCTION log_keys(sha256 text) RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path = public AS $$
  INSERT INTO log_queue (kind, subject, leaf)
  SELECT 'keys', sha256, convert_to(E'shimakaze-keys/v1\n' || sha256 || E'\n', 'UTF8')
  WHERE sha256 ~ '^[0-9a-f]{64}$' AND NOT EXISTS (SELECT FROM log_entry WHERE kind = 'keys' AND subject = sha256)
  ON CONFLICT DO NOTHING;
$$;
REVOKE EXECUTE ON FUNCTION log_keys(text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION log_keys(text) TO shimakaze_system;
