-- Two more changes of a balance that one person asks for and another decides. A refund gives back what a thing cost. A payback: what an account paid in goes back to whoever paid it, through the vendor that it came by: asked for by one person, decided by another, as every
-- change of a balance. The wallet pays when it is decided; its vendor is told after that stands, by the same number however often.
ALTER TABLE adjustment
  ADD COLUMN order_id uuid REFERENCES pay_order,
  ADD COLUMN charge_id uuid REFERENCES charge,
  DROP CONSTRAINT adjustment_purpose_check,
  ADD CONSTRAINT adjustment_purpose_check CHECK (purpose IN ('credit', 'gift', 'correction', 'refund', 'payback')),
  DROP CONSTRAINT adjustment_check,
  ADD CONSTRAINT adjustment_amount CHECK (
    amount BETWEEN -100000000000000 AND 100000000000000 AND CASE purpose WHEN 'correction' THEN amount <> 0 WHEN 'payback' THEN amount < 0 ELSE amount > 0 END),
  ADD CONSTRAINT adjustment_order CHECK ((order_id IS NOT NULL) = (purpose = 'payback')),
  ADD CONSTRAINT adjustment_charge CHECK ((charge_id IS NOT NULL) = (purpose = 'refund'));
CREATE INDEX adjustment_of_order ON adjustment (order_id) WHERE order_id IS NOT NULL;

CREATE TABLE payback (
  id uuid PRIMARY KEY REFERENCES adjustment,
  -- The vendor's `out_refund_no` or `out_request_no`.
  number text NOT NULL UNIQUE CHECK (number ~ '^[0-9]{6,32}$'),
  platform_id uuid NOT NULL REFERENCES platform,
  account_id uuid NOT NULL REFERENCES account,
  order_id uuid NOT NULL REFERENCES pay_order,
  amount bigint NOT NULL CHECK (amount > 0),
  state text NOT NULL DEFAULT 'sending' CHECK (state IN ('sending', 'done', 'failed')),
  vendor_number text,
  -- Why the vendor refused it, in its own word.
  vendor_code text NOT NULL DEFAULT '',
  ask_at timestamptz DEFAULT app_now() CHECK (ask_at IS NULL OR state = 'sending'),
  asked integer NOT NULL DEFAULT 0,
  ended_at timestamptz CHECK ((ended_at IS NULL) = (state = 'sending')),
  created_at timestamptz NOT NULL DEFAULT app_now()
);
CREATE INDEX payback_of_order ON payback (order_id);
CREATE INDEX payback_to_ask ON payback (ask_at) WHERE ask_at IS NOT NULL;

ALTER TABLE pay_order DROP CONSTRAINT pay_order_trouble_check,
  -- Besides: its account was closed before the money came; the vendor did not pay back what it was told to.
  ADD CONSTRAINT pay_order_trouble_check CHECK (trouble IN ('late', 'other-amount', 'twice', 'returned', 'account-closed', 'payback-failed'));

ALTER TABLE ledger_transfer DROP CONSTRAINT ledger_transfer_ways,
  ADD CONSTRAINT ledger_transfer_ways CHECK ((purpose, debit, credit) IN (
    ('credit', 'bank', 'prepaid'),
    ('credit', 'wechat', 'prepaid'),
    ('credit', 'alipay', 'prepaid'),
    ('payback', 'prepaid', 'wechat'),
    ('payback', 'prepaid', 'alipay'),
    ('payback-failed', 'wechat', 'prepaid'),
    ('payback-failed', 'alipay', 'prepaid'),
    ('gift', 'promotion', 'promotional'),
    ('correction', 'suspense', 'prepaid'),
    ('correction', 'prepaid', 'suspense'),
    ('reserve', 'prepaid', 'reserved_prepaid'),
    ('reserve', 'promotional', 'reserved_promotional'),
    ('post', 'reserved_prepaid', 'revenue'),
    ('post', 'reserved_promotional', 'revenue'),
    ('release', 'reserved_prepaid', 'prepaid'),
    ('release', 'reserved_promotional', 'promotional'),
    ('refund', 'revenue', 'prepaid'),
    ('refund', 'revenue', 'promotional')
  ));

-- What of an order can still be paid back. Its row must be locked by whoever decides by this.
CREATE FUNCTION payable_back(wanted uuid) RETURNS bigint LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT CASE o.state WHEN 'paid' THEN o.amount - coalesce((SELECT sum(amount) FROM payback WHERE order_id = o.id AND state <> 'failed'), 0)::bigint ELSE 0 END
  FROM pay_order o WHERE o.id = wanted
$$;

-- Takes from the wallet what an order is paid back. MN003: so much was not paid by it, or is paid back already. MN002: the account's spending is stopped.
CREATE FUNCTION begin_payback(wanted uuid, new_number text, by uuid) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  a adjustment;
  o pay_order;
BEGIN
  SELECT * INTO STRICT a FROM adjustment WHERE id = wanted AND purpose = 'payback';
  SELECT * INTO STRICT o FROM pay_order WHERE id = a.order_id FOR UPDATE;
  IF -a.amount > payable_back(o.id) THEN RAISE EXCEPTION 'more is paid back than was paid' USING ERRCODE = 'MN003'; END IF;
  PERFORM FROM wallet WHERE account_id = a.account_id AND stopped_at IS NOT NULL;
  IF FOUND THEN RAISE EXCEPTION 'spending is stopped' USING ERRCODE = 'MN002'; END IF;
  PERFORM move_money(a.account_id, 'payback', 'prepaid', o.channel, -a.amount, 'adjustment', a.id, null, by, o.number);
  INSERT INTO payback (id, number, platform_id, account_id, order_id, amount)
  VALUES (a.id, new_number, a.platform_id, a.account_id, o.id, -a.amount);
END $$;

-- How its vendor ended it, forward only: what failed goes back into the wallet. What was thought to have failed and is paid all the same waits for staff.
-- True where this ended it.
CREATE FUNCTION end_payback(wanted uuid, done boolean, vendor text, code text) RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
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
    UPDATE pay_order SET trouble = 'payback-failed', cleared_at = NULL, cleared_by = NULL, cleared_name = NULL, cleared_note = '' WHERE id = o.id;
  END IF;
  RETURN p.state = 'sending';
END $$;

-- As before, and: what we paid back ourselves is no news, and money for an account that is closed waits for staff, who pay it back.
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
  -- What staff have looked at is not put before them again because the vendor says it once more.
  IF outcome <> 'paid' AND o.trouble IS DISTINCT FROM outcome THEN
    UPDATE pay_order SET trouble = outcome, cleared_at = NULL, cleared_by = NULL, cleared_name = NULL, cleared_note = '' WHERE id = o.id;
  END IF;
  RETURN outcome;
END $$;

REVOKE ALL ON FUNCTION payable_back(uuid), begin_payback(uuid, text, uuid), end_payback(uuid, boolean, text, text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION payable_back(uuid), begin_payback(uuid, text, uuid), end_payback(uuid, boolean, text, text) TO shimakaze_system;

ALTER TABLE payback ENABLE ROW LEVEL SECURITY;
CREATE POLICY account ON payback FOR SELECT TO shimakaze_app USING (account_id = app_account());
CREATE POLICY system ON payback TO shimakaze_system USING (true) WITH CHECK (true);
GRANT SELECT ON payback TO shimakaze_app, shimakaze_system;
GRANT UPDATE (ask_at, asked, vendor_code) ON payback TO shimakaze_system;
