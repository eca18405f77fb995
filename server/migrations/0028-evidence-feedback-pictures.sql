-- Pictures beside feedback: files that were sent for it, in their order.
ALTER TABLE evidence_feedback ADD COLUMN images uuid[] NOT NULL DEFAULT '{}';
-- Whoever sent a file may put it to use; nothing else of it changes.
CREATE POLICY attach ON uploaded_file FOR UPDATE TO shimakaze_app
  USING (account_id = (SELECT app_account()) AND ((SELECT app_person()) IS NULL OR person_id = (SELECT app_person())))
  WITH CHECK (account_id = (SELECT app_account()));
GRANT UPDATE (attached_at) ON uploaded_file TO shimakaze_app;
