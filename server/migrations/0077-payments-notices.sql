-- What a vendor told of a payer is kept as it came while it can be asked about, and no longer; that it was told, and what came of it, stays.
GRANT UPDATE (body) ON pay_notice TO shimakaze_system;
CREATE INDEX pay_notice_to_empty ON pay_notice (received_at) WHERE body <> '';
