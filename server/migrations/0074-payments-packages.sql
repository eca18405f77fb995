-- Packages: so many of one product, bought at once and used up until a day. Staff offer them; what an offer says never changes, because packages
-- were bought by it. Another price is another offer.
CREATE TABLE package_offer (
  id uuid PRIMARY KEY,
  platform_id uuid NOT NULL REFERENCES platform,
  product text NOT NULL REFERENCES product,
  units integer NOT NULL CHECK (units BETWEEN 1 AND 100000),
  -- Fen for all of it.
  price bigint NOT NULL CHECK (price BETWEEN 1 AND 100000000000),
  valid_days integer NOT NULL CHECK (valid_days BETWEEN 1 AND 3650),
  is_on_sale boolean NOT NULL DEFAULT true,
  note text NOT NULL DEFAULT '',
  person_id uuid NOT NULL REFERENCES person,
  person_name text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT app_now()
);
CREATE INDEX package_offer_newest ON package_offer (platform_id, created_at DESC, id DESC);
CREATE FUNCTION keep_offer() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'what an offer says stays';
END $$;
CREATE TRIGGER offer_stays BEFORE UPDATE OF platform_id, product, units, price, valid_days OR DELETE ON package_offer FOR EACH ROW EXECUTE FUNCTION keep_offer();

CREATE TABLE package (
  id uuid PRIMARY KEY,
  number text NOT NULL UNIQUE CHECK (number ~ '^[0-9]{6,32}$'),
  platform_id uuid NOT NULL REFERENCES platform,
  account_id uuid NOT NULL REFERENCES account,
  offer_id uuid NOT NULL REFERENCES package_offer,
  product text NOT NULL REFERENCES product,
  units integer NOT NULL CHECK (units > 0),
  -- Of these: what is under way holds, and what came about took.
  held integer NOT NULL DEFAULT 0 CHECK (held >= 0),
  used integer NOT NULL DEFAULT 0 CHECK (used >= 0),
  price bigint NOT NULL CHECK (price > 0),
  person_id uuid NOT NULL REFERENCES person,
  person_name text NOT NULL,
  -- Buying with the same id again is the same package.
  unique_id text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT app_now(),
  ends_at timestamptz NOT NULL,
  -- Days before its end of which the owner was told last, and whether they were told that it is used up.
  told_days integer,
  told_used boolean NOT NULL DEFAULT false,
  CONSTRAINT package_units CHECK (held + used <= units),
  UNIQUE (account_id, unique_id)
);
CREATE INDEX package_newest ON package (account_id, created_at DESC, id DESC);
-- What is used first: what ends first.
CREATE INDEX package_usable ON package (account_id, product, ends_at, id) WHERE held + used < units;
CREATE INDEX package_ending ON package (ends_at) WHERE held + used < units;
CREATE INDEX package_used_up ON package (id) WHERE used = units AND NOT told_used;

ALTER TABLE charge
  -- What paid instead of money; then it costs none.
  ADD COLUMN package_id uuid REFERENCES package,
  ADD COLUMN posted_units integer NOT NULL DEFAULT 0,
  ADD CONSTRAINT charge_by_package CHECK (package_id IS NULL OR (promotional + prepaid = 0 AND posted_units BETWEEN 0 AND quantity)),
  ADD CONSTRAINT charge_units CHECK (package_id IS NOT NULL OR posted_units = 0);
CREATE INDEX charge_of_package ON charge (package_id, created_at DESC, id DESC) WHERE package_id IS NOT NULL;

-- Takes a package's units as `reserve_charge` takes money. MN006: it has ended, or has no such unit left. What failed after its package had ended
-- may be tried again by it.
CREATE FUNCTION reserve_units(new_id uuid, account uuid, person uuid, person_name text, priced_by uuid, from_package uuid, subject_kind text, subject uuid, subject_number text)
RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  w wallet;
  p price;
BEGIN
  PERFORM require_own_account(account);
  SELECT * INTO STRICT w FROM wallet WHERE account_id = account FOR UPDATE;
  IF w.stopped_at IS NOT NULL THEN RAISE EXCEPTION 'spending is stopped' USING ERRCODE = 'MN002'; END IF;
  SELECT * INTO STRICT p FROM price WHERE id = priced_by AND platform_id = w.platform_id AND begins_at <= app_now();
  UPDATE package SET held = held + 1
  WHERE id = from_package AND account_id = account AND product = p.product AND held + used < units
    AND (ends_at > app_now() OR EXISTS (SELECT FROM charge c WHERE c.subject_id = subject AND c.package_id = from_package AND c.state = 'released'));
  IF NOT FOUND THEN RAISE EXCEPTION 'the package has nothing left' USING ERRCODE = 'MN006'; END IF;
  INSERT INTO charge (id, platform_id, account_id, person_id, person_name, product, quantity, subject_kind, subject_id, subject_number, promotional, prepaid, price_id, package_id)
  VALUES (new_id, w.platform_id, account, person, person_name, p.product, 1, subject_kind, subject, subject_number, 0, 0, p.id, from_package);
END $$;

CREATE OR REPLACE FUNCTION lock_charge(wanted uuid) RETURNS charge LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE c charge;
BEGIN
  SELECT * INTO STRICT c FROM charge WHERE id = wanted;
  PERFORM require_own_account(c.account_id);
  IF c.amount > 0 OR c.package_id IS NOT NULL THEN PERFORM FROM wallet WHERE account_id = c.account_id FOR UPDATE; END IF;
  SELECT * INTO STRICT c FROM charge WHERE id = wanted FOR UPDATE;
  RETURN c;
END $$;

-- As before, of money or of a package's units: null takes all of either.
CREATE FUNCTION end_charge(wanted uuid, collected bigint, taken_units integer) RETURNS boolean LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  c charge := lock_charge(wanted);
  taken bigint := coalesce(collected, c.amount);
  gift bigint := least(c.promotional, taken);
  paid bigint := taken - gift;
  one integer := CASE WHEN c.package_id IS NULL THEN 0 ELSE coalesce(taken_units, c.quantity) END;
BEGIN
  IF c.state <> 'reserved' THEN RETURN false; END IF;
  IF taken < 0 OR taken > c.amount THEN RAISE EXCEPTION 'more is collected than was reserved'; END IF;
  PERFORM move_money(c.account_id, 'post', 'reserved_promotional', 'revenue', gift, 'charge', c.id, c.id, c.person_id, '');
  PERFORM move_money(c.account_id, 'post', 'reserved_prepaid', 'revenue', paid, 'charge', c.id, c.id, c.person_id, '');
  PERFORM move_money(c.account_id, 'release', 'reserved_promotional', 'promotional', c.promotional - gift, 'charge', c.id, c.id, c.person_id, '');
  PERFORM move_money(c.account_id, 'release', 'reserved_prepaid', 'prepaid', c.prepaid - paid, 'charge', c.id, c.id, c.person_id, '');
  UPDATE package SET held = held - c.quantity, used = used + one WHERE id = c.package_id;
  UPDATE charge SET state = CASE WHEN taken = 0 AND c.amount > 0 OR one = 0 AND c.package_id IS NOT NULL THEN 'released' ELSE 'posted' END,
    posted_promotional = gift, posted_prepaid = paid, posted_units = one, ended_at = app_now() WHERE id = c.id;
  RETURN true;
END $$;
REVOKE ALL ON FUNCTION end_charge(uuid, bigint, integer) FROM PUBLIC;

CREATE OR REPLACE FUNCTION post_charge(wanted uuid, collected bigint) RETURNS boolean LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS
  $$ SELECT end_charge(wanted, collected, null) $$;
CREATE OR REPLACE FUNCTION release_charge(wanted uuid) RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF NOT end_charge(wanted, 0, 0) THEN RETURN false; END IF;
  UPDATE charge SET state = 'released' WHERE id = wanted;
  RETURN true;
END $$;

CREATE OR REPLACE FUNCTION end_evidence_charges() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  c record;
  moved uuid;
  percent integer;
BEGIN
  FOR c IN SELECT charge.id, charge.account_id, charge.amount, charge.quantity, charge.package_id, coalesce(p.partial_percent, 100) AS partial_percent
    FROM charge LEFT JOIN price p ON p.id = charge.price_id WHERE subject_id = NEW.id AND state = 'reserved' LOOP
    percent := CASE WHEN NEW.completeness = 'partial' THEN c.partial_percent ELSE 100 END;
    IF NEW.status <> 'collected' THEN PERFORM release_charge(c.id);
    -- Down to a fen and to a unit: what is not whole is never rounded against its buyer.
    ELSE PERFORM end_charge(c.id, c.amount * percent / 100, c.quantity * percent / 100);
    END IF;
    IF c.amount > 0 OR c.package_id IS NOT NULL THEN moved := c.account_id; END IF;
  END LOOP;
  -- Whoever announces the evidence wakes the same listeners: within a transaction that is told once.
  IF moved IS NOT NULL THEN
    INSERT INTO live_event (account_id, payload) VALUES (moved, jsonb_build_object('topic', 'wallet', 'id', moved));
    PERFORM pg_notify('shimakaze_live', moved::text);
  END IF;
  RETURN NULL;
END $$;
DROP FUNCTION end_charge(uuid, bigint);

-- Buys a package out of the balance, gifts first. MN001: there is less (DETAIL: how much). MN002: the account's spending is stopped. MN007: it is not
-- offered any more.
CREATE FUNCTION buy_package(new_id uuid, new_number text, new_charge uuid, account uuid, person uuid, person_name text, wanted uuid, new_unique_id text)
RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  w wallet;
  o package_offer;
  gift bigint;
BEGIN
  PERFORM require_own_account(account);
  SELECT * INTO STRICT w FROM wallet WHERE account_id = account FOR UPDATE;
  IF w.stopped_at IS NOT NULL THEN RAISE EXCEPTION 'spending is stopped' USING ERRCODE = 'MN002'; END IF;
  -- Whoever takes it off sale waits for who buys it, or is waited for.
  SELECT * INTO o FROM package_offer WHERE id = wanted AND platform_id = w.platform_id AND is_on_sale FOR SHARE;
  IF NOT FOUND THEN RAISE EXCEPTION 'this is not offered' USING ERRCODE = 'MN007'; END IF;
  IF w.prepaid + w.promotional < o.price THEN
    RAISE EXCEPTION 'the balance is short' USING ERRCODE = 'MN001', DETAIL = (w.prepaid + w.promotional)::text;
  END IF;
  INSERT INTO package (id, number, platform_id, account_id, offer_id, product, units, price, person_id, person_name, unique_id, ends_at)
  VALUES (new_id, new_number, w.platform_id, account, o.id, o.product, o.units, o.price, person, person_name, new_unique_id, app_now() + make_interval(days => o.valid_days));
  gift := least(w.promotional, o.price);
  INSERT INTO charge (id, platform_id, account_id, person_id, person_name, product, quantity, subject_kind, subject_id, subject_number, promotional, prepaid)
  VALUES (new_charge, w.platform_id, account, person, person_name, 'package', 1, 'package', new_id, new_number, gift, o.price - gift);
  PERFORM move_money(account, 'reserve', 'promotional', 'reserved_promotional', gift, 'charge', new_charge, new_charge, person, '');
  PERFORM move_money(account, 'reserve', 'prepaid', 'reserved_prepaid', o.price - gift, 'charge', new_charge, new_charge, person, '');
  PERFORM end_charge(new_charge, null, null);
END $$;

REVOKE ALL ON FUNCTION reserve_units(uuid, uuid, uuid, text, uuid, uuid, text, uuid, text), buy_package(uuid, text, uuid, uuid, uuid, text, uuid, text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION reserve_units(uuid, uuid, uuid, text, uuid, uuid, text, uuid, text), buy_package(uuid, text, uuid, uuid, uuid, text, uuid, text) TO shimakaze_app;
GRANT EXECUTE ON FUNCTION reserve_units(uuid, uuid, uuid, text, uuid, uuid, text, uuid, text) TO shimakaze_system;

ALTER TABLE package_offer ENABLE ROW LEVEL SECURITY;
CREATE POLICY everybody ON package_offer FOR SELECT TO shimakaze_app USING (true);
CREATE POLICY system ON package_offer TO shimakaze_system USING (true) WITH CHECK (true);
GRANT SELECT ON package_offer TO shimakaze_app, shimakaze_system;
GRANT INSERT, UPDATE (is_on_sale, person_name) ON package_offer TO shimakaze_system;
ALTER TABLE package ENABLE ROW LEVEL SECURITY;
CREATE POLICY account ON package FOR SELECT TO shimakaze_app USING (account_id = app_account());
CREATE POLICY system ON package TO shimakaze_system USING (true) WITH CHECK (true);
GRANT SELECT ON package TO shimakaze_app, shimakaze_system;
GRANT UPDATE (told_days, told_used, person_name) ON package TO shimakaze_system;

-- What an act costs is decided while nothing else of the account is spent: packages that pay for it are looked for behind this lock.
CREATE FUNCTION lock_wallet(account uuid) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM require_own_account(account);
  PERFORM FROM wallet WHERE account_id = account FOR UPDATE;
END $$;
REVOKE ALL ON FUNCTION lock_wallet(uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION lock_wallet(uuid) TO shimakaze_app, shimakaze_system;
