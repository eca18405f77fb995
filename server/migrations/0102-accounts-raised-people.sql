-- Who made somebody, gave them rights over what others have, or let them in again: for a time neither decides on what the other one asked for.
CREATE TABLE raised_person (
  id uuid PRIMARY KEY,
  person_id uuid NOT NULL REFERENCES person ON DELETE CASCADE,
  raised_by uuid NOT NULL REFERENCES person ON DELETE CASCADE,
  way text NOT NULL CHECK (way IN ('administrator', 'second-step', 'standing')),
  created_at timestamptz NOT NULL DEFAULT app_now()
);
CREATE INDEX raised_person_whom ON raised_person (person_id, created_at);
CREATE INDEX raised_person_by ON raised_person (raised_by, created_at);
ALTER TABLE raised_person ENABLE ROW LEVEL SECURITY;
CREATE POLICY system ON raised_person TO shimakaze_system USING (true) WITH CHECK (true);
GRANT SELECT, INSERT ON raised_person TO shimakaze_system;
