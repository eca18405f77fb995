CREATE TABLE product (code text PRIMARY KEY);
-- What one of it costs from an instant on. A price that has begun is never changed: charges name it.
CREATE TABLE price (
  id uuid PRIMARY KEY,
  platform_id uuid NOT NULL REFERENCES platform,
  product text NOT NULL REFERENCES product,
  -- [{"from": 1, "amount": fen}, …]: the price of each from so many of one act on.
  tiers jsonb NOT NULL,
  partial_percent integer NOT NULL DEFAULT 100 CHECK (partial_percent BETWEEN 0 AND 100),
  begins_at timestamptz NOT NULL,
  note text NOT NULL DEFAULT '',
  -- None for those that a platform begins with.
  person_id uuid REFERENCES person,
  person_name text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL DEFAULT app_now(),
  UNIQUE (platform_id, product, begins_at)
);
CREATE FUNCTION keep_price() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' OR OLD.begins_at <= app_now() THEN RAISE EXCEPTION 'a price that has begun stays'; END IF;
  RETURN OLD;
END $$;
CREATE TRIGGER price_stays BEFORE UPDATE OF platform_id, product, tiers, partial_percent, begins_at OR DELETE ON price FOR EACH ROW EXECUTE FUNCTION keep_price();

-- Everything that has a price. Products and platforms begin with each other free, and the price list says so: adding a product is one line of a migration.
CREATE FUNCTION begin_prices() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO price (id, platform_id, product, tiers, begins_at)
  SELECT new_uuid_v7(), platform.id, product.code, '[{"from": 1, "amount": 0}]', '2020-01-01' FROM platform, product
  WHERE CASE TG_TABLE_NAME WHEN 'platform' THEN platform.id = (to_jsonb(NEW) ->> 'id')::uuid ELSE product.code = to_jsonb(NEW) ->> 'code' END;
  RETURN NULL;
END $$;
CREATE TRIGGER platform_prices AFTER INSERT ON platform FOR EACH ROW EXECUTE FUNCTION begin_prices();
CREATE TRIGGER product_prices AFTER INSERT ON product FOR EACH ROW EXECUTE FUNCTION begin_prices();
INSERT INTO product VALUES ('capture.web'), ('deposit.file'), ('deposit.hash'), ('deposit.work');

ALTER TABLE charge ADD COLUMN price_id uuid REFERENCES price;

-- Prices are the platform's, and everybody reads them.
ALTER TABLE price ENABLE ROW LEVEL SECURITY;
CREATE POLICY everybody ON price FOR SELECT TO shimakaze_app USING (true);
CREATE POLICY system ON price TO shimakaze_system USING (true) WITH CHECK (true);
GRANT SELECT ON price TO shimakaze_app, shimakaze_system;
GRANT SELECT ON product TO shimakaze_system;
GRANT INSERT, DELETE, UPDATE (person_name) ON price TO shimakaze_system;

-- A charge names its price. What ends with its evidence ends in the same statement: no way in or out of a state forgets it.
DROP FUNCTION reserve_charge(uuid, uuid, uuid, text, text, int, bigint, text, uuid, text);
CREATE FUNCTION reserve_charge(new_id uuid, account uuid, person uuid, person_name text, priced_by uuid, quantity int, amount bigint, subject_kind text, subject uuid, subject_number text)
RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  w wallet;
  p price;
  gift bigint;
BEGIN
  PERFORM require_own_account(account);
  IF amount < 0 THEN RAISE EXCEPTION 'a charge is never negative'; END IF;
  IF amount = 0 THEN
    SELECT * INTO STRICT w FROM wallet WHERE account_id = account;
  ELSE
    SELECT * INTO STRICT w FROM wallet WHERE account_id = account FOR UPDATE;
    IF w.stopped_at IS NOT NULL THEN RAISE EXCEPTION 'spending is stopped' USING ERRCODE = 'MN002'; END IF;
    IF w.prepaid + w.promotional < amount THEN
      RAISE EXCEPTION 'the balance is short' USING ERRCODE = 'MN001', DETAIL = (w.prepaid + w.promotional)::text;
    END IF;
  END IF;
  SELECT * INTO STRICT p FROM price WHERE id = priced_by AND platform_id = w.platform_id AND begins_at <= app_now();
  gift := least(w.promotional, amount);
  INSERT INTO charge (id, platform_id, account_id, person_id, person_name, product, quantity, subject_kind, subject_id, subject_number, promotional, prepaid, price_id)
  VALUES (new_id, w.platform_id, account, person, person_name, p.product, quantity, subject_kind, subject, subject_number, gift, amount - gift, p.id);
  PERFORM move_money(account, 'reserve', 'promotional', 'reserved_promotional', gift, 'charge', new_id, new_id, person, '');
  PERFORM move_money(account, 'reserve', 'prepaid', 'reserved_prepaid', amount - gift, 'charge', new_id, new_id, person, '');
END $$;
REVOKE ALL ON FUNCTION reserve_charge(uuid, uuid, uuid, text, uuid, int, bigint, text, uuid, text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION reserve_charge(uuid, uuid, uuid, text, uuid, int, bigint, text, uuid, text) TO shimakaze_app, shimakaze_system;

CREATE FUNCTION end_evidence_charges() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  c record;
  moved uuid;
BEGIN
  FOR c IN SELECT charge.id, charge.account_id, charge.amount, coalesce(p.partial_percent, 100) AS percent FROM charge LEFT JOIN price p ON p.id = charge.price_id WHERE subject_id = NEW.id AND state = 'reserved' LOOP
    IF NEW.status <> 'collected' THEN PERFORM release_charge(c.id);
    -- Down to a fen: what is not whole is never rounded against its buyer.
    ELSE PERFORM end_charge(c.id, CASE WHEN NEW.completeness = 'partial' THEN c.amount * c.percent / 100 ELSE c.amount END);
    END IF;
    IF c.amount > 0 THEN moved := c.account_id; END IF;
  END LOOP;
  -- Whoever announces the evidence wakes the same listeners: within a transaction that is told once.
  IF moved IS NOT NULL THEN
    INSERT INTO live_event (account_id, payload) VALUES (moved, jsonb_build_object('topic', 'wallet', 'id', moved));
    PERFORM pg_notify('shimakaze_live', moved::text);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER evidence_charges AFTER UPDATE OF status ON evidence FOR EACH ROW
  WHEN (OLD.status IS DISTINCT FROM NEW.status AND NEW.status IN ('collected', 'failed', 'cancelled')) EXECUTE FUNCTION end_evidence_charges();
