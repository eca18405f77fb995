-- Days that are otherwise than their weekday says: public holidays, and days at weekends that are worked for them. Staff enter them once they are announced
-- for a year; where none stand, weekdays alone decide.
CREATE TABLE calendar_day (
  id uuid PRIMARY KEY,
  platform_id uuid NOT NULL REFERENCES platform,
  -- In Asia/Shanghai.
  day date NOT NULL CHECK (day BETWEEN '2020-01-01' AND '2099-12-31'),
  is_worked boolean NOT NULL,
  name text NOT NULL,
  person_id uuid NOT NULL REFERENCES person,
  person_name text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT app_now(),
  CONSTRAINT calendar_day_once UNIQUE (platform_id, day)
);
ALTER TABLE calendar_day ENABLE ROW LEVEL SECURITY;
CREATE POLICY system ON calendar_day TO shimakaze_system USING (true) WITH CHECK (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON calendar_day TO shimakaze_system;
