-- What an owner finds wrong with a piece of evidence, and what the operator answers.
CREATE TABLE evidence_feedback (
  id uuid PRIMARY KEY,
  platform_id uuid NOT NULL REFERENCES platform,
  account_id uuid NOT NULL REFERENCES account,
  evidence_id uuid NOT NULL REFERENCES evidence,
  person_name text NOT NULL,
  reason text NOT NULL CHECK (reason IN ('EXCEPTION_RESULT', 'OTHER')),
  content text NOT NULL,
  status text NOT NULL DEFAULT 'REVIEWING' CHECK (status IN ('REVIEWING', 'PASS', 'REJECT', 'WITHDRAWN')),
  reply text NOT NULL DEFAULT '',
  answered_by text,
  answered_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT app_now(),
  CHECK ((status IN ('PASS', 'REJECT')) = (answered_at IS NOT NULL))
);
CREATE UNIQUE INDEX evidence_feedback_open ON evidence_feedback (evidence_id) WHERE status = 'REVIEWING';
CREATE INDEX evidence_feedback_of ON evidence_feedback (evidence_id, created_at DESC);
CREATE INDEX evidence_feedback_review ON evidence_feedback (platform_id, status, created_at);
ALTER TABLE evidence_feedback ENABLE ROW LEVEL SECURITY;
CREATE POLICY own ON evidence_feedback TO shimakaze_app USING (account_id = (SELECT app_account())) WITH CHECK (account_id = (SELECT app_account()));
CREATE POLICY system ON evidence_feedback TO shimakaze_system USING (true) WITH CHECK (true);
GRANT SELECT, INSERT, UPDATE ON evidence_feedback TO shimakaze_app, shimakaze_system;
