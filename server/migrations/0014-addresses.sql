-- Where papers and parcels go. The names of the place are kept as they were chosen: divisions are renamed and merged.
CREATE TABLE address (
  id uuid PRIMARY KEY,
  platform_id uuid NOT NULL REFERENCES platform,
  account_id uuid NOT NULL REFERENCES account,
  name text NOT NULL,
  phone text NOT NULL,
  province_code text NOT NULL,
  province_name text NOT NULL,
  city_code text NOT NULL,
  city_name text NOT NULL,
  region_code text NOT NULL CHECK (region_code ~ '^[0-9]{6}$'),
  region_name text NOT NULL,
  detail text NOT NULL,
  postcode text,
  tag text,
  is_default boolean NOT NULL DEFAULT false,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT app_now(),
  updated_at timestamptz NOT NULL DEFAULT app_now(),
  CHECK (province_code = left(region_code, 2) || '0000' AND city_code = left(region_code, 4) || '00')
);
CREATE UNIQUE INDEX address_same ON address (account_id, name, phone, region_code, detail);
CREATE UNIQUE INDEX address_default ON address (account_id) WHERE is_default;
CREATE INDEX address_newest ON address (account_id, created_at DESC, id DESC);
CREATE INDEX address_name ON address (account_id, name, id);
ALTER TABLE address ENABLE ROW LEVEL SECURITY;
CREATE POLICY own ON address TO shimakaze_app USING (account_id = (SELECT app_account())) WITH CHECK (account_id = (SELECT app_account()));
CREATE POLICY system ON address TO shimakaze_system USING (true) WITH CHECK (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON address TO shimakaze_app;
GRANT SELECT ON address TO shimakaze_system;
