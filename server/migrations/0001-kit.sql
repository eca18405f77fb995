-- Time: SQL asks app_now() only. The test role may set `app.clock` to an instant.
CREATE FUNCTION app_now() RETURNS timestamptz LANGUAGE plpgsql STABLE AS $$
DECLARE fixed text := current_setting('app.clock', true);
BEGIN
  IF fixed IS NULL OR fixed = '' THEN RETURN clock_timestamp(); END IF;
  RETURN fixed::timestamptz;
END $$;

-- The account that the current transaction acts for; an unset account fails the cast, so nothing is visible.
CREATE FUNCTION app_account() RETURNS uuid LANGUAGE sql STABLE AS
  $$ SELECT current_setting('app.account')::uuid $$;

-- Counters behind rate limits and caps: shared by every process, so never in memory.
CREATE TABLE rate_window (
  bucket text NOT NULL,
  window_start timestamptz NOT NULL,
  hits integer NOT NULL,
  PRIMARY KEY (bucket, window_start)
);
CREATE INDEX rate_window_start ON rate_window (window_start);

-- What live streams replay after Last-Event-ID; swept after an hour.
CREATE TABLE live_event (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account_id uuid NOT NULL,
  payload jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT app_now()
);
CREATE INDEX live_event_account ON live_event (account_id, id);

-- Messages handed to a sender; in local mode this is where they end, for the operator to read.
CREATE TABLE message_outbox (
  id uuid PRIMARY KEY,
  platform_id uuid NOT NULL,
  channel text NOT NULL CHECK (channel IN ('sms', 'mail')),
  recipient text NOT NULL,
  text text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT app_now()
);
CREATE INDEX message_outbox_newest ON message_outbox (platform_id, created_at DESC, id DESC);

GRANT EXECUTE ON FUNCTION app_now(), app_account() TO shimakaze_app, shimakaze_system;
GRANT SELECT, INSERT, UPDATE, DELETE ON rate_window TO shimakaze_system;
GRANT SELECT, INSERT, DELETE ON live_event TO shimakaze_system;
GRANT INSERT ON live_event TO shimakaze_app;
GRANT SELECT, INSERT ON message_outbox TO shimakaze_system;
