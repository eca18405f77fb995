-- Every call is counted, so counting must not wait for the disk: after a crash these counters begin anew, which costs
-- nothing but a minute's leniency. Caps on codes and passwords stay in rate_window, which survives.
CREATE UNLOGGED TABLE call_window (LIKE rate_window INCLUDING ALL);
GRANT SELECT, INSERT, UPDATE, DELETE ON call_window TO shimakaze_system;

-- Lists by status: to-dos, failures, what runs.
CREATE INDEX evidence_by_status ON evidence (account_id, status, created_at DESC, id DESC) WHERE NOT hidden;
