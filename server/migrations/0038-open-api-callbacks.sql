-- Where a program is told what becomes of the evidence that it began with its key.
ALTER TABLE api_key ADD COLUMN callback_url text CHECK (callback_url ~ '^https?://');
GRANT UPDATE (callback_url) ON api_key TO shimakaze_app;
CREATE INDEX api_key_calls_back ON api_key (id) WHERE callback_url IS NOT NULL;

-- The key by which an evidence was begun; null where a person began it on a page.
ALTER TABLE evidence ADD COLUMN api_key_id uuid REFERENCES api_key;

-- One thing told to one key's address: kept as it was when it happened, sent until the address takes it.
CREATE TABLE callback (
  -- Stays the same however often it is sent.
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  platform_id uuid NOT NULL REFERENCES platform,
  account_id uuid NOT NULL REFERENCES account,
  key_id uuid NOT NULL REFERENCES api_key,
  event text NOT NULL,
  -- Null in a trial that its owner asked for.
  data jsonb,
  -- DROPPED: the key was disabled, revoked or lost its address before it could be sent.
  state text NOT NULL DEFAULT 'WAITING' CHECK (state IN ('WAITING', 'SENDING', 'DONE', 'FAILED', 'DROPPED')),
  attempts integer NOT NULL DEFAULT 0,
  -- Of the last attempt: the answer's status, or why there was none.
  answer integer,
  error text,
  at timestamptz NOT NULL DEFAULT app_now(),
  due_at timestamptz NOT NULL DEFAULT app_now(),
  tried_at timestamptz,
  done_at timestamptz
);
CREATE INDEX callback_newest ON callback (key_id, at DESC, id DESC);
CREATE INDEX callback_due ON callback (key_id, due_at) WHERE state = 'WAITING';
CREATE INDEX callback_under_way ON callback (key_id, tried_at) WHERE state = 'SENDING';
CREATE INDEX callback_old ON callback (at);
ALTER TABLE callback ENABLE ROW LEVEL SECURITY;
CREATE POLICY own ON callback TO shimakaze_app
  USING (account_id = (SELECT app_account()) AND (SELECT app_person()) IS NULL)
  WITH CHECK (account_id = (SELECT app_account()) AND (SELECT app_person()) IS NULL);
CREATE POLICY system ON callback TO shimakaze_system USING (true) WITH CHECK (true);
GRANT SELECT, INSERT, UPDATE (state, attempts, due_at) ON callback TO shimakaze_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON callback TO shimakaze_system;

CREATE FUNCTION callback_instant(at timestamptz) RETURNS text LANGUAGE sql STABLE AS
  $$ SELECT to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') $$;

-- Written by the change itself, whoever makes it: none is forgotten, and none is told that was rolled back.
CREATE FUNCTION call_back() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
BEGIN
  INSERT INTO callback (platform_id, account_id, key_id, event, data)
  SELECT k.platform_id, k.account_id, k.id,
    'evidence.' || CASE WHEN OLD.certified_at IS NULL AND NEW.certified_at IS NOT NULL THEN 'certified' ELSE NEW.status END,
    jsonb_build_object(
      'no', NEW.number, 'unique_id', regexp_replace(NEW.unique_id, '#[0-9]+$', ''), 'name', NEW.name, 'url', NEW.url, 'status', NEW.status,
      'completeness', NEW.completeness, 'failReason', NEW.fail_reason, 'sealedAt', callback_instant(NEW.sealed_at), 'certified', NEW.certified_at IS NOT NULL,
      'statementSha256', encode(NEW.statement_sha256, 'hex'), 'confirmUntil', callback_instant(NEW.confirm_until))
  FROM api_key k
  WHERE k.id = NEW.api_key_id AND k.callback_url IS NOT NULL AND k.status = 'ACTIVE';
  RETURN NULL;
END $$;
CREATE TRIGGER calls_back AFTER UPDATE OF status, certified_at ON evidence FOR EACH ROW
  WHEN (NEW.api_key_id IS NOT NULL AND (
    (NEW.status <> OLD.status AND NEW.status IN ('to-confirm', 'collected', 'failed', 'cancelled')) OR (OLD.certified_at IS NULL AND NEW.certified_at IS NOT NULL)))
  EXECUTE FUNCTION call_back();

-- Keys by which callbacks are signed (Ed25519). While one takes another's place both sign, until the old one's time is over.
CREATE TABLE callback_signer (
  id uuid PRIMARY KEY,
  platform_id uuid NOT NULL REFERENCES platform,
  public_key bytea NOT NULL CHECK (length(public_key) = 32),
  sealed text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT app_now(),
  signs_until timestamptz
);
CREATE UNIQUE INDEX callback_signer_present ON callback_signer (platform_id) WHERE signs_until IS NULL;
ALTER TABLE callback_signer ENABLE ROW LEVEL SECURITY;
CREATE POLICY system ON callback_signer TO shimakaze_system USING (true) WITH CHECK (true);
GRANT SELECT, INSERT, UPDATE (signs_until), DELETE ON callback_signer TO shimakaze_system;
