-- What of an order an invoice can be made out for: what was paid in, and not given back. Whatever is given back is taken off here and nowhere else.
CREATE VIEW invoiceable WITH (security_invoker = true) AS
  SELECT id, platform_id, account_id, number, channel, paid_at,
    amount - coalesce((SELECT sum(p.amount) FROM payback p WHERE p.order_id = pay_order.id AND p.state <> 'failed'), 0)::bigint AS amount
  FROM pay_order
  WHERE state = 'paid' AND purpose = 'recharge' AND trouble IS DISTINCT FROM 'returned';

CREATE TABLE invoice (
  id uuid PRIMARY KEY,
  -- Of the application; what the tax office calls it stands with the paper.
  number text NOT NULL UNIQUE CHECK (number ~ '^[0-9]{6,32}$'),
  platform_id uuid NOT NULL REFERENCES platform,
  account_id uuid NOT NULL REFERENCES account,
  person_id uuid NOT NULL REFERENCES person,
  person_name text NOT NULL,
  state text NOT NULL DEFAULT 'APPLIED' CHECK (state IN ('APPLIED', 'ISSUING', 'ISSUED', 'MAILED', 'REJECTED', 'WITHDRAWN', 'REVERSED')),
  -- Asked for once more after it was refused or reversed.
  attempt integer NOT NULL DEFAULT 1 CHECK (attempt BETWEEN 1 AND 1000),
  amount bigint NOT NULL CHECK (amount BETWEEN 1 AND 1000000000000),
  invoice_type text NOT NULL CHECK (invoice_type IN ('PERSONAL', 'ENTERPRISE', 'ENTERPRISE_SPECIAL')),
  title text NOT NULL,
  -- Header and receiver as they were when it was asked for.
  header jsonb NOT NULL,
  medium text NOT NULL CHECK (medium IN ('DIGITAL', 'PAPER')),
  email text,
  receiver text,
  remark text NOT NULL DEFAULT '',
  is_sandbox boolean NOT NULL,
  -- Why it was refused or reversed last.
  reason text NOT NULL DEFAULT '',
  unique_id text,
  created_at timestamptz NOT NULL DEFAULT app_now(),
  CONSTRAINT invoice_unique_id UNIQUE (account_id, unique_id)
);
CREATE INDEX invoice_newest ON invoice (account_id, created_at DESC, id DESC);
CREATE INDEX invoice_of_platform ON invoice (platform_id, created_at DESC, id DESC);
CREATE INDEX invoice_waiting ON invoice (platform_id, created_at) WHERE state IN ('APPLIED', 'ISSUING');

CREATE TABLE invoice_order (
  invoice_id uuid NOT NULL REFERENCES invoice,
  order_id uuid NOT NULL REFERENCES pay_order,
  platform_id uuid NOT NULL REFERENCES platform,
  account_id uuid NOT NULL REFERENCES account,
  amount bigint NOT NULL CHECK (amount > 0),
  -- False once the application was withdrawn: the order is free for another one.
  live boolean NOT NULL DEFAULT true,
  PRIMARY KEY (invoice_id, order_id)
);
CREATE UNIQUE INDEX invoice_order_live ON invoice_order (order_id) WHERE live;

-- What was issued, once an attempt at most. Never changed but by what becomes of it: mailed, reversed.
CREATE TABLE invoice_paper (
  invoice_id uuid NOT NULL REFERENCES invoice,
  attempt integer NOT NULL,
  platform_id uuid NOT NULL REFERENCES platform,
  account_id uuid NOT NULL REFERENCES account,
  number text NOT NULL,
  code text,
  file_name text,
  media_type text CHECK (media_type IN ('application/pdf', 'application/ofd')),
  size bigint,
  sha256 bytea REFERENCES stored_object ON DELETE RESTRICT ON UPDATE RESTRICT,
  issued_at timestamptz NOT NULL DEFAULT app_now(),
  carrier text,
  tracking_number text,
  mailed_at timestamptz,
  reversed_at timestamptz,
  PRIMARY KEY (invoice_id, attempt),
  CONSTRAINT invoice_paper_number CHECK (CASE WHEN code IS NULL THEN number ~ '^[0-9]{20}$' ELSE code ~ '^([0-9]{10}|[0-9]{12})$' AND number ~ '^[0-9]{8}$' END),
  CHECK (num_nulls(file_name, media_type, size, sha256) IN (0, 4)),
  CHECK (num_nulls(carrier, tracking_number, mailed_at) IN (0, 3))
);
CREATE UNIQUE INDEX invoice_paper_once ON invoice_paper (platform_id, number, coalesce(code, ''));
CREATE INDEX invoice_paper_object ON invoice_paper (sha256);

-- What happened to an invoice, one after the other.
CREATE TABLE invoice_step (
  id uuid PRIMARY KEY,
  invoice_id uuid NOT NULL REFERENCES invoice,
  platform_id uuid NOT NULL REFERENCES platform,
  account_id uuid NOT NULL REFERENCES account,
  attempt integer NOT NULL,
  state text NOT NULL,
  reason text NOT NULL DEFAULT '',
  told text NOT NULL DEFAULT '',
  by_staff boolean NOT NULL,
  person_id uuid NOT NULL REFERENCES person,
  person_name text NOT NULL,
  at timestamptz NOT NULL DEFAULT app_now()
);
CREATE INDEX invoice_step_of ON invoice_step (invoice_id, at, id);

-- An invoice goes its way by no other steps, whoever asks for them; what was withdrawn sets its orders free.
CREATE FUNCTION keep_invoice_way() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF (OLD.state, NEW.state) NOT IN (
    ('APPLIED', 'ISSUING'), ('APPLIED', 'REJECTED'), ('APPLIED', 'WITHDRAWN'),
    ('ISSUING', 'ISSUED'), ('ISSUING', 'REJECTED'),
    ('ISSUED', 'MAILED'), ('ISSUED', 'REVERSED'), ('MAILED', 'REVERSED'),
    ('REJECTED', 'APPLIED'), ('REJECTED', 'WITHDRAWN'),
    ('REVERSED', 'APPLIED'), ('REVERSED', 'WITHDRAWN')
  ) OR NEW.attempt <> OLD.attempt + (NEW.state = 'APPLIED')::integer THEN
    RAISE EXCEPTION 'an invoice does not go from % to %', OLD.state, NEW.state USING ERRCODE = 'check_violation';
  END IF;
  IF current_setting('role') = 'shimakaze_app' AND NEW.state NOT IN ('APPLIED', 'WITHDRAWN') THEN
    RAISE EXCEPTION 'only staff bring an invoice to %', NEW.state USING ERRCODE = 'check_violation';
  END IF;
  IF NEW.state = 'WITHDRAWN' THEN
    UPDATE invoice_order SET live = false WHERE invoice_id = NEW.id;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER invoice_way AFTER UPDATE OF state ON invoice FOR EACH ROW WHEN (OLD.state <> NEW.state OR OLD.attempt <> NEW.attempt) EXECUTE FUNCTION keep_invoice_way();

-- MN005: what an invoice stands for is not paid back before that is reversed. The order's row is locked by whoever pays back, and by whoever issues.
CREATE FUNCTION keep_invoiced_orders() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM FROM invoice_order o JOIN invoice i ON i.id = o.invoice_id WHERE o.order_id = NEW.order_id AND o.live AND i.state IN ('ISSUED', 'MAILED');
  IF FOUND THEN RAISE EXCEPTION 'an invoice stands for this order' USING ERRCODE = 'MN005'; END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER payback_not_invoiced BEFORE INSERT ON payback FOR EACH ROW EXECUTE FUNCTION keep_invoiced_orders();

ALTER TABLE invoice ENABLE ROW LEVEL SECURITY;
CREATE POLICY account ON invoice TO shimakaze_app USING (account_id = (SELECT app_account())) WITH CHECK (account_id = (SELECT app_account()));
CREATE POLICY system ON invoice TO shimakaze_system USING (true) WITH CHECK (true);
ALTER TABLE invoice_order ENABLE ROW LEVEL SECURITY;
CREATE POLICY account ON invoice_order TO shimakaze_app USING (account_id = (SELECT app_account())) WITH CHECK (account_id = (SELECT app_account()));
CREATE POLICY system ON invoice_order TO shimakaze_system USING (true) WITH CHECK (true);
ALTER TABLE invoice_paper ENABLE ROW LEVEL SECURITY;
CREATE POLICY account ON invoice_paper TO shimakaze_app USING (account_id = (SELECT app_account())) WITH CHECK (account_id = (SELECT app_account()));
CREATE POLICY system ON invoice_paper TO shimakaze_system USING (true) WITH CHECK (true);
ALTER TABLE invoice_step ENABLE ROW LEVEL SECURITY;
CREATE POLICY account ON invoice_step TO shimakaze_app USING (account_id = (SELECT app_account())) WITH CHECK (account_id = (SELECT app_account()));
CREATE POLICY system ON invoice_step TO shimakaze_system USING (true) WITH CHECK (true);
GRANT SELECT ON invoiceable TO shimakaze_app, shimakaze_system;
GRANT SELECT, INSERT (id, number, platform_id, account_id, person_id, person_name, amount, invoice_type, title, header, medium, email, receiver, remark, is_sandbox, unique_id),
  UPDATE (state, attempt, amount, invoice_type, title, header, medium, email, receiver, remark) ON invoice TO shimakaze_app;
GRANT SELECT, INSERT (invoice_id, order_id, platform_id, account_id, amount), UPDATE (amount) ON invoice_order TO shimakaze_app;
GRANT SELECT ON invoice_paper TO shimakaze_app;
GRANT SELECT, INSERT ON invoice_step TO shimakaze_app;
GRANT SELECT, UPDATE (state, reason, person_name, header, title, email, receiver, remark) ON invoice TO shimakaze_system;
GRANT SELECT ON invoice_order TO shimakaze_system;
GRANT SELECT, INSERT, UPDATE (carrier, tracking_number, mailed_at, reversed_at) ON invoice_paper TO shimakaze_system;
GRANT SELECT, INSERT, UPDATE (person_name, told) ON invoice_step TO shimakaze_system;
