-- Bank transfers: an owner says what they sent and shows the bank's slip; two of staff credit what arrived, as they do with every change of a balance.
-- What was credited is a paid order of the channel `bank`, so that bill, list and invoices need not know more.
ALTER TABLE pay_order
  DROP CONSTRAINT pay_order_channel_check,
  ADD CONSTRAINT pay_order_channel_check CHECK (channel IN ('wechat', 'alipay', 'bank')),
  DROP CONSTRAINT pay_order_scene_check,
  ADD CONSTRAINT pay_order_scene_check CHECK (scene IN ('qr', 'page', 'phone', 'transfer')),
  ADD CONSTRAINT pay_order_by_bank CHECK ((channel = 'bank') = (scene = 'transfer'));

CREATE TABLE bank_transfer (
  id uuid PRIMARY KEY,
  -- What the payer writes into the transfer's remark.
  number text NOT NULL UNIQUE CHECK (number ~ '^[0-9]{6,32}$'),
  platform_id uuid NOT NULL REFERENCES platform,
  account_id uuid NOT NULL REFERENCES account,
  person_id uuid NOT NULL REFERENCES person,
  person_name text NOT NULL,
  -- As the payer says: fen, who sent it, when, the bank's number of it.
  amount bigint NOT NULL CHECK (amount BETWEEN 1 AND 1000000000000),
  payer_name text NOT NULL,
  sent_on date NOT NULL,
  said_reference text NOT NULL DEFAULT '',
  remark text NOT NULL DEFAULT '',
  pictures uuid[] NOT NULL DEFAULT '{}',
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'checking', 'credited', 'refused', 'withdrawn')),
  -- Why it was refused.
  answer text NOT NULL DEFAULT '',
  -- What arrived, once it is credited.
  order_id uuid REFERENCES pay_order CHECK ((order_id IS NOT NULL) = (state = 'credited')),
  unique_id text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT app_now(),
  ended_at timestamptz CHECK ((ended_at IS NULL) = (state IN ('waiting', 'checking'))),
  CONSTRAINT bank_transfer_unique_id UNIQUE (account_id, unique_id)
);
CREATE INDEX bank_transfer_newest ON bank_transfer (account_id, created_at DESC, id DESC);
CREATE INDEX bank_transfer_of_platform ON bank_transfer (platform_id, created_at DESC, id DESC);

ALTER TABLE adjustment
  ADD COLUMN transfer_id uuid REFERENCES bank_transfer,
  DROP CONSTRAINT adjustment_purpose_check,
  ADD CONSTRAINT adjustment_purpose_check CHECK (purpose IN ('credit', 'gift', 'correction', 'refund', 'payback', 'transfer')),
  ADD CONSTRAINT adjustment_transfer CHECK ((transfer_id IS NOT NULL) = (purpose = 'transfer'));
CREATE INDEX adjustment_of_transfer ON adjustment (transfer_id) WHERE transfer_id IS NOT NULL;
-- One slip of the bank is credited once, by whichever way.
DROP INDEX adjustment_slip;
CREATE UNIQUE INDEX adjustment_slip ON adjustment (platform_id, lower(reference)) WHERE purpose IN ('credit', 'transfer') AND state IN ('waiting', 'applied');

-- A transfer goes its way by no other steps; its payer only takes it back, while nobody checks it.
CREATE FUNCTION keep_transfer_way() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (OLD.state, NEW.state) NOT IN (('waiting', 'checking'), ('waiting', 'refused'), ('waiting', 'withdrawn'), ('checking', 'waiting'), ('checking', 'credited'))
    OR (current_setting('role') = 'shimakaze_app' AND NEW.state <> 'withdrawn') THEN
    RAISE EXCEPTION 'a transfer does not go from % to %', OLD.state, NEW.state USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER transfer_way BEFORE UPDATE OF state ON bank_transfer FOR EACH ROW WHEN (OLD.state <> NEW.state) EXECUTE FUNCTION keep_transfer_way();

-- It is checked from the moment in which one of staff enters what arrived until that is decided. MN008: it is decided already, or somebody checks it.
CREATE FUNCTION check_transfer() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    UPDATE bank_transfer SET state = 'checking' WHERE id = NEW.transfer_id AND account_id = NEW.account_id AND state = 'waiting';
    IF NOT FOUND THEN RAISE EXCEPTION 'this transfer does not wait' USING ERRCODE = 'MN008'; END IF;
  ELSIF NEW.state IN ('refused', 'withdrawn') THEN
    UPDATE bank_transfer SET state = 'waiting' WHERE id = NEW.transfer_id AND state = 'checking';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER adjustment_checks_transfer AFTER INSERT OR UPDATE OF state ON adjustment FOR EACH ROW WHEN (NEW.transfer_id IS NOT NULL) EXECUTE FUNCTION check_transfer();

-- Credits what arrived: once, because the transfer leaves its state by it, and each of the bank's numbers once on a platform.
CREATE FUNCTION credit_transfer(wanted uuid) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  a adjustment;
  t bank_transfer;
  paid uuid := new_uuid_v7();
BEGIN
  SELECT * INTO STRICT a FROM adjustment WHERE id = wanted AND purpose = 'transfer';
  SELECT * INTO STRICT t FROM bank_transfer WHERE id = a.transfer_id FOR UPDATE;
  INSERT INTO pay_order (id, number, platform_id, account_id, person_id, person_name, purpose, amount, channel, scene, state, vendor_number, expires_at, paid_at, ended_at, unique_id)
  VALUES (paid, t.number, t.platform_id, t.account_id, t.person_id, t.person_name, 'recharge', a.amount, 'bank', 'transfer', 'paid', a.reference, app_now(), app_now(), app_now(), paid::text);
  UPDATE bank_transfer SET state = 'credited', order_id = paid, ended_at = app_now() WHERE id = t.id;
  PERFORM move_money(t.account_id, 'credit', 'bank', 'prepaid', a.amount, 'pay-order', paid, null, t.person_id, '');
END $$;
REVOKE ALL ON FUNCTION credit_transfer(uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION credit_transfer(uuid) TO shimakaze_system;

-- How many of an offer were sold is counted in the list of staff.
CREATE INDEX package_of_offer ON package (offer_id);

ALTER TABLE bank_transfer ENABLE ROW LEVEL SECURITY;
CREATE POLICY account ON bank_transfer TO shimakaze_app USING (account_id = app_account()) WITH CHECK (account_id = app_account());
CREATE POLICY system ON bank_transfer TO shimakaze_system USING (true) WITH CHECK (true);
GRANT SELECT, INSERT (id, number, platform_id, account_id, person_id, person_name, amount, payer_name, sent_on, said_reference, remark, pictures, unique_id),
  UPDATE (state, ended_at) ON bank_transfer TO shimakaze_app;
GRANT SELECT, UPDATE (state, ended_at, answer, person_name, payer_name, said_reference, remark, pictures) ON bank_transfer TO shimakaze_system;
