-- A returned order stays as it was handed in: the changes are its applicant's alone until they hand it in again.
CREATE TABLE judicial_draft (
  order_id uuid PRIMARY KEY REFERENCES judicial_order,
  platform_id uuid NOT NULL REFERENCES platform,
  account_id uuid NOT NULL REFERENCES account,
  title text NOT NULL,
  content jsonb NOT NULL,
  -- Id, number, name and category of each piece that it names, in this order.
  evidence jsonb NOT NULL CHECK (jsonb_typeof(evidence) = 'array')
);
CREATE INDEX judicial_draft_of ON judicial_draft (account_id);
ALTER TABLE judicial_draft ENABLE ROW LEVEL SECURITY;
CREATE POLICY account ON judicial_draft TO shimakaze_app USING (account_id = (SELECT app_account())) WITH CHECK (account_id = (SELECT app_account()));
CREATE POLICY system ON judicial_draft TO shimakaze_system USING (true) WITH CHECK (true);
GRANT SELECT, INSERT, UPDATE (title, content, evidence) ON judicial_draft TO shimakaze_app;
GRANT SELECT, DELETE ON judicial_draft TO shimakaze_system;
GRANT UPDATE (title) ON judicial_order TO shimakaze_system;
GRANT INSERT ON judicial_order_evidence TO shimakaze_system;

-- An order that was changed after it was returned lost what it was handed in with. The change becomes its applicant's own.
INSERT INTO judicial_draft (order_id, platform_id, account_id, title, content, evidence)
SELECT o.id, o.platform_id, o.account_id, o.title, o.content, (
  SELECT jsonb_agg(jsonb_build_object('id', e.evidence_id, 'number', e.number, 'name', e.name, 'category', e.category) ORDER BY e.ordinal)
  FROM judicial_order_evidence e WHERE e.order_id = o.id)
FROM judicial_order o
WHERE o.submitted_at IS NOT NULL AND o.state = 'RETURNED'
  AND EXISTS (SELECT FROM judicial_order_evidence e WHERE e.order_id = o.id AND e.statement_sha256 IS NULL);

-- The evidence comes back as the last application that was signed names it.
CREATE TEMPORARY TABLE changed_since ON COMMIT DROP AS
SELECT DISTINCT o.id FROM judicial_order o JOIN judicial_order_evidence e ON e.order_id = o.id WHERE o.submitted_at IS NOT NULL AND e.statement_sha256 IS NULL
  AND EXISTS (SELECT FROM judicial_paper p WHERE p.order_id = o.id AND p.paper = 'application');
DELETE FROM judicial_order_evidence WHERE order_id IN (SELECT id FROM changed_since);
INSERT INTO judicial_order_evidence (order_id, evidence_id, platform_id, account_id, ordinal, number, category, name, statement_sha256)
SELECT o.id, e.id, o.platform_id, o.account_id, row_number() OVER (PARTITION BY o.id ORDER BY line.nth) - 1, e.number, e.category, named[2], decode(named[3], 'hex')
FROM changed_since c
JOIN judicial_order o ON o.id = c.id
CROSS JOIN LATERAL (
  SELECT convert_from(p.statement, 'UTF8')::jsonb AS says FROM judicial_paper p WHERE p.order_id = o.id AND p.paper = 'application' ORDER BY p.ordinal DESC LIMIT 1) AS application
CROSS JOIN LATERAL jsonb_path_query(application.says, '$.sections[*].rows[*].text') WITH ORDINALITY AS line (text, nth)
CROSS JOIN LATERAL regexp_match(line.text #>> '{}', '^([0-9]+)  (.*)\nSHA-256 ([0-9a-f]{64})$') AS named
JOIN evidence e ON e.number = named[1] AND e.account_id = o.account_id
ON CONFLICT DO NOTHING;

-- Accounts change what was not handed in, and nothing else.
CREATE FUNCTION keep_handed_in() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'what was handed in stays' USING ERRCODE = 'check_violation';
END $$;
CREATE TRIGGER judicial_order_handed_in BEFORE UPDATE OF title, content, office_name ON judicial_order
  FOR EACH ROW WHEN (OLD.submitted_at IS NOT NULL AND current_user = 'shimakaze_app') EXECUTE FUNCTION keep_handed_in();
CREATE POLICY names_in_draft ON judicial_order_evidence AS RESTRICTIVE FOR INSERT TO shimakaze_app
  WITH CHECK (EXISTS (SELECT FROM judicial_order o WHERE o.id = order_id AND o.submitted_at IS NULL));
CREATE POLICY leaves_draft ON judicial_order_evidence AS RESTRICTIVE FOR DELETE TO shimakaze_app
  USING (EXISTS (SELECT FROM judicial_order o WHERE o.id = order_id AND o.submitted_at IS NULL));
