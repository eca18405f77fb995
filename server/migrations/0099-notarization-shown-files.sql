-- "Kept" and "shown to the other side" are two facts: what one of an office wrote stays, and its applicant sees it once another person has issued it.
ALTER TABLE judicial_file ADD COLUMN shown_at timestamptz;
GRANT UPDATE (shown_at) ON judicial_file TO shimakaze_system;

-- Files that the other side could see stay shown, but for reports and certificates that nobody has issued.
UPDATE judicial_file f SET shown_at = f.kept_at
WHERE f.kept_at IS NOT NULL AND NOT EXISTS (
  SELECT FROM (VALUES ('report', 'report'), ('certificate', 'issue'), ('corrected', 'correct')) AS issuing (part, step)
  WHERE issuing.part = f.part AND NOT EXISTS (SELECT FROM judicial_step s WHERE s.order_id = f.order_id AND s.step = issuing.step));

ALTER TABLE judicial_file ADD CONSTRAINT judicial_file_shown CHECK (shown_at IS NULL OR kept_at IS NOT NULL);

-- Neither side reads what the other has not shown it.
DROP POLICY account ON judicial_file;
CREATE POLICY account ON judicial_file TO shimakaze_app
  USING (account_id = (SELECT app_account()) AND (side = 'applicant' OR shown_at IS NOT NULL))
  WITH CHECK (account_id = (SELECT app_account()));
DROP POLICY office ON judicial_file;
CREATE POLICY office ON judicial_file FOR SELECT TO shimakaze_app
  USING ((side = 'office' OR shown_at IS NOT NULL)
    AND EXISTS (SELECT FROM judicial_order o WHERE o.id = judicial_file.order_id AND o.office_id = (SELECT app_account()) AND o.submitted_at IS NOT NULL));
