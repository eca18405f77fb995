-- The number of changes of a platform's calendar: dates that were computed by an older one are computed anew, whichever day came, changed or went, and whenever.
CREATE TABLE calendar_change (
  platform_id uuid PRIMARY KEY REFERENCES platform,
  version bigint NOT NULL
);
ALTER TABLE calendar_change ENABLE ROW LEVEL SECURITY;
CREATE POLICY system ON calendar_change TO shimakaze_system USING (true) WITH CHECK (true);
GRANT SELECT ON calendar_change TO shimakaze_system;

CREATE FUNCTION count_calendar_change() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO calendar_change AS c VALUES (CASE WHEN TG_OP = 'DELETE' THEN OLD.platform_id ELSE NEW.platform_id END, 1)
  ON CONFLICT (platform_id) DO UPDATE SET version = c.version + 1;
  RETURN NULL;
END $$;
CREATE TRIGGER calendar_day_changed AFTER INSERT OR DELETE OR UPDATE OF day, is_worked ON calendar_day FOR EACH ROW EXECUTE FUNCTION count_calendar_change();

-- By which an order's last day was computed; none where no sweep has looked at it since its last step.
ALTER TABLE judicial_order ADD COLUMN calendar_seen bigint;
GRANT UPDATE (calendar_seen) ON judicial_order TO shimakaze_system;

-- Days were removed before that nobody noticed: every period is computed once.
INSERT INTO calendar_change SELECT id, 1 FROM platform;
