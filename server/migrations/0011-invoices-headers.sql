-- Whom invoices are made out to. An invoice keeps its own copy, so that a later change alters no paper that was issued.
CREATE TABLE invoice_header (
  id uuid PRIMARY KEY,
  platform_id uuid NOT NULL REFERENCES platform,
  account_id uuid NOT NULL REFERENCES account,
  head_type text NOT NULL CHECK (head_type IN ('PERSONAL', 'ENTERPRISE', 'ENTERPRISE_SPECIAL')),
  title text NOT NULL,
  tax_no text,
  address text,
  phone text,
  bank text,
  account text,
  is_default boolean NOT NULL DEFAULT false,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT app_now(),
  updated_at timestamptz NOT NULL DEFAULT app_now(),
  CHECK ((head_type = 'PERSONAL') = (tax_no IS NULL)),
  CHECK ((head_type = 'ENTERPRISE_SPECIAL') = (address IS NOT NULL)),
  CHECK (num_nonnulls(address, phone, bank, account) IN (0, 4))
);
CREATE UNIQUE INDEX invoice_header_same ON invoice_header (account_id, head_type, title, coalesce(tax_no, ''));
CREATE UNIQUE INDEX invoice_header_default ON invoice_header (account_id) WHERE is_default;
CREATE INDEX invoice_header_newest ON invoice_header (account_id, created_at DESC, id DESC);
CREATE INDEX invoice_header_title ON invoice_header (account_id, title, id);
ALTER TABLE invoice_header ENABLE ROW LEVEL SECURITY;
CREATE POLICY own ON invoice_header TO shimakaze_app USING (account_id = (SELECT app_account())) WITH CHECK (account_id = (SELECT app_account()));
CREATE POLICY system ON invoice_header TO shimakaze_system USING (true) WITH CHECK (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON invoice_header TO shimakaze_app;
GRANT SELECT ON invoice_header TO shimakaze_system;
