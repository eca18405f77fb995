-- Money by double entry. A transfer moves an amount from one book to another, so that all books together come to nought. The books of an
-- account stand in its wallet, which the functions below change and nobody else can. Books of a platform have no row: they are added up
-- from the transfers, because one row would make the charges of all accounts wait for each other.
CREATE TABLE wallet (
  account_id uuid PRIMARY KEY REFERENCES account,
  platform_id uuid NOT NULL REFERENCES platform,
  -- The number of its last transfer: none is missing before it.
  transfers bigint NOT NULL DEFAULT 0,
  -- Fen. What was paid in, what was given, and of each what charges hold that are not decided yet.
  prepaid bigint NOT NULL DEFAULT 0 CHECK (prepaid BETWEEN 0 AND 100000000000000),
  promotional bigint NOT NULL DEFAULT 0 CHECK (promotional BETWEEN 0 AND 100000000000000),
  reserved_prepaid bigint NOT NULL DEFAULT 0 CHECK (reserved_prepaid BETWEEN 0 AND 100000000000000),
  reserved_promotional bigint NOT NULL DEFAULT 0 CHECK (reserved_promotional BETWEEN 0 AND 100000000000000),
  -- Its balances are not what its transfers come to: nothing is spent until they are.
  stopped_at timestamptz
);
CREATE INDEX wallet_stopped ON wallet (platform_id) WHERE stopped_at IS NOT NULL;

CREATE TABLE charge (
  id uuid PRIMARY KEY,
  platform_id uuid NOT NULL REFERENCES platform,
  account_id uuid NOT NULL REFERENCES account,
  person_id uuid NOT NULL REFERENCES person,
  -- As they were called then.
  person_name text NOT NULL,
  product text NOT NULL,
  quantity integer NOT NULL CHECK (quantity > 0),
  -- What it is for, and how people know that.
  subject_kind text NOT NULL,
  subject_id uuid NOT NULL,
  subject_number text NOT NULL,
  -- Fen: reserved, of which kind; how much of it was collected, and how much of that was given back.
  promotional bigint NOT NULL CHECK (promotional >= 0),
  prepaid bigint NOT NULL CHECK (prepaid >= 0),
  amount bigint NOT NULL GENERATED ALWAYS AS (promotional + prepaid) STORED,
  posted_promotional bigint NOT NULL DEFAULT 0 CHECK (posted_promotional BETWEEN 0 AND promotional),
  posted_prepaid bigint NOT NULL DEFAULT 0 CHECK (posted_prepaid BETWEEN 0 AND prepaid),
  refunded_promotional bigint NOT NULL DEFAULT 0 CHECK (refunded_promotional BETWEEN 0 AND posted_promotional),
  refunded_prepaid bigint NOT NULL DEFAULT 0 CHECK (refunded_prepaid BETWEEN 0 AND posted_prepaid),
  state text NOT NULL DEFAULT 'reserved' CHECK (state IN ('reserved', 'posted', 'released')),
  created_at timestamptz NOT NULL DEFAULT app_now(),
  ended_at timestamptz CHECK ((ended_at IS NULL) = (state = 'reserved'))
);
-- A thing is paid for once; what failed and is begun again is charged anew.
CREATE UNIQUE INDEX charge_once ON charge (subject_id, product) WHERE state <> 'released';
CREATE INDEX charge_newest ON charge (account_id, created_at DESC, id DESC);
CREATE INDEX charge_reserved ON charge (account_id) WHERE state = 'reserved';

CREATE TABLE ledger_transfer (
  id uuid PRIMARY KEY,
  platform_id uuid NOT NULL REFERENCES platform,
  -- None where one of the platform's books pays another.
  account_id uuid REFERENCES account,
  -- Counts the transfers of an account.
  number bigint CHECK ((number IS NULL) = (account_id IS NULL)),
  purpose text NOT NULL,
  debit text NOT NULL,
  credit text NOT NULL,
  -- Fen.
  amount bigint NOT NULL CHECK (amount BETWEEN 1 AND 100000000000000),
  -- What the account could spend afterwards.
  balance_after bigint CHECK ((balance_after IS NULL) = (account_id IS NULL)),
  subject_kind text NOT NULL CHECK (subject_kind IN ('charge', 'refund', 'adjustment')),
  subject_id uuid NOT NULL,
  charge_id uuid REFERENCES charge,
  person_id uuid REFERENCES person,
  reason text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL DEFAULT app_now(),
  CONSTRAINT ledger_transfer_ways CHECK ((purpose, debit, credit) IN (
    ('credit', 'bank', 'prepaid'),
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
  ))
);
CREATE UNIQUE INDEX ledger_transfer_once ON ledger_transfer (subject_id, purpose, debit, credit);
CREATE UNIQUE INDEX ledger_transfer_number ON ledger_transfer (account_id, number);
-- What a bill shows: what changes how much can be spent.
CREATE INDEX ledger_transfer_bill ON ledger_transfer (account_id, created_at DESC, id DESC) WHERE purpose <> 'post';

CREATE TRIGGER never_changed BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_transfer FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
ALTER TABLE ledger_transfer ENABLE ALWAYS TRIGGER never_changed;

-- Up to which transfer the books of an account were found right, and what they came to there.
CREATE TABLE wallet_check (
  account_id uuid PRIMARY KEY REFERENCES account,
  transfers bigint NOT NULL,
  prepaid bigint NOT NULL,
  promotional bigint NOT NULL,
  reserved_prepaid bigint NOT NULL,
  reserved_promotional bigint NOT NULL,
  checked_at timestamptz NOT NULL
);

-- Functions below look into tables that a session makes for itself at last, not first as they do where none says so: another wallet or
-- charge, put before ours, would be believed, and its triggers would run with the rights of whoever owns the function.

-- Every account has a wallet from its first moment.
CREATE FUNCTION open_wallet() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO wallet (account_id, platform_id) VALUES (NEW.id, NEW.platform_id);
  RETURN NULL;
END $$;
CREATE TRIGGER account_wallet AFTER INSERT ON account FOR EACH ROW EXECUTE FUNCTION open_wallet();
INSERT INTO wallet (account_id, platform_id) SELECT id, platform_id FROM account;

-- RFC 9562, version 7: the milliseconds, then chance.
CREATE FUNCTION new_uuid_v7() RETURNS uuid LANGUAGE sql VOLATILE AS $$
  SELECT encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid()) PLACING substring(int8send((extract(epoch FROM app_now()) * 1000)::bigint) FROM 3) FROM 1 FOR 6), 52, 1), 53, 1), 'hex')::uuid
$$;

-- One transfer and the balances after it. A balance that would fall below nought is refused by the wallet.
CREATE FUNCTION move_money(account uuid, purpose text, debit text, credit text, amount bigint, subject_kind text, subject uuid, charge uuid, person uuid, reason text)
RETURNS void LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE w wallet;
BEGIN
  IF amount = 0 THEN RETURN; END IF;
  UPDATE wallet SET
    transfers = transfers + 1,
    prepaid = prepaid + amount * ((credit = 'prepaid')::int - (debit = 'prepaid')::int),
    promotional = promotional + amount * ((credit = 'promotional')::int - (debit = 'promotional')::int),
    reserved_prepaid = reserved_prepaid + amount * ((credit = 'reserved_prepaid')::int - (debit = 'reserved_prepaid')::int),
    reserved_promotional = reserved_promotional + amount * ((credit = 'reserved_promotional')::int - (debit = 'reserved_promotional')::int)
  WHERE account_id = account RETURNING * INTO STRICT w;
  INSERT INTO ledger_transfer (id, platform_id, account_id, number, purpose, debit, credit, amount, balance_after, subject_kind, subject_id, charge_id, person_id, reason)
  VALUES (new_uuid_v7(), w.platform_id, account, w.transfers, purpose, debit, credit, amount, w.prepaid + w.promotional, subject_kind, subject, charge, person, reason);
END $$;
REVOKE ALL ON FUNCTION move_money(uuid, text, text, text, bigint, text, uuid, uuid, uuid, text) FROM PUBLIC;

-- Who acts for one account touches the money of no other. The role that serves callers acts for one in any case.
CREATE FUNCTION require_own_account(account uuid) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF current_setting('role') = 'shimakaze_app' AND app_account() IS DISTINCT FROM account
    OR coalesce(nullif(current_setting('app.account', true), '')::uuid, account) IS DISTINCT FROM account THEN
    RAISE EXCEPTION 'money of another account';
  END IF;
END $$;

-- Holds an amount: gifts first, then what was paid in. MN001: there is less (DETAIL: how much). MN002: the account's spending is stopped.
CREATE FUNCTION reserve_charge(new_id uuid, account uuid, person uuid, person_name text, product text, quantity int, amount bigint, subject_kind text, subject uuid, subject_number text)
RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  w wallet;
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
  gift := least(w.promotional, amount);
  INSERT INTO charge (id, platform_id, account_id, person_id, person_name, product, quantity, subject_kind, subject_id, subject_number, promotional, prepaid)
  VALUES (new_id, w.platform_id, account, person, person_name, product, quantity, subject_kind, subject, subject_number, gift, amount - gift);
  PERFORM move_money(account, 'reserve', 'promotional', 'reserved_promotional', gift, 'charge', new_id, new_id, person, '');
  PERFORM move_money(account, 'reserve', 'prepaid', 'reserved_prepaid', amount - gift, 'charge', new_id, new_id, person, '');
END $$;

-- Locks the wallet before the charge, as whoever ends several at once does: two that meet never wait for each other.
CREATE FUNCTION lock_charge(wanted uuid) RETURNS charge LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE c charge;
BEGIN
  SELECT * INTO STRICT c FROM charge WHERE id = wanted;
  PERFORM require_own_account(c.account_id);
  IF c.amount > 0 THEN PERFORM FROM wallet WHERE account_id = c.account_id FOR UPDATE; END IF;
  SELECT * INTO STRICT c FROM charge WHERE id = wanted FOR UPDATE;
  RETURN c;
END $$;
REVOKE ALL ON FUNCTION lock_charge(uuid) FROM PUBLIC;

-- Collects so much of a charge, all of it where that is null, and lets the rest go. False where it was decided before: once is enough.
CREATE FUNCTION end_charge(wanted uuid, collected bigint) RETURNS boolean LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  c charge := lock_charge(wanted);
  taken bigint := coalesce(collected, c.amount);
  gift bigint := least(c.promotional, taken);
  paid bigint := taken - gift;
BEGIN
  IF c.state <> 'reserved' THEN RETURN false; END IF;
  IF taken < 0 OR taken > c.amount THEN RAISE EXCEPTION 'more is collected than was reserved'; END IF;
  PERFORM move_money(c.account_id, 'post', 'reserved_promotional', 'revenue', gift, 'charge', c.id, c.id, c.person_id, '');
  PERFORM move_money(c.account_id, 'post', 'reserved_prepaid', 'revenue', paid, 'charge', c.id, c.id, c.person_id, '');
  PERFORM move_money(c.account_id, 'release', 'reserved_promotional', 'promotional', c.promotional - gift, 'charge', c.id, c.id, c.person_id, '');
  PERFORM move_money(c.account_id, 'release', 'reserved_prepaid', 'prepaid', c.prepaid - paid, 'charge', c.id, c.id, c.person_id, '');
  UPDATE charge SET state = CASE WHEN taken = 0 AND c.amount > 0 THEN 'released' ELSE 'posted' END,
    posted_promotional = gift, posted_prepaid = paid, ended_at = app_now() WHERE id = c.id;
  RETURN true;
END $$;
REVOKE ALL ON FUNCTION end_charge(uuid, bigint) FROM PUBLIC;

CREATE FUNCTION post_charge(wanted uuid, collected bigint) RETURNS boolean LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS
  $$ SELECT end_charge(wanted, collected) $$;

-- Of a charge that came to nothing; one that cost nothing as well.
CREATE FUNCTION release_charge(wanted uuid) RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF NOT end_charge(wanted, 0) THEN RETURN false; END IF;
  UPDATE charge SET state = 'released' WHERE id = wanted;
  RETURN true;
END $$;

-- Gives back of what was collected: what was paid in first, then gifts. MN003: so much was not collected, or is given back already.
CREATE FUNCTION refund_charge(refund uuid, wanted uuid, given bigint, person uuid, reason text) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  c charge := lock_charge(wanted);
  paid bigint := least(given, c.posted_prepaid - c.refunded_prepaid);
BEGIN
  IF given <= 0 OR given - paid > c.posted_promotional - c.refunded_promotional THEN
    RAISE EXCEPTION 'more is given back than was collected' USING ERRCODE = 'MN003';
  END IF;
  PERFORM move_money(c.account_id, 'refund', 'revenue', 'prepaid', paid, 'refund', refund, c.id, person, reason);
  PERFORM move_money(c.account_id, 'refund', 'revenue', 'promotional', given - paid, 'refund', refund, c.id, person, reason);
  UPDATE charge SET refunded_prepaid = refunded_prepaid + paid, refunded_promotional = refunded_promotional + given - paid WHERE id = c.id;
END $$;

-- Money that comes from outside, is given, or is put right.
CREATE FUNCTION adjust_wallet(adjustment uuid, account uuid, purpose text, debit text, credit text, amount bigint, person uuid, reason text)
RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF purpose NOT IN ('credit', 'gift', 'correction') THEN RAISE EXCEPTION 'this is no adjustment'; END IF;
  PERFORM move_money(account, purpose, debit, credit, amount, 'adjustment', adjustment, null, person, reason);
END $$;

REVOKE ALL ON FUNCTION reserve_charge(uuid, uuid, uuid, text, text, int, bigint, text, uuid, text), post_charge(uuid, bigint), release_charge(uuid), refund_charge(uuid, uuid, bigint, uuid, text), adjust_wallet(uuid, uuid, text, text, text, bigint, uuid, text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION reserve_charge(uuid, uuid, uuid, text, text, int, bigint, text, uuid, text), release_charge(uuid) TO shimakaze_app, shimakaze_system;
GRANT EXECUTE ON FUNCTION post_charge(uuid, bigint), refund_charge(uuid, uuid, bigint, uuid, text), adjust_wallet(uuid, uuid, text, text, text, bigint, uuid, text) TO shimakaze_system;

ALTER TABLE wallet ENABLE ROW LEVEL SECURITY;
CREATE POLICY account ON wallet FOR SELECT TO shimakaze_app USING (account_id = app_account());
CREATE POLICY system ON wallet TO shimakaze_system USING (true) WITH CHECK (true);
ALTER TABLE charge ENABLE ROW LEVEL SECURITY;
CREATE POLICY account ON charge FOR SELECT TO shimakaze_app USING (account_id = app_account());
CREATE POLICY system ON charge TO shimakaze_system USING (true) WITH CHECK (true);
ALTER TABLE ledger_transfer ENABLE ROW LEVEL SECURITY;
CREATE POLICY account ON ledger_transfer FOR SELECT TO shimakaze_app USING (account_id = app_account());
CREATE POLICY system ON ledger_transfer FOR SELECT TO shimakaze_system USING (true);
ALTER TABLE wallet_check ENABLE ROW LEVEL SECURITY;
CREATE POLICY system ON wallet_check TO shimakaze_system USING (true) WITH CHECK (true);
GRANT SELECT ON wallet, charge, ledger_transfer TO shimakaze_app, shimakaze_system;
GRANT UPDATE (stopped_at) ON wallet TO shimakaze_system;
GRANT UPDATE (person_name) ON charge TO shimakaze_system;
GRANT SELECT, INSERT, UPDATE ON wallet_check TO shimakaze_system;

-- What staff put into an account or take out of it: asked for by one person, and done once another has looked at it.
CREATE TABLE adjustment (
  id uuid PRIMARY KEY,
  platform_id uuid NOT NULL REFERENCES platform,
  account_id uuid NOT NULL REFERENCES account,
  purpose text NOT NULL CHECK (purpose IN ('credit', 'gift', 'correction')),
  -- Fen; below nought only to correct.
  amount bigint NOT NULL CHECK (amount BETWEEN -100000000000000 AND 100000000000000 AND amount <> 0 AND (amount > 0 OR purpose = 'correction')),
  -- What it can be found by elsewhere: the number of a bank's slip.
  reference text NOT NULL,
  reason text NOT NULL,
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'applied', 'refused', 'withdrawn')),
  asked_by uuid NOT NULL REFERENCES person,
  asked_name text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT app_now(),
  decided_by uuid REFERENCES person,
  decided_name text,
  decided_at timestamptz,
  -- Why it was refused.
  answer text NOT NULL DEFAULT '',
  CHECK ((state = 'waiting') = (decided_by IS NULL)),
  CONSTRAINT adjustment_by_two CHECK (state NOT IN ('applied', 'refused') OR decided_by <> asked_by)
);
CREATE INDEX adjustment_newest ON adjustment (platform_id, created_at DESC, id DESC);
CREATE INDEX adjustment_account ON adjustment (account_id);
-- One slip is credited once, whoever asks and however they write it.
CREATE UNIQUE INDEX adjustment_slip ON adjustment (platform_id, lower(reference)) WHERE purpose = 'credit' AND state IN ('waiting', 'applied');
ALTER TABLE adjustment ENABLE ROW LEVEL SECURITY;
CREATE POLICY system ON adjustment TO shimakaze_system USING (true) WITH CHECK (true);
GRANT SELECT, INSERT ON adjustment TO shimakaze_system;
GRANT UPDATE (state, decided_by, decided_name, decided_at, answer, asked_name, reason) ON adjustment TO shimakaze_system;
