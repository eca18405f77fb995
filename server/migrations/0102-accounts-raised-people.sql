-- An administrator or operator with whoever made them one, let them in again or freed them of their second step: for a time neither decides on what the other one asked for.
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

-- Those of the last days, as far as the record of acts names the person.
INSERT INTO raised_person (id, person_id, raised_by, way, created_at)
SELECT gen_random_uuid(), p.id, a.actor_person_id, CASE a.action WHEN 'totp.reset' THEN 'second-step' ELSE 'standing' END, a.at
FROM audit a JOIN person p ON p.id = a.subject_id JOIN person b ON b.id = a.actor_person_id
WHERE a.at > app_now() - interval '7 days' AND a.action IN ('person.enabled', 'totp.reset') AND a.actor_person_id <> p.id;
