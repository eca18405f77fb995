-- How often pages are used, a day and a page at a time; nothing of who did it.
CREATE TABLE behavior_count (
  platform_id uuid NOT NULL REFERENCES platform,
  day date NOT NULL,
  page text NOT NULL,
  event text NOT NULL,
  count bigint NOT NULL,
  PRIMARY KEY (platform_id, day, page, event)
);
GRANT SELECT, INSERT, UPDATE ON behavior_count TO shimakaze_system;
