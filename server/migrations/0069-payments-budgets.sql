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

-- As before, and a sub-account stays within its budget. The wallet is locked by then: two charges at once count one after the other.
CREATE OR REPLACE FUNCTION reserve_charge(new_id uuid, account uuid, person uuid, person_name text, priced_by uuid, quantity int, amount bigint, subject_kind text, subject uuid, subject_number text)
RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  w wallet;
  p price;
  gift bigint;
  budget bigint;
  spent bigint;
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
    SELECT m.budget INTO budget FROM membership m WHERE m.account_id = account AND m.person_id = person;
    IF budget IS NOT NULL THEN
      spent := spent_this_month(account, person);
      IF spent + amount > budget THEN
        RAISE EXCEPTION 'the budget is short' USING ERRCODE = 'MN004', DETAIL = greatest(0, budget - spent)::text;
      END IF;
    END IF;
  END IF;
  SELECT * INTO STRICT p FROM price WHERE id = priced_by AND platform_id = w.platform_id AND begins_at <= app_now();
  gift := least(w.promotional, amount);
  INSERT INTO charge (id, platform_id, account_id, person_id, person_name, product, quantity, subject_kind, subject_id, subject_number, promotional, prepaid, price_id)
  VALUES (new_id, w.platform_id, account, person, person_name, p.product, quantity, subject_kind, subject, subject_number, gift, amount - gift, p.id);
  PERFORM move_money(account, 'reserve', 'promotional', 'reserved_promotional', gift, 'charge', new_id, new_id, person, '');
  PERFORM move_money(account, 'reserve', 'prepaid', 'reserved_prepaid', amount - gift, 'charge', new_id, new_id, person, '');
END $$;
