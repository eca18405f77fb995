-- When whoever has a session last proved who they are: what decides over money, identities and papers asks for it anew after a quarter of an hour.
ALTER TABLE session ADD COLUMN proved_at timestamptz;
UPDATE session SET proved_at = created_at;
ALTER TABLE session ALTER COLUMN proved_at SET DEFAULT app_now(), ALTER COLUMN proved_at SET NOT NULL;
