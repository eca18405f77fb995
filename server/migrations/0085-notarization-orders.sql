-- Orders of judicial services: what an account asks of an office, and what came of it.
CREATE TABLE judicial_order (
  id uuid PRIMARY KEY,
  number text NOT NULL UNIQUE CHECK (number ~ '^[0-9]{6,32}$'),
  platform_id uuid NOT NULL REFERENCES platform,
  account_id uuid NOT NULL REFERENCES account,
  office_id uuid NOT NULL REFERENCES office,
  -- As it was called then.
  office_name text NOT NULL,
  kind text NOT NULL,
  state text NOT NULL,
  title text NOT NULL,
  -- What is asked for, as the form of its kind has it.
  content jsonb NOT NULL,
  -- Who asks, as they were called and known when it was handed in last.
  person_id uuid NOT NULL REFERENCES person,
  person_name text NOT NULL,
  owner_name text NOT NULL,
  owner_kind text NOT NULL CHECK (owner_kind IN ('personal', 'enterprise')),
  owner_identity_id uuid,
  -- Fen. What the office asks, and what of it was collected in the end.
  fee bigint CHECK (fee BETWEEN 0 AND 1000000000000),
  collected bigint CHECK (collected BETWEEN 0 AND fee),
  -- Of the office's year, once it is accepted.
  case_year integer,
  case_count integer,
  case_number text,
  -- The last day of the period of the law that runs, by the calendar as it stood when it was computed; none where none runs.
  due_on date,
  -- By which lists are sorted: what has no day comes last.
  due_sort date NOT NULL GENERATED ALWAYS AS (coalesce(due_on, '9999-12-31')) STORED,
  -- When the system takes the next step by itself.
  lapses_at timestamptz,
  -- Its office was told that this day comes, or has passed.
  told_soon date,
  told_late date,
  assignee_id uuid REFERENCES person,
  assignee_name text,
  submitted_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT app_now(),
  CHECK (num_nulls(case_year, case_count, case_number) IN (0, 3)),
  CONSTRAINT judicial_order_case UNIQUE (office_id, kind, case_year, case_count)
);
CREATE INDEX judicial_order_newest ON judicial_order (account_id, created_at DESC, id DESC);
CREATE INDEX judicial_order_account_due ON judicial_order (account_id, due_sort, id);
CREATE INDEX judicial_order_of_office ON judicial_order (office_id, submitted_at DESC, id DESC) WHERE submitted_at IS NOT NULL;
CREATE INDEX judicial_order_states ON judicial_order (office_id, state, kind, submitted_at DESC) WHERE submitted_at IS NOT NULL;
CREATE INDEX judicial_order_due ON judicial_order (office_id, due_sort, id) WHERE submitted_at IS NOT NULL;
CREATE INDEX judicial_order_lapses ON judicial_order (lapses_at) WHERE lapses_at IS NOT NULL;
CREATE INDEX judicial_order_running ON judicial_order (due_on) WHERE due_on IS NOT NULL;

CREATE TABLE judicial_order_evidence (
  order_id uuid NOT NULL REFERENCES judicial_order,
  evidence_id uuid NOT NULL REFERENCES evidence,
  platform_id uuid NOT NULL REFERENCES platform,
  account_id uuid NOT NULL REFERENCES account,
  ordinal integer NOT NULL,
  number text NOT NULL,
  category text NOT NULL,
  -- As it was called, and what its statement said, when the order was handed in last.
  name text NOT NULL,
  statement_sha256 bytea,
  PRIMARY KEY (order_id, evidence_id)
);
CREATE INDEX judicial_order_evidence_of ON judicial_order_evidence (evidence_id);

CREATE TABLE judicial_file (
  id uuid PRIMARY KEY,
  order_id uuid NOT NULL REFERENCES judicial_order,
  platform_id uuid NOT NULL REFERENCES platform,
  account_id uuid NOT NULL REFERENCES account,
  part text NOT NULL,
  side text NOT NULL CHECK (side IN ('applicant', 'office')),
  file_name text NOT NULL,
  media_type text NOT NULL,
  size bigint NOT NULL,
  sha256 bytea NOT NULL REFERENCES stored_object ON DELETE RESTRICT ON UPDATE RESTRICT,
  person_id uuid NOT NULL REFERENCES person,
  person_name text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT app_now(),
  -- Handed in with a step: from then on it stays.
  kept_at timestamptz
);
CREATE INDEX judicial_file_of ON judicial_file (order_id, created_at, id);
CREATE INDEX judicial_file_object ON judicial_file (sha256);

CREATE TABLE judicial_step (
  id uuid PRIMARY KEY,
  order_id uuid NOT NULL REFERENCES judicial_order,
  platform_id uuid NOT NULL REFERENCES platform,
  account_id uuid NOT NULL REFERENCES account,
  -- None of the draft that it began with.
  step text,
  state text NOT NULL,
  side text NOT NULL CHECK (side IN ('applicant', 'office', 'system')),
  reason text NOT NULL DEFAULT '',
  code text,
  told text NOT NULL DEFAULT '',
  -- Working days by which it extended the period that runs.
  extra integer NOT NULL DEFAULT 0,
  person_id uuid REFERENCES person,
  person_name text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL DEFAULT app_now(),
  CHECK ((side = 'system') = (person_id IS NULL))
);
CREATE INDEX judicial_step_of ON judicial_step (order_id, created_at, id);

CREATE TABLE judicial_message (
  id uuid PRIMARY KEY,
  order_id uuid NOT NULL REFERENCES judicial_order,
  platform_id uuid NOT NULL REFERENCES platform,
  account_id uuid NOT NULL REFERENCES account,
  side text NOT NULL CHECK (side IN ('applicant', 'office')),
  content text NOT NULL,
  person_id uuid NOT NULL REFERENCES person,
  person_name text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT app_now()
);
CREATE INDEX judicial_message_of ON judicial_message (order_id, created_at DESC, id DESC);

-- Numbers of an office's cases, a year each, without gaps: whoever takes one holds the row until the case is kept.
CREATE TABLE judicial_case_count (
  office_id uuid NOT NULL REFERENCES office,
  kind text NOT NULL,
  year integer NOT NULL,
  last integer NOT NULL CHECK (last > 0),
  PRIMARY KEY (office_id, kind, year)
);

-- Every way that an order may go, as contract/notarization declares it.
CREATE TABLE judicial_move (
  kind text NOT NULL,
  from_state text NOT NULL,
  to_state text NOT NULL,
  PRIMARY KEY (kind, from_state, to_state)
);
INSERT INTO judicial_move VALUES
  ('expertise', 'DRAFT', 'SUBMITTED'), ('expertise', 'RETURNED', 'SUBMITTED'), ('expertise', 'SUBMITTED', 'RETURNED'), ('expertise', 'SUBMITTED', 'REJECTED'),
  ('expertise', 'SUBMITTED', 'TO_PAY'), ('expertise', 'SUBMITTED', 'ABANDONED'), ('expertise', 'RETURNED', 'ABANDONED'), ('expertise', 'TO_PAY', 'ABANDONED'),
  ('expertise', 'TO_PAY', 'EXAMINING'), ('expertise', 'EXAMINING', 'SUPPLEMENT'), ('expertise', 'SUPPLEMENT', 'EXAMINING'), ('expertise', 'EXAMINING', 'DRAFTED'),
  ('expertise', 'DRAFTED', 'EXAMINING'), ('expertise', 'DRAFTED', 'REPORTED'), ('expertise', 'TO_PAY', 'TERMINATED'), ('expertise', 'EXAMINING', 'TERMINATED'),
  ('expertise', 'SUPPLEMENT', 'TERMINATED'), ('expertise', 'DRAFTED', 'TERMINATED'), ('expertise', 'REPORTED', 'DELIVERED');

-- An order goes its way by no other steps, whoever asks for them.
CREATE FUNCTION keep_judicial_way() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM FROM judicial_move WHERE kind = NEW.kind AND from_state = OLD.state AND to_state = NEW.state;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'this order does not go from % to %', OLD.state, NEW.state USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER judicial_way BEFORE UPDATE OF state ON judicial_order FOR EACH ROW WHEN (OLD.state <> NEW.state) EXECUTE FUNCTION keep_judicial_way();

-- Who asks whom for what stays once the office has it; what was handed in stays.
CREATE FUNCTION keep_judicial_order() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'an order stays with its account and its office' USING ERRCODE = 'check_violation';
END $$;
CREATE TRIGGER judicial_order_stays BEFORE UPDATE OF platform_id, account_id, kind, number ON judicial_order FOR EACH ROW EXECUTE FUNCTION keep_judicial_order();
CREATE TRIGGER judicial_office_stays BEFORE UPDATE OF office_id ON judicial_order FOR EACH ROW WHEN (OLD.submitted_at IS NOT NULL AND OLD.office_id <> NEW.office_id) EXECUTE FUNCTION keep_judicial_order();
CREATE TRIGGER judicial_order_kept BEFORE DELETE ON judicial_order FOR EACH ROW WHEN (OLD.submitted_at IS NOT NULL) EXECUTE FUNCTION keep_judicial_order();
CREATE FUNCTION keep_judicial_file() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a file that was handed in stays' USING ERRCODE = 'check_violation';
END $$;
CREATE TRIGGER judicial_file_stays BEFORE DELETE ON judicial_file FOR EACH ROW WHEN (OLD.kept_at IS NOT NULL) EXECUTE FUNCTION keep_judicial_file();

-- Holds an order's fee of its account's money. MN001: the balance is short (DETAIL: what there is). MN002: spending is stopped.
CREATE FUNCTION reserve_fee(new_id uuid, wanted uuid, person uuid, person_name text) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  o judicial_order;
  w wallet;
  gift bigint;
BEGIN
  SELECT * INTO STRICT o FROM judicial_order WHERE id = wanted;
  PERFORM require_own_account(o.account_id);
  IF o.fee IS NULL THEN RAISE EXCEPTION 'no fee is set'; END IF;
  SELECT * INTO STRICT w FROM wallet WHERE account_id = o.account_id FOR UPDATE;
  IF w.stopped_at IS NOT NULL AND o.fee > 0 THEN RAISE EXCEPTION 'spending is stopped' USING ERRCODE = 'MN002'; END IF;
  IF w.prepaid + w.promotional < o.fee THEN
    RAISE EXCEPTION 'the balance is short' USING ERRCODE = 'MN001', DETAIL = (w.prepaid + w.promotional)::text;
  END IF;
  gift := least(w.promotional, o.fee);
  INSERT INTO charge (id, platform_id, account_id, person_id, person_name, product, quantity, subject_kind, subject_id, subject_number, promotional, prepaid)
  VALUES (new_id, o.platform_id, o.account_id, person, person_name, o.kind, 1, 'judicial-order', o.id, o.number, gift, o.fee - gift);
  PERFORM move_money(o.account_id, 'reserve', 'promotional', 'reserved_promotional', gift, 'charge', new_id, new_id, person, '');
  PERFORM move_money(o.account_id, 'reserve', 'prepaid', 'reserved_prepaid', o.fee - gift, 'charge', new_id, new_id, person, '');
END $$;
REVOKE ALL ON FUNCTION reserve_fee(uuid, uuid, uuid, text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION reserve_fee(uuid, uuid, uuid, text) TO shimakaze_system;

-- What of a fee was collected is decided with the step that decides it: the rest goes back.
CREATE FUNCTION end_fee() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE c charge;
BEGIN
  SELECT * INTO c FROM charge WHERE subject_id = NEW.id AND subject_kind = 'judicial-order' AND state = 'reserved';
  IF NOT FOUND THEN
    IF NEW.collected > 0 THEN RAISE EXCEPTION 'nothing was paid of this order' USING ERRCODE = 'check_violation'; END IF;
    RETURN NULL;
  END IF;
  IF NEW.collected = 0 AND c.amount > 0 THEN PERFORM release_charge(c.id); ELSE PERFORM end_charge(c.id, NEW.collected, null); END IF;
  IF c.amount > 0 THEN PERFORM announce_wallet(c.account_id); END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER judicial_order_fee AFTER UPDATE OF collected ON judicial_order FOR EACH ROW WHEN (OLD.collected IS NULL AND NEW.collected IS NOT NULL) EXECUTE FUNCTION end_fee();
CREATE INDEX charge_of_orders ON charge (subject_id) WHERE subject_kind = 'judicial-order';

ALTER TABLE judicial_order ENABLE ROW LEVEL SECURITY;
CREATE POLICY account ON judicial_order TO shimakaze_app USING (account_id = (SELECT app_account())) WITH CHECK (account_id = (SELECT app_account()));
CREATE POLICY office ON judicial_order FOR SELECT TO shimakaze_app USING (office_id = (SELECT app_account()) AND submitted_at IS NOT NULL);
CREATE POLICY system ON judicial_order TO shimakaze_system USING (true) WITH CHECK (true);
-- By the order of each row, not among all orders of an office: it may have a hundred thousand.
ALTER TABLE judicial_order_evidence ENABLE ROW LEVEL SECURITY;
CREATE POLICY account ON judicial_order_evidence TO shimakaze_app USING (account_id = (SELECT app_account())) WITH CHECK (account_id = (SELECT app_account()));
CREATE POLICY office ON judicial_order_evidence FOR SELECT TO shimakaze_app
  USING (EXISTS (SELECT FROM judicial_order o WHERE o.id = judicial_order_evidence.order_id AND o.office_id = (SELECT app_account()) AND o.submitted_at IS NOT NULL));
CREATE POLICY system ON judicial_order_evidence TO shimakaze_system USING (true) WITH CHECK (true);
ALTER TABLE judicial_file ENABLE ROW LEVEL SECURITY;
CREATE POLICY account ON judicial_file TO shimakaze_app USING (account_id = (SELECT app_account())) WITH CHECK (account_id = (SELECT app_account()));
CREATE POLICY office ON judicial_file FOR SELECT TO shimakaze_app
  USING (EXISTS (SELECT FROM judicial_order o WHERE o.id = judicial_file.order_id AND o.office_id = (SELECT app_account()) AND o.submitted_at IS NOT NULL));
CREATE POLICY system ON judicial_file TO shimakaze_system USING (true) WITH CHECK (true);
ALTER TABLE judicial_step ENABLE ROW LEVEL SECURITY;
CREATE POLICY account ON judicial_step TO shimakaze_app USING (account_id = (SELECT app_account())) WITH CHECK (account_id = (SELECT app_account()));
CREATE POLICY office ON judicial_step FOR SELECT TO shimakaze_app
  USING (EXISTS (SELECT FROM judicial_order o WHERE o.id = judicial_step.order_id AND o.office_id = (SELECT app_account()) AND o.submitted_at IS NOT NULL));
CREATE POLICY system ON judicial_step TO shimakaze_system USING (true) WITH CHECK (true);
ALTER TABLE judicial_message ENABLE ROW LEVEL SECURITY;
CREATE POLICY account ON judicial_message FOR SELECT TO shimakaze_app USING (account_id = (SELECT app_account()));
CREATE POLICY office ON judicial_message FOR SELECT TO shimakaze_app
  USING (EXISTS (SELECT FROM judicial_order o WHERE o.id = judicial_message.order_id AND o.office_id = (SELECT app_account()) AND o.submitted_at IS NOT NULL));
CREATE POLICY system ON judicial_message TO shimakaze_system USING (true) WITH CHECK (true);
GRANT SELECT ON judicial_message TO shimakaze_app;
GRANT SELECT, INSERT, UPDATE (person_name) ON judicial_message TO shimakaze_system;
-- Accounts draft; every step is taken by the service, for it concerns two accounts.
GRANT SELECT, DELETE ON judicial_order TO shimakaze_app;
GRANT INSERT (id, number, platform_id, account_id, office_id, office_name, kind, state, title, content, person_id, person_name, owner_name, owner_kind),
  UPDATE (office_id, office_name, title, content) ON judicial_order TO shimakaze_app;
GRANT SELECT, INSERT, DELETE ON judicial_order_evidence TO shimakaze_app;
GRANT SELECT, DELETE ON judicial_file TO shimakaze_app;
GRANT SELECT, INSERT, DELETE ON judicial_step TO shimakaze_app;
GRANT SELECT, DELETE, UPDATE (state, content, person_name, owner_name, owner_kind, owner_identity_id, fee, collected, case_year, case_count, case_number, due_on, lapses_at, told_soon, told_late, assignee_id, assignee_name, submitted_at) ON judicial_order TO shimakaze_system;
GRANT SELECT, DELETE, UPDATE (name, statement_sha256) ON judicial_order_evidence TO shimakaze_system;
GRANT SELECT, INSERT, DELETE, UPDATE (kept_at, person_name) ON judicial_file TO shimakaze_system;
GRANT SELECT, INSERT, DELETE, UPDATE (person_name) ON judicial_step TO shimakaze_system;
GRANT SELECT, INSERT, UPDATE ON judicial_case_count TO shimakaze_system;
