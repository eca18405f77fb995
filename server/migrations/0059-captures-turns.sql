-- A capture that only the process that asked for it may run, with its own allowances.
ALTER TABLE evidence ADD COLUMN own_worker boolean NOT NULL DEFAULT false;

-- Weighted fair queueing of captures (start-time fair queueing, Goyal, Vin and Cheng 1996): accounts take turns by their weight, and
-- people within an account one by one. `served` is where the last capture stood, `pass` where the next one stands at the earliest.
CREATE TABLE capture_turn (
  account_id uuid NOT NULL REFERENCES account ON DELETE CASCADE,
  -- Null: the turn of the account among accounts.
  person_id uuid REFERENCES person ON DELETE CASCADE,
  pass double precision NOT NULL,
  served double precision NOT NULL,
  UNIQUE NULLS NOT DISTINCT (account_id, person_id)
);
CREATE INDEX capture_turn_served ON capture_turn (served DESC) WHERE person_id IS NULL;
ALTER TABLE capture_turn ENABLE ROW LEVEL SECURITY;
CREATE POLICY system ON capture_turn TO shimakaze_system USING (true) WITH CHECK (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON capture_turn TO shimakaze_system;

-- Every waiting capture in the order in which workers take them, over all accounts. Whoever was away does not save up turns: they begin where
-- the last served stood.
CREATE FUNCTION capture_order() RETURNS TABLE (
  place bigint, id uuid, account_id uuid, person_id uuid, account_at double precision, person_at double precision, weight int
) LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public AS
$$
  WITH waiting AS (
    SELECT e.id, e.account_id, e.person_id, e.queued_at,
      row_number() OVER (PARTITION BY e.account_id, e.person_id ORDER BY e.queued_at, e.id) - 1 AS nth
    FROM evidence e WHERE e.status = 'queued' AND NOT e.own_worker
  ), inside AS (
    SELECT a.account_id, max(t.served) AS since
    FROM (SELECT DISTINCT waiting.account_id FROM waiting) a JOIN capture_turn t ON t.account_id = a.account_id AND t.person_id IS NOT NULL
    GROUP BY a.account_id
  ), people AS (
    SELECT w.*, greatest(t.pass, i.since, 0) + w.nth AS person_at
    FROM waiting w
    LEFT JOIN inside i ON i.account_id = w.account_id
    LEFT JOIN capture_turn t ON t.account_id = w.account_id AND t.person_id = w.person_id
  ), accounts AS (
    SELECT p.*,
      row_number() OVER (PARTITION BY p.account_id ORDER BY p.person_at, p.queued_at, p.id) - 1 AS nth_of_account,
      greatest(t.pass, (SELECT max(served) FROM capture_turn WHERE capture_turn.person_id IS NULL), 0) AS account_since,
      coalesce((s.settings ->> CASE account.kind WHEN 'enterprise' THEN 'captureShareEnterprise' ELSE 'captureSharePersonal' END)::int, 1) AS weight
    FROM people p
    JOIN account ON account.id = p.account_id
    LEFT JOIN platform_settings s ON s.platform_id = account.platform_id
    LEFT JOIN capture_turn t ON t.account_id = p.account_id AND t.person_id IS NULL
  ), placed AS (
    SELECT a.*, a.account_since + a.nth_of_account::double precision / a.weight AS account_at FROM accounts a
  )
  SELECT row_number() OVER (ORDER BY p.account_at, p.queued_at, p.id) - 1, p.id, p.account_id, p.person_id, p.account_at, p.person_at, p.weight
  FROM placed p ORDER BY 1
$$;
REVOKE ALL ON FUNCTION capture_order() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION capture_order() TO shimakaze_system;

-- How many captures are taken before each of these; tells a count and nothing else.
CREATE FUNCTION queue_places(ids uuid[]) RETURNS TABLE (id uuid, place bigint) LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public AS
  $$ SELECT o.id, o.place FROM capture_order() o WHERE o.id = ANY (ids) $$;
REVOKE ALL ON FUNCTION queue_places(uuid[]) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION queue_places(uuid[]) TO shimakaze_app, shimakaze_system;
DROP FUNCTION queue_position(timestamptz, uuid);

-- How many captures of the account that asks wait, those of its other people included.
CREATE FUNCTION captures_waiting() RETURNS int LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public AS
  $$ SELECT count(*)::int FROM evidence WHERE status = 'queued' AND account_id = app_account() $$;
REVOKE ALL ON FUNCTION captures_waiting() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION captures_waiting() TO shimakaze_app;
