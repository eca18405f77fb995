-- Invoices that a tax gateway issues. Its number stands here before anything is sent, so that a gateway that was not heard is asked about it, and no
-- invoice is issued twice.
CREATE TABLE invoice_submission (
  id uuid PRIMARY KEY,
  invoice_id uuid NOT NULL REFERENCES invoice,
  attempt integer NOT NULL,
  platform_id uuid NOT NULL REFERENCES platform,
  account_id uuid NOT NULL REFERENCES account,
  gateway text NOT NULL CHECK (gateway IN ('nuonuo')),
  -- The order's number at the gateway.
  number text NOT NULL UNIQUE CHECK (number ~ '^[0-9]{6,32}$'),
  amount bigint NOT NULL CHECK (amount > 0),
  state text NOT NULL DEFAULT 'sending' CHECK (state IN ('sending', 'issued', 'failed', 'stopped')),
  -- Why it failed, or what staff must look at, as the gateway says or as the service found.
  problem text NOT NULL DEFAULT '',
  -- How often it was asked about, and how often its file was wanted in vain; never again where no time stands.
  asked integer NOT NULL DEFAULT 0,
  files_missed integer NOT NULL DEFAULT 0,
  ask_at timestamptz DEFAULT app_now() CHECK (ask_at IS NULL OR state = 'sending'),
  -- Who of staff asked for it, and the account whose console is told what comes of it.
  person_id uuid NOT NULL REFERENCES person,
  person_name text NOT NULL,
  staff_account_id uuid NOT NULL REFERENCES account,
  created_at timestamptz NOT NULL DEFAULT app_now(),
  ended_at timestamptz CHECK ((ended_at IS NULL) = (state = 'sending'))
);
CREATE UNIQUE INDEX invoice_submission_open ON invoice_submission (invoice_id) WHERE state = 'sending';
CREATE INDEX invoice_submission_of ON invoice_submission (invoice_id, attempt, created_at DESC);
CREATE INDEX invoice_submission_due ON invoice_submission (ask_at) WHERE ask_at IS NOT NULL;

-- What came of it is told once, and never another thing afterwards.
CREATE FUNCTION keep_submission_end() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a submission ends once' USING ERRCODE = 'check_violation';
END $$;
CREATE TRIGGER submission_ends_once BEFORE UPDATE OF state ON invoice_submission FOR EACH ROW WHEN (OLD.state <> 'sending') EXECUTE FUNCTION keep_submission_end();

-- MN010: a gateway may be issuing it. Until it has answered, or staff stopped waiting, the invoice stays where it is and nothing of it is given back.
CREATE FUNCTION keep_submitted_invoice() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM FROM invoice_submission WHERE invoice_id = NEW.id AND state = 'sending';
  IF FOUND THEN RAISE EXCEPTION 'a tax gateway has this invoice' USING ERRCODE = 'MN010'; END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER invoice_submitted AFTER UPDATE OF state ON invoice FOR EACH ROW WHEN (OLD.state <> NEW.state) EXECUTE FUNCTION keep_submitted_invoice();

-- As before, and while a gateway may be issuing.
CREATE OR REPLACE FUNCTION keep_invoiced_orders() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM FROM invoice_order o JOIN invoice i ON i.id = o.invoice_id WHERE o.order_id = NEW.order_id AND o.live
    AND (i.state IN ('ISSUED', 'MAILED') OR EXISTS (SELECT FROM invoice_submission s WHERE s.invoice_id = i.id AND s.state = 'sending'));
  IF FOUND THEN RAISE EXCEPTION 'an invoice stands for this order' USING ERRCODE = 'MN005'; END IF;
  RETURN NEW;
END $$;

ALTER TABLE invoice_submission ENABLE ROW LEVEL SECURITY;
CREATE POLICY system ON invoice_submission TO shimakaze_system USING (true) WITH CHECK (true);
GRANT SELECT, INSERT, UPDATE (state, problem, asked, files_missed, ask_at, ended_at, person_name) ON invoice_submission TO shimakaze_system;
