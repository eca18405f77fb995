-- Fen that a sub-account may spend in a calendar month; without one it spends what the account has.
ALTER TABLE membership
  ADD COLUMN budget bigint CHECK (budget BETWEEN 0 AND 1000000000000),
  DROP CONSTRAINT membership_grants,
  ADD CONSTRAINT membership_grants CHECK (role = 'sub' OR (grants = '{}' AND quota IS NULL AND budget IS NULL));
ALTER TABLE sub_invitation ADD COLUMN budget bigint CHECK (budget BETWEEN 0 AND 1000000000000);
GRANT UPDATE (budget) ON membership TO shimakaze_app;

-- What somebody spent of an account since the calendar month began in Asia/Shanghai: what is held, and what was collected and not given back.
CREATE INDEX charge_of_person ON charge (account_id, person_id, created_at);
CREATE FUNCTION spent_this_month(account uuid, person uuid) RETURNS bigint LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  SELECT coalesce(sum(CASE state WHEN 'reserved' THEN amount ELSE posted_promotional + posted_prepaid - refunded_promotional - refunded_prepaid END), 0)::bigint
  FROM charge
  WHERE account_id = account AND person_id = person
    AND created_at >= date_trunc('month', app_now() AT TIME ZONE 'Asia/Shanghai') AT TIME ZONE 'Asia/Shanghai'
$$;

-- A sub-account stays within its budget. Whoever holds something has locked the wallet by then: two charges at once count one after the other.
CREATE FUNCTION keep_budget() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  unspent bigint;
BEGIN
  SELECT budget - spent_this_month(account_id, person_id) INTO unspent
  FROM membership WHERE account_id = NEW.account_id AND person_id = NEW.person_id AND budget IS NOT NULL;
  IF unspent < NEW.promotional + NEW.prepaid THEN
    RAISE EXCEPTION 'the budget is short' USING ERRCODE = 'MN004', DETAIL = greatest(0, unspent)::text;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER charge_within_budget BEFORE INSERT ON charge FOR EACH ROW WHEN (NEW.promotional + NEW.prepaid > 0) EXECUTE FUNCTION keep_budget();
