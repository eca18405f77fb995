-- What a platform's staff took away for the time being: a person's signing in, or what is done for an account.
ALTER TABLE person ADD COLUMN status text NOT NULL DEFAULT 'ACTIVE' CHECK (status IN ('ACTIVE', 'DISABLED'));
ALTER TABLE account ADD COLUMN status text NOT NULL DEFAULT 'ACTIVE' CHECK (status IN ('ACTIVE', 'DISABLED'));
CREATE INDEX person_newest ON person (platform_id, created_at DESC, id DESC);
CREATE INDEX account_newest ON account (platform_id, created_at DESC, id DESC);
