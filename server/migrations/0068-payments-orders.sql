-- What somebody pays through a vendor. Its vendor is told of it after it stands here, by the same number however often: nothing is paid twice.
CREATE TABLE pay_order (
  id uuid PRIMARY KEY,
  -- The vendor's `out_trade_no`.
  number text NOT NULL UNIQUE CHECK (number ~ '^[0-9]{6,32}$'),
  platform_id uuid NOT NULL REFERENCES platform,
  account_id uuid NOT NULL REFERENCES account,
  person_id uuid NOT NULL REFERENCES person,
  person_name text NOT NULL,
  purpose text NOT NULL CHECK (purpose = 'recharge'),
  amount bigint NOT NULL CHECK (amount BETWEEN 1 AND 1000000000000),
  channel text NOT NULL CHECK (channel IN ('wechat', 'alipay')),
  scene text NOT NULL CHECK (scene IN ('qr', 'page', 'phone')),
  -- Closed may still become paid: somebody paid at the last moment, and the vendor was late to say so.
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'paid', 'closed')),
  offer jsonb,
  vendor_number text CHECK ((vendor_number IS NULL) = (state <> 'paid')),
  -- What staff must look at: paid after it was closed, paid with another amount, paid by two of the vendor's transactions, given back by the vendor.
  trouble text CHECK (trouble IN ('late', 'other-amount', 'twice', 'returned')),
  -- Who of staff looked at it, and what came of it.
  cleared_at timestamptz CHECK (cleared_at IS NULL OR trouble IS NOT NULL),
  cleared_by uuid REFERENCES person,
  cleared_name text CHECK ((cleared_name IS NULL) = (cleared_at IS NULL)),
  cleared_note text NOT NULL DEFAULT '',
  expires_at timestamptz NOT NULL,
  paid_at timestamptz,
  ended_at timestamptz CHECK ((ended_at IS NULL) = (state = 'waiting')),
  -- When its vendor is asked next, and how often it was: silence is asked about.
  ask_at timestamptz,
  asked integer NOT NULL DEFAULT 0,
  unique_id text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT app_now(),
  CONSTRAINT pay_order_unique_id UNIQUE (account_id, unique_id),
  UNIQUE (platform_id, channel, vendor_number)
);
CREATE INDEX pay_order_newest ON pay_order (account_id, created_at DESC, id DESC);
CREATE INDEX pay_order_to_ask ON pay_order (ask_at) WHERE ask_at IS NOT NULL;
CREATE INDEX pay_order_of_platform ON pay_order (platform_id, created_at DESC, id DESC);
CREATE INDEX pay_order_trouble ON pay_order (platform_id) WHERE trouble IS NOT NULL AND cleared_at IS NULL;

-- Notices of vendors as they came, each once. Forged ones are not kept: anybody can send them.
CREATE TABLE pay_notice (
  id uuid PRIMARY KEY,
  platform_id uuid NOT NULL REFERENCES platform,
  channel text NOT NULL,
  -- The vendor's own id of the event.
  event_id text NOT NULL,
  order_number text NOT NULL,
  body bytea NOT NULL,
  outcome text NOT NULL,
  received_at timestamptz NOT NULL DEFAULT app_now(),
  CONSTRAINT pay_notice_once UNIQUE (platform_id, channel, event_id)
);
CREATE INDEX pay_notice_order ON pay_notice (order_number);

ALTER TABLE ledger_transfer DROP CONSTRAINT ledger_transfer_subject_kind_check,
  ADD CONSTRAINT ledger_transfer_subject_kind_check CHECK (subject_kind IN ('charge', 'refund', 'adjustment', 'pay-order')),
  DROP CONSTRAINT ledger_transfer_ways,
  ADD CONSTRAINT ledger_transfer_ways CHECK ((purpose, debit, credit) IN (
    ('credit', 'bank', 'prepaid'),
    ('credit', 'wechat', 'prepaid'),
    ('credit', 'alipay', 'prepaid'),
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

-- Credits an order that its vendor says is paid: once, forward only, whoever says so first. The order's row is locked before the wallet.
-- Gives `paid`, `late` (it was closed), `again` (nothing to do), `twice` (by another transaction), `other-amount` or `returned` (the vendor gave it back): the
-- last three credit nothing.
CREATE FUNCTION settle_pay_order(wanted uuid, vendor text, fen bigint, at timestamptz, returned boolean) RETURNS text LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  o pay_order;
  outcome text;
BEGIN
  SELECT * INTO STRICT o FROM pay_order WHERE id = wanted FOR UPDATE;
  outcome := CASE
    WHEN returned THEN 'returned'
    WHEN o.state = 'paid' AND o.vendor_number = vendor THEN 'again'
    WHEN o.state = 'paid' THEN 'twice'
    WHEN fen <> o.amount THEN 'other-amount'
    WHEN o.state = 'closed' THEN 'late'
    ELSE 'paid' END;
  IF outcome = 'again' THEN RETURN outcome; END IF;
  IF outcome IN ('paid', 'late') THEN
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
REVOKE ALL ON FUNCTION settle_pay_order(uuid, text, bigint, timestamptz, boolean) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION settle_pay_order(uuid, text, bigint, timestamptz, boolean) TO shimakaze_system;

ALTER TABLE pay_order ENABLE ROW LEVEL SECURITY;
CREATE POLICY account ON pay_order TO shimakaze_app USING (account_id = app_account()) WITH CHECK (account_id = app_account());
CREATE POLICY system ON pay_order TO shimakaze_system USING (true) WITH CHECK (true);
ALTER TABLE pay_notice ENABLE ROW LEVEL SECURITY;
CREATE POLICY system ON pay_notice TO shimakaze_system USING (true) WITH CHECK (true);
GRANT SELECT, INSERT (id, number, platform_id, account_id, person_id, person_name, purpose, amount, channel, scene, expires_at, ask_at, unique_id) ON pay_order TO shimakaze_app;
GRANT SELECT, UPDATE (offer, state, ended_at, ask_at, asked, person_name, cleared_at, cleared_by, cleared_name, cleared_note) ON pay_order TO shimakaze_system;
GRANT SELECT, INSERT, UPDATE (outcome) ON pay_notice TO shimakaze_system;
