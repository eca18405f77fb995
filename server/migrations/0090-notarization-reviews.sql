-- Review of a certificate that its applicant has: it stands, is corrected, or is revoked.
INSERT INTO judicial_move (kind, from_state, to_state)
SELECT kind, from_state, to_state FROM unnest(ARRAY['notarization', 'purchase']) AS kinds (kind), (VALUES
  ('DELIVERED', 'REVIEW'), ('DELIVERED', 'CONCLUDED'), ('REVIEW', 'CONCLUDED'), ('REVIEW', 'CORRECTED'), ('REVIEW', 'REVOKED'),
  ('CORRECTED', 'DELIVERING'), ('CORRECTED', 'DELIVERED')) AS moves (from_state, to_state);

-- A year, of those that were delivered before.
UPDATE judicial_order o SET lapses_at = (SELECT max(s.created_at) FROM judicial_step s WHERE s.order_id = o.id) + make_interval(days => 365)
WHERE o.kind IN ('notarization', 'purchase') AND o.state = 'DELIVERED';

-- A file that came with a message.
ALTER TABLE judicial_file ADD COLUMN message_id uuid REFERENCES judicial_message;
CREATE UNIQUE INDEX judicial_file_message ON judicial_file (message_id) WHERE message_id IS NOT NULL;
