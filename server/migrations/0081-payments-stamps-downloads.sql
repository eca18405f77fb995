-- Third parties' time-stamps and packages that are taken out have a price of their own, free at first like everything.
INSERT INTO product VALUES ('timestamp'), ('download');

-- Whether third parties stamp what an account collects: whoever acts for it may not read accounts.
CREATE FUNCTION stamp_policy(account uuid) RETURNS text LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM require_own_account(account);
  RETURN (SELECT timestamps FROM account a WHERE a.id = account);
END $$;
REVOKE ALL ON FUNCTION stamp_policy(uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION stamp_policy(uuid) TO shimakaze_app, shimakaze_system;

-- Whoever announces a record wakes the same listeners: within a transaction that is told once.
CREATE FUNCTION announce_wallet(account uuid) RETURNS void LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO live_event (account_id, payload) VALUES (account, jsonb_build_object('topic', 'wallet', 'id', account));
  PERFORM pg_notify('shimakaze_live', account::text);
END $$;
REVOKE ALL ON FUNCTION announce_wallet(uuid) FROM PUBLIC;

-- A charge of third parties' time-stamps ends with what was asked of them, not with the evidence: the certificate may not wait for them.
CREATE FUNCTION end_stamp_charge(evidence uuid, came boolean) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE c charge;
BEGIN
  SELECT * INTO c FROM charge WHERE subject_id = evidence AND product = 'timestamp' AND state = 'reserved';
  IF NOT FOUND THEN RETURN; END IF;
  IF came THEN PERFORM post_charge(c.id, null); ELSE PERFORM release_charge(c.id); END IF;
  IF c.amount > 0 OR c.package_id IS NOT NULL THEN PERFORM announce_wallet(c.account_id); END IF;
END $$;
REVOKE ALL ON FUNCTION end_stamp_charge(uuid, boolean) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION end_stamp_charge(uuid, boolean) TO shimakaze_system;
CREATE INDEX charge_of_stamps ON charge (subject_id) WHERE state = 'reserved' AND product = 'timestamp';

CREATE FUNCTION end_stamped_charge() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  -- What waits to be confirmed may still become no evidence.
  IF EXISTS (SELECT FROM evidence WHERE id = NEW.evidence_id AND status = 'collected') THEN PERFORM end_stamp_charge(NEW.evidence_id, true); END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER stamp_charges AFTER UPDATE OF state ON timestamp_need FOR EACH ROW
  WHEN (OLD.state <> 'DONE' AND NEW.state = 'DONE') EXECUTE FUNCTION end_stamped_charge();

CREATE OR REPLACE FUNCTION end_evidence_charges() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  c record;
  moved uuid;
  percent integer;
BEGIN
  FOR c IN SELECT charge.id, charge.account_id, charge.amount, charge.quantity, charge.package_id, coalesce(p.partial_percent, 100) AS partial_percent
    FROM charge LEFT JOIN price p ON p.id = charge.price_id
    WHERE subject_id = NEW.id AND state = 'reserved' AND (NEW.status <> 'collected' OR charge.product <> 'timestamp') LOOP
    percent := CASE WHEN NEW.completeness = 'partial' THEN c.partial_percent ELSE 100 END;
    IF NEW.status <> 'collected' THEN PERFORM release_charge(c.id);
    -- Down to a fen and to a unit: what is not whole is never rounded against its buyer.
    ELSE PERFORM end_charge(c.id, c.amount * percent / 100, c.quantity * percent / 100);
    END IF;
    IF c.amount > 0 OR c.package_id IS NOT NULL THEN moved := c.account_id; END IF;
  END LOOP;
  IF moved IS NOT NULL THEN PERFORM announce_wallet(moved); END IF;
  IF NEW.status = 'collected' AND EXISTS (SELECT FROM timestamp_need WHERE evidence_id = NEW.id AND state = 'DONE') THEN
    PERFORM end_stamp_charge(NEW.id, true);
  END IF;
  RETURN NULL;
END $$;

-- Collects a download, which is had in the moment that it is paid for. Callers collect nothing else.
CREATE FUNCTION post_download(wanted uuid) RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM charge WHERE id = wanted AND product = 'download') THEN RAISE EXCEPTION 'this is no download'; END IF;
  RETURN end_charge(wanted, null, null);
END $$;
REVOKE ALL ON FUNCTION post_download(uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION post_download(uuid) TO shimakaze_app;

-- What gives back all that a thing cost asks for each of its charges.
ALTER TABLE adjustment ADD COLUMN asked_for uuid;
UPDATE adjustment SET asked_for = id WHERE purpose = 'refund';
ALTER TABLE adjustment ADD CONSTRAINT adjustment_asked_for CHECK ((asked_for IS NOT NULL) = (purpose = 'refund'));
CREATE UNIQUE INDEX adjustment_asked_once ON adjustment (asked_for, charge_id);
