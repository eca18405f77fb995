-- Terms and privacy policy of each platform. Accounts keep the edition that they agreed to, so nothing here is ever changed or taken away.
CREATE TABLE legal_edition (
  id uuid PRIMARY KEY,
  platform_id uuid NOT NULL REFERENCES platform,
  edition text NOT NULL CHECK (length(edition) BETWEEN 1 AND 20),
  agreement_zh text NOT NULL,
  agreement_en text,
  privacy_zh text NOT NULL,
  privacy_en text,
  published_at timestamptz NOT NULL DEFAULT app_now(),
  UNIQUE (platform_id, edition)
);
CREATE INDEX legal_edition_order ON legal_edition (platform_id, published_at DESC, id);

ALTER TABLE legal_edition ENABLE ROW LEVEL SECURITY;
CREATE POLICY system ON legal_edition TO shimakaze_system USING (true) WITH CHECK (true);
GRANT SELECT, INSERT ON legal_edition TO shimakaze_system;
