-- When the erasing of somebody began: until it is done, nothing is done for them and nobody waits for their rows.
ALTER TABLE person ADD COLUMN closing_began_at timestamptz;
