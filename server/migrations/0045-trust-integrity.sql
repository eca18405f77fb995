-- A run of the integrity audit: it reads everything again, slowly, and goes on where it was after whatever ended its process.
CREATE TABLE integrity_run (
  id uuid PRIMARY KEY,
  state text NOT NULL DEFAULT 'RUNNING' CHECK (state IN ('RUNNING', 'DONE')),
  -- Whether staff asked for it; who and why stands in the record of acts.
  by_staff boolean NOT NULL,
  stage text NOT NULL DEFAULT 'objects' CHECK (stage IN ('objects', 'log', 'stamps', 'acts')),
  -- Where the stage goes on; null at its beginning.
  cursor jsonb,
  objects bigint NOT NULL DEFAULT 0,
  bytes bigint NOT NULL DEFAULT 0,
  entries bigint NOT NULL DEFAULT 0,
  checkpoints bigint NOT NULL DEFAULT 0,
  stamps bigint NOT NULL DEFAULT 0,
  acts bigint NOT NULL DEFAULT 0,
  findings bigint NOT NULL DEFAULT 0,
  -- How many objects there were at the beginning.
  objects_due bigint NOT NULL,
  -- Why it rests, where a step failed; it is tried again.
  trouble text,
  begun_at timestamptz NOT NULL DEFAULT app_now(),
  ended_at timestamptz,
  -- Who works at it just now: one process at a time.
  lease uuid,
  lease_until timestamptz,
  CHECK ((state = 'RUNNING') = (ended_at IS NULL))
);
CREATE UNIQUE INDEX integrity_run_one ON integrity_run ((true)) WHERE state = 'RUNNING';
CREATE INDEX integrity_run_newest ON integrity_run (begun_at DESC, id DESC);

-- What does not fit. It tells of digests, sizes and places, never of content.
CREATE TABLE integrity_finding (
  id uuid PRIMARY KEY,
  run_id uuid NOT NULL REFERENCES integrity_run,
  what text NOT NULL,
  -- The object, checkpoint, statement or batch, by its digest or number.
  place text NOT NULL,
  -- Some evidence that needs it.
  evidence_id uuid,
  expected text NOT NULL,
  found text NOT NULL,
  at timestamptz NOT NULL DEFAULT app_now()
);
CREATE INDEX integrity_finding_run ON integrity_finding (run_id, at, id);
CREATE TRIGGER never_changed BEFORE UPDATE OR DELETE OR TRUNCATE ON integrity_finding FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
ALTER TABLE integrity_finding ENABLE ALWAYS TRIGGER never_changed;

-- What is wrong with what evidence rests on, from when to when.
CREATE TABLE trust_alarm (
  id uuid PRIMARY KEY,
  kind text NOT NULL,
  -- Which key, provider, chain or shard; empty where there is but one.
  about text NOT NULL DEFAULT '',
  params jsonb NOT NULL DEFAULT '{}',
  since timestamptz NOT NULL DEFAULT app_now(),
  seen_at timestamptz NOT NULL DEFAULT app_now(),
  ended_at timestamptz
);
CREATE UNIQUE INDEX trust_alarm_open ON trust_alarm (kind, about) WHERE ended_at IS NULL;
CREATE INDEX trust_alarm_newest ON trust_alarm (since DESC, id DESC);

DO $$
DECLARE name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['integrity_run', 'integrity_finding', 'trust_alarm'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('CREATE POLICY system ON %I TO shimakaze_system USING (true) WITH CHECK (true)', name);
  END LOOP;
END $$;
GRANT SELECT, INSERT, UPDATE ON integrity_run, trust_alarm TO shimakaze_system;
GRANT SELECT, INSERT ON integrity_finding TO shimakaze_system;
