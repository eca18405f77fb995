-- Alert of a low balance: its owner is told when spending takes what is left below an amount of their choice, once a day unless money came in between.
ALTER TABLE wallet
  -- Fen; none where the owner wants no alert.
  ADD COLUMN alert_below bigint DEFAULT 2000 CHECK (alert_below BETWEEN 1 AND 1000000000000),
  ADD COLUMN alert_due boolean NOT NULL DEFAULT false,
  ADD COLUMN alerted_at timestamptz;
CREATE INDEX wallet_alert_due ON wallet (account_id) WHERE alert_due;

-- As before; what is taken marks the wallet for an alert, which a job sends after the commit, and what comes in lets the next alert come at once.
CREATE OR REPLACE FUNCTION move_money(account uuid, purpose text, debit text, credit text, amount bigint, subject_kind text, subject uuid, charge uuid, person uuid, reason text)
RETURNS void LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE w wallet;
BEGIN
  IF amount = 0 THEN RETURN; END IF;
  UPDATE wallet SET
    transfers = transfers + 1,
    prepaid = prepaid + amount * ((credit = 'prepaid')::int - (debit = 'prepaid')::int),
    promotional = promotional + amount * ((credit = 'promotional')::int - (debit = 'promotional')::int),
    reserved_prepaid = reserved_prepaid + amount * ((credit = 'reserved_prepaid')::int - (debit = 'reserved_prepaid')::int),
    reserved_promotional = reserved_promotional + amount * ((credit = 'reserved_promotional')::int - (debit = 'reserved_promotional')::int),
    alert_due = alert_due OR (debit IN ('prepaid', 'promotional') AND coalesce(prepaid + promotional - amount < alert_below, false)
      AND (alerted_at IS NULL OR alerted_at < app_now() - interval '1 day')),
    alerted_at = CASE WHEN purpose IN ('credit', 'gift') THEN NULL ELSE alerted_at END
  WHERE account_id = account RETURNING * INTO STRICT w;
  INSERT INTO ledger_transfer (id, platform_id, account_id, number, purpose, debit, credit, amount, balance_after, subject_kind, subject_id, charge_id, person_id, reason)
  VALUES (new_uuid_v7(), w.platform_id, account, w.transfers, purpose, debit, credit, amount, w.prepaid + w.promotional, subject_kind, subject, charge, person, reason);
END $$;

-- Below which amount the owner is told; null for never. What was too little by the old choice is judged again by the new one.
CREATE FUNCTION choose_balance_alert(account uuid, below bigint) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM require_own_account(account);
  UPDATE wallet SET alert_below = below, alert_due = false, alerted_at = NULL WHERE account_id = account;
END $$;
REVOKE ALL ON FUNCTION choose_balance_alert(uuid, bigint) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION choose_balance_alert(uuid, bigint) TO shimakaze_app;
GRANT UPDATE (alert_due, alerted_at) ON wallet TO shimakaze_system;
