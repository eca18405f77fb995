-- Whoever asked to be closed has until `closing_at` to think it over; nothing is begun for them meanwhile. It stays set when they are closed.
ALTER TABLE person
  ADD COLUMN closing_at timestamptz,
  DROP CONSTRAINT person_status_check,
  ADD CONSTRAINT person_status_check CHECK (status IN ('ACTIVE', 'DISABLED', 'CLOSED')),
  ADD CONSTRAINT person_closed CHECK (status <> 'CLOSED' OR (closing_at IS NOT NULL AND password_phc IS NULL AND mail IS NULL AND phone LIKE 'closed:%'));
ALTER TABLE account
  DROP CONSTRAINT account_status_check,
  ADD CONSTRAINT account_status_check CHECK (status IN ('ACTIVE', 'DISABLED', 'CLOSED'));
CREATE INDEX person_closing ON person (closing_at) WHERE closing_at IS NOT NULL AND status = 'ACTIVE';
GRANT SELECT (closing_at) ON person TO shimakaze_app;

-- What goes with a person who is closed, where jobs could not write so far.
GRANT DELETE ON address, invoice_header, list_view, list_layout TO shimakaze_system;
GRANT UPDATE (maker) ON list_view TO shimakaze_system;
GRANT UPDATE (name, ips, callback_url, status, version, updated_at) ON api_key TO shimakaze_system;
GRANT UPDATE (name_masked, number_masked, company, credit_code) ON real_name TO shimakaze_system;
GRANT UPDATE (shown_name) ON evidence_file TO shimakaze_system;
