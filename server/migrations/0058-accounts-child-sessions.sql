-- A session that another one opened (a switch, a page handed over, a code confirmed by a phone) ends with that one.
ALTER TABLE session ADD COLUMN parent_id uuid REFERENCES session (id) ON DELETE CASCADE;
CREATE INDEX session_parent ON session (parent_id) WHERE parent_id IS NOT NULL;
