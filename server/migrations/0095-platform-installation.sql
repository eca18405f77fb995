-- A closed platform answers nobody, and keeps what it has.
ALTER TABLE platform ADD COLUMN closed_at timestamptz, ADD CONSTRAINT platform_default_open CHECK (NOT (is_default AND closed_at IS NOT NULL));

-- To which platform a host leads: to one. Follows what platforms name, whose order says where links to them begin.
CREATE TABLE platform_host (
  host text PRIMARY KEY,
  platform_id uuid NOT NULL REFERENCES platform ON DELETE CASCADE
);
CREATE INDEX platform_host_of ON platform_host (platform_id);
ALTER TABLE platform_host ENABLE ROW LEVEL SECURITY;
CREATE POLICY system ON platform_host FOR SELECT TO shimakaze_system USING (true);
GRANT SELECT ON platform_host TO shimakaze_system;

-- Where two named a host, it led to the one that is not the default.
INSERT INTO platform_host
SELECT DISTINCT ON (host) host, id FROM platform, unnest(hosts) host ORDER BY host, is_default, created_at, id;
UPDATE platform p SET hosts = ARRAY(
  SELECT host FROM unnest(p.hosts) WITH ORDINALITY named (host, place)
  WHERE EXISTS (SELECT FROM platform_host h WHERE h.host = named.host AND h.platform_id = p.id)
  GROUP BY host ORDER BY min(place)
);

CREATE FUNCTION claim_hosts() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  DELETE FROM platform_host WHERE platform_id = NEW.id AND NOT host = ANY (NEW.hosts);
  INSERT INTO platform_host
  SELECT DISTINCT named.host, NEW.id FROM unnest(NEW.hosts) AS named (host)
  WHERE NOT EXISTS (SELECT FROM platform_host h WHERE h.host = named.host AND h.platform_id = NEW.id);
  RETURN NULL;
END $$;
CREATE TRIGGER platform_hosts AFTER INSERT OR UPDATE OF hosts ON platform FOR EACH ROW EXECUTE FUNCTION claim_hosts();
