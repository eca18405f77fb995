-- Staff must look at these things of an order, each by itself: none hides another. One that a transaction of the vendor's made is told again by the next one.
CREATE TABLE pay_trouble (
  order_id uuid NOT NULL REFERENCES pay_order ON DELETE CASCADE,
  trouble text NOT NULL CHECK (trouble IN ('late', 'other-amount', 'twice', 'returned', 'account-closed', 'payback-failed')),
  -- The transaction that it came by; empty where there is none.
  vendor_number text NOT NULL DEFAULT '',
  platform_id uuid NOT NULL REFERENCES platform,
  account_id uuid NOT NULL REFERENCES account,
  created_at timestamptz NOT NULL DEFAULT app_now(),
  -- Whoever of staff looked at it, and the result.
  cleared_at timestamptz,
  cleared_by uuid REFERENCES person,
  cleared_name text CHECK ((cleared_name IS NULL) = (cleared_at IS NULL)),
  cleared_note text NOT NULL DEFAULT '',
  PRIMARY KEY (order_id, trouble, vendor_number)
);
CREATE INDEX pay_trouble_open ON pay_trouble (platform_id, order_id) WHERE cleared_at IS NULL;

INSERT INTO pay_trouble (order_id, trouble, vendor_number, platform_id, account_id, created_at, cleared_at, cleared_by, cleared_name, cleared_note)
SELECT id, trouble, CASE WHEN trouble IN ('late', 'returned', 'account-closed') THEN coalesce(vendor_number, '') ELSE '' END, platform_id, account_id, coalesce(ended_at, created_at), cleared_at, cleared_by, cleared_name, cleared_note FROM pay_order WHERE trouble IS NOT NULL;

ALTER TABLE pay_trouble ENABLE ROW LEVEL SECURITY;
CREATE POLICY account ON pay_trouble FOR SELECT TO shimakaze_app USING (account_id = (SELECT app_account()));
CREATE POLICY system ON pay_trouble TO shimakaze_system USING (true) WITH CHECK (true);
GRANT SELECT (order_id, account_id, trouble) ON pay_trouble TO shimakaze_app;
GRANT SELECT, UPDATE (cleared_at, cleared_by, cleared_name, cleared_note) ON pay_trouble TO shimakaze_system;

CREATE OR REPLACE VIEW invoiceable WITH (security_invoker = true) AS
  SELECT id, platform_id, account_id, number, channel, paid_at,
    amount - coalesce((SELECT sum(p.amount) FROM payback p WHERE p.order_id = pay_order.id AND p.state <> 'failed'), 0)::bigint AS amount
  FROM pay_order
  WHERE state = 'paid' AND purpose = 'recharge' AND NOT EXISTS (SELECT FROM pay_trouble t WHERE t.order_id = pay_order.id AND t.trouble = 'returned');

-- As before, and: a payback that failed is a trouble beside others, told again each time.
CREATE OR REPLACE FUNCTION end_payback(wanted uuid, done boolean, vendor text, code text) RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  o pay_order;
  p payback;
BEGIN
  SELECT pay_order.* INTO STRICT o FROM pay_order JOIN payback ON payback.order_id = pay_order.id WHERE payback.id = wanted FOR UPDATE OF pay_order;
  SELECT * INTO STRICT p FROM payback WHERE id = wanted FOR UPDATE;
  IF p.state = 'done' OR (p.state = 'failed' AND NOT done) THEN RETURN false; END IF;
  IF p.state = 'sending' THEN
    UPDATE payback SET state = CASE WHEN done THEN 'done' ELSE 'failed' END, vendor_number = coalesce(vendor, vendor_number), vendor_code = code,
      ask_at = NULL, ended_at = app_now() WHERE id = p.id;
    IF NOT done THEN
      PERFORM move_money(p.account_id, 'payback-failed', o.channel, 'prepaid', p.amount, 'adjustment', p.id, null, null, o.number);
    END IF;
  END IF;
  IF NOT done OR p.state = 'failed' THEN
    INSERT INTO pay_trouble (order_id, trouble, platform_id, account_id) VALUES (o.id, 'payback-failed', o.platform_id, o.account_id)
      ON CONFLICT (order_id, trouble, vendor_number) DO UPDATE SET created_at = app_now(), cleared_at = NULL, cleared_by = NULL, cleared_name = NULL, cleared_note = '';
  END IF;
  RETURN p.state = 'sending';
END $$;

-- As before, and: each kind of trouble stands beside the others.
CREATE OR REPLACE FUNCTION settle_pay_order(wanted uuid, vendor text, fen bigint, at timestamptz, returned boolean) RETURNS text LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  o pay_order;
  outcome text;
BEGIN
  SELECT * INTO STRICT o FROM pay_order WHERE id = wanted FOR UPDATE;
  outcome := CASE
    WHEN returned AND EXISTS (SELECT FROM payback WHERE order_id = o.id AND state <> 'failed') THEN 'again'
    WHEN returned THEN 'returned'
    WHEN o.state = 'paid' AND o.vendor_number = vendor THEN 'again'
    WHEN o.state = 'paid' THEN 'twice'
    WHEN fen <> o.amount THEN 'other-amount'
    WHEN EXISTS (SELECT FROM account WHERE id = o.account_id AND status = 'CLOSED') THEN 'account-closed'
    WHEN o.state = 'closed' THEN 'late'
    ELSE 'paid' END;
  IF outcome = 'again' THEN RETURN outcome; END IF;
  IF outcome IN ('paid', 'late', 'account-closed') THEN
    PERFORM move_money(o.account_id, 'credit', o.channel, 'prepaid', o.amount, 'pay-order', o.id, null, o.person_id, '');
    UPDATE pay_order SET state = 'paid', vendor_number = vendor, paid_at = coalesce(at, app_now()), ended_at = app_now(), ask_at = NULL, offer = NULL WHERE id = o.id;
  END IF;
  IF returned THEN
    UPDATE pay_order SET state = 'closed', ended_at = app_now(), ask_at = NULL, offer = NULL WHERE id = o.id AND state = 'waiting';
  END IF;
  -- Staff are not told again because the vendor says the same once more.
  IF outcome <> 'paid' THEN
    INSERT INTO pay_trouble (order_id, trouble, vendor_number, platform_id, account_id)
    VALUES (o.id, outcome, coalesce(vendor, ''), o.platform_id, o.account_id) ON CONFLICT DO NOTHING;
  END IF;
  RETURN outcome;
END $$;

ALTER TABLE pay_order DROP COLUMN trouble, DROP COLUMN cleared_at, DROP COLUMN cleared_by, DROP COLUMN cleared_name, DROP COLUMN cleared_note;
