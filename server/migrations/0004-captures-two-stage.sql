-- A two-stage capture waits, fixed and stamped, until its owner has looked at it: confirming accepts exactly those
-- bytes, discarding or the end of the window cancels.
ALTER TABLE evidence
  ADD COLUMN confirm_until timestamptz,
  ADD COLUMN retries integer NOT NULL DEFAULT 0,
  DROP CONSTRAINT evidence_status_check,
  DROP CONSTRAINT evidence_check,
  ADD CONSTRAINT evidence_status CHECK (status IN ('queued', 'collecting', 'uploading', 'to-confirm', 'collected', 'failed', 'cancelled')),
  ADD CONSTRAINT evidence_fixed CHECK ((status IN ('to-confirm', 'collected')) = (statement IS NOT NULL AND token IS NOT NULL AND sealed_at IS NOT NULL)),
  ADD CONSTRAINT evidence_confirm CHECK ((status = 'to-confirm') = (confirm_until IS NOT NULL));
CREATE INDEX evidence_to_confirm ON evidence (confirm_until) WHERE status = 'to-confirm';

-- What was never accepted may go; files of collected evidence cannot be deleted by any role that serves.
CREATE POLICY never_collected ON evidence_file AS RESTRICTIVE FOR DELETE TO shimakaze_app, shimakaze_system
  USING (EXISTS (SELECT 1 FROM evidence e WHERE e.id = evidence_id AND e.status = 'cancelled'));
GRANT DELETE ON evidence_file TO shimakaze_app, shimakaze_system;
