-- Matters that a notary office attends to, as it offers them now.
CREATE TABLE office_template (
  id uuid PRIMARY KEY,
  platform_id uuid NOT NULL REFERENCES platform,
  account_id uuid NOT NULL REFERENCES office,
  name text NOT NULL,
  version integer NOT NULL CHECK (version > 0),
  -- Orders that began with a withdrawn one go on.
  is_offered boolean NOT NULL DEFAULT true,
  changed_at timestamptz NOT NULL DEFAULT app_now(),
  CONSTRAINT office_template_name UNIQUE (account_id, name)
);
CREATE INDEX office_template_newest ON office_template (account_id, changed_at DESC, id DESC);

-- Every version stays as it was written.
CREATE TABLE office_template_version (
  template_id uuid NOT NULL REFERENCES office_template,
  version integer NOT NULL CHECK (version > 0),
  platform_id uuid NOT NULL REFERENCES platform,
  account_id uuid NOT NULL REFERENCES office,
  content jsonb NOT NULL,
  person_id uuid NOT NULL REFERENCES person,
  person_name text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT app_now(),
  PRIMARY KEY (template_id, version)
);
CREATE INDEX office_template_version_by ON office_template_version (person_id);

ALTER TABLE office_template ENABLE ROW LEVEL SECURITY;
CREATE POLICY account ON office_template TO shimakaze_app USING (account_id = (SELECT app_account())) WITH CHECK (account_id = (SELECT app_account()));
CREATE POLICY system ON office_template TO shimakaze_system USING (true) WITH CHECK (true);
ALTER TABLE office_template_version ENABLE ROW LEVEL SECURITY;
CREATE POLICY account ON office_template_version TO shimakaze_app USING (account_id = (SELECT app_account())) WITH CHECK (account_id = (SELECT app_account()));
CREATE POLICY system ON office_template_version TO shimakaze_system USING (true) WITH CHECK (true);
GRANT SELECT, INSERT, UPDATE (name, version, is_offered, changed_at) ON office_template TO shimakaze_app;
GRANT SELECT, INSERT ON office_template_version TO shimakaze_app;
GRANT SELECT, INSERT ON office_template TO shimakaze_system;
GRANT SELECT, INSERT, UPDATE (person_name) ON office_template_version TO shimakaze_system;

-- Of an inquiry: what was asked, and what was answered.
ALTER TABLE judicial_step ADD COLUMN inquiry jsonb;

INSERT INTO judicial_move VALUES
  ('notarization', 'DRAFT', 'SUBMITTED'), ('notarization', 'RETURNED', 'SUBMITTED'), ('notarization', 'SUBMITTED', 'ACCEPTED'), ('notarization', 'SUBMITTED', 'RETURNED'),
  ('notarization', 'ACCEPTED', 'INQUIRY'), ('notarization', 'INQUIRY', 'ACCEPTED'), ('notarization', 'ACCEPTED', 'SUPPLEMENT'), ('notarization', 'SUPPLEMENT', 'ACCEPTED'),
  ('notarization', 'ACCEPTED', 'SIGNING'), ('notarization', 'SIGNING', 'TO_PAY'), ('notarization', 'TO_PAY', 'DRAFTING'), ('notarization', 'DRAFTING', 'DRAFTED'),
  ('notarization', 'DRAFTED', 'ISSUED'), ('notarization', 'DRAFTED', 'DRAFTING'), ('notarization', 'ISSUED', 'DELIVERING'), ('notarization', 'ISSUED', 'DELIVERED'),
  ('notarization', 'DELIVERING', 'DELIVERED'), ('notarization', 'SUBMITTED', 'DECLINED'), ('notarization', 'ACCEPTED', 'DECLINED'), ('notarization', 'SUBMITTED', 'ABANDONED'),
  ('notarization', 'RETURNED', 'ABANDONED'), ('notarization', 'ACCEPTED', 'ABANDONED'), ('notarization', 'INQUIRY', 'ABANDONED'), ('notarization', 'SUPPLEMENT', 'ABANDONED'),
  ('notarization', 'SIGNING', 'ABANDONED'), ('notarization', 'TO_PAY', 'ABANDONED'), ('notarization', 'ACCEPTED', 'TERMINATED'), ('notarization', 'INQUIRY', 'TERMINATED'),
  ('notarization', 'SUPPLEMENT', 'TERMINATED'), ('notarization', 'SIGNING', 'TERMINATED'), ('notarization', 'TO_PAY', 'TERMINATED'), ('notarization', 'DRAFTING', 'TERMINATED'),
  ('notarization', 'DRAFTED', 'TERMINATED');

-- A top-up that pays the fee of an order once it is there; where the order cannot take it any more, it stays in the balance.
ALTER TABLE pay_order ADD COLUMN pays_for uuid REFERENCES judicial_order;
CREATE INDEX pay_order_pays_for ON pay_order (pays_for) WHERE pays_for IS NOT NULL;
GRANT INSERT (pays_for) ON pay_order TO shimakaze_app;
