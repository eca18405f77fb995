-- A vendor's bill of one day (Asia/Shanghai), compared with what stands here.
CREATE TABLE reconciliation (
  id uuid PRIMARY KEY,
  platform_id uuid NOT NULL REFERENCES platform,
  channel text NOT NULL CHECK (channel IN ('wechat', 'alipay')),
  day date NOT NULL,
  -- `waiting` until the vendor gave its bill; then whether all of it agreed.
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'agrees', 'differs')),
  -- Of what agreed: how many, and fen.
  payments integer NOT NULL DEFAULT 0,
  paid bigint NOT NULL DEFAULT 0,
  paybacks integer NOT NULL DEFAULT 0,
  paid_back bigint NOT NULL DEFAULT 0,
  differences integer NOT NULL DEFAULT 0,
  -- Why there is no bill yet, as the channel calls it.
  problem text NOT NULL DEFAULT '',
  ask_at timestamptz,
  asked integer NOT NULL DEFAULT 0,
  compared_at timestamptz CHECK ((compared_at IS NULL) = (state = 'waiting')),
  -- Who of staff looked at the differences, and what came of it.
  cleared_at timestamptz CHECK (cleared_at IS NULL OR state = 'differs'),
  cleared_by uuid REFERENCES person,
  cleared_name text CHECK ((cleared_name IS NULL) = (cleared_at IS NULL)),
  cleared_note text NOT NULL DEFAULT '',
  CONSTRAINT reconciliation_day UNIQUE (platform_id, channel, day)
);
CREATE INDEX reconciliation_newest ON reconciliation (platform_id, day DESC, id DESC);
CREATE INDEX reconciliation_to_ask ON reconciliation (ask_at) WHERE ask_at IS NOT NULL;
CREATE INDEX reconciliation_differs ON reconciliation (platform_id) WHERE state = 'differs' AND cleared_at IS NULL;

CREATE TABLE reconciliation_difference (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  reconciliation_id uuid NOT NULL REFERENCES reconciliation ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('ours-only', 'theirs-only', 'other-amount')),
  is_payback boolean NOT NULL,
  -- As the vendor or we call it, whoever has it.
  number text NOT NULL,
  order_id uuid REFERENCES pay_order,
  -- Fen, of whoever has it.
  ours bigint CHECK ((ours IS NULL) = (kind = 'theirs-only')),
  theirs bigint CHECK ((theirs IS NULL) = (kind = 'ours-only'))
);
CREATE INDEX reconciliation_difference_of ON reconciliation_difference (reconciliation_id, number);

-- On whose bill a vendor has it: what we have of a day's end may stand on the next day's.
ALTER TABLE pay_order ADD COLUMN billed_on date;
ALTER TABLE payback ADD COLUMN billed_on date;
CREATE INDEX pay_order_unbilled ON pay_order (platform_id, channel, paid_at) WHERE state = 'paid' AND billed_on IS NULL;
CREATE INDEX payback_unbilled ON payback (platform_id, ended_at) WHERE state = 'done' AND billed_on IS NULL;

ALTER TABLE reconciliation ENABLE ROW LEVEL SECURITY;
CREATE POLICY system ON reconciliation TO shimakaze_system USING (true) WITH CHECK (true);
ALTER TABLE reconciliation_difference ENABLE ROW LEVEL SECURITY;
CREATE POLICY system ON reconciliation_difference TO shimakaze_system USING (true) WITH CHECK (true);
GRANT SELECT, INSERT, UPDATE (state, payments, paid, paybacks, paid_back, differences, problem, ask_at, asked, compared_at, cleared_at, cleared_by, cleared_name, cleared_note) ON reconciliation TO shimakaze_system;
GRANT SELECT, INSERT, DELETE ON reconciliation_difference TO shimakaze_system;
GRANT UPDATE (billed_on) ON pay_order TO shimakaze_system;
GRANT UPDATE (billed_on) ON payback TO shimakaze_system;
