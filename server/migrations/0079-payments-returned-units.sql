-- What a package paid for is given back to that package: units instead of money, asked for and decided by two of staff like every refund.
ALTER TABLE charge ADD COLUMN refunded_units integer NOT NULL DEFAULT 0 CHECK (refunded_units BETWEEN 0 AND posted_units);
ALTER TABLE adjustment
  ADD COLUMN units integer NOT NULL DEFAULT 0 CHECK (units >= 0),
  DROP CONSTRAINT adjustment_amount,
  ADD CONSTRAINT adjustment_amount CHECK (
    amount BETWEEN -100000000000000 AND 100000000000000
    AND CASE WHEN units > 0 THEN purpose = 'refund' AND amount = 0 WHEN purpose = 'correction' THEN amount <> 0 WHEN purpose = 'payback' THEN amount < 0 ELSE amount > 0 END);

-- MN003: so many were not taken, or are given back already. MN009: the package has ended, and units in it would be worth nothing.
CREATE FUNCTION refund_units(wanted uuid, given integer) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  c charge := lock_charge(wanted);
BEGIN
  IF given <= 0 OR c.package_id IS NULL OR given > c.posted_units - c.refunded_units THEN
    RAISE EXCEPTION 'more is given back than was taken' USING ERRCODE = 'MN003';
  END IF;
  UPDATE package SET used = used - given WHERE id = c.package_id AND ends_at > app_now();
  IF NOT FOUND THEN RAISE EXCEPTION 'the package has ended' USING ERRCODE = 'MN009'; END IF;
  UPDATE charge SET refunded_units = refunded_units + given WHERE id = c.id;
END $$;
REVOKE ALL ON FUNCTION refund_units(uuid, integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION refund_units(uuid, integer) TO shimakaze_system;
