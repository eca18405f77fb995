-- What was read on captured pages, for finding them: apart from evidence, so that no list loads it. Null waits to be read from the files that were sealed.
CREATE TABLE evidence_text (
  evidence_id uuid PRIMARY KEY REFERENCES evidence ON DELETE CASCADE,
  account_id uuid NOT NULL,
  text text CHECK (length(text) <= 20000)
);
CREATE INDEX evidence_text_unread ON evidence_text (account_id, evidence_id) WHERE text IS NULL;
ALTER TABLE evidence_text ENABLE ROW LEVEL SECURITY;
CREATE POLICY own ON evidence_text TO shimakaze_app USING (account_id = (SELECT app_account()));
CREATE POLICY with_evidence ON evidence_text AS RESTRICTIVE TO shimakaze_app
  USING ((SELECT app_person()) IS NULL OR EXISTS (SELECT 1 FROM evidence e WHERE e.id = evidence_id));
CREATE POLICY system ON evidence_text TO shimakaze_system USING (true) WITH CHECK (true);
GRANT SELECT ON evidence_text TO shimakaze_app;
GRANT SELECT, INSERT, DELETE, UPDATE (text) ON evidence_text TO shimakaze_system;

INSERT INTO evidence_text SELECT id, account_id FROM evidence WHERE category = 'ATTSETATIONURL' AND statement IS NOT NULL;

-- A process that knows nothing of this table seals pages too: they wait to be read.
CREATE FUNCTION await_seen_text() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO evidence_text VALUES (NEW.id, NEW.account_id) ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER evidence_text_awaited AFTER UPDATE OF statement ON evidence
  FOR EACH ROW WHEN (OLD.statement IS NULL AND NEW.statement IS NOT NULL AND NEW.category = 'ATTSETATIONURL') EXECUTE FUNCTION await_seen_text();

-- A preview that nobody confirmed states nothing, and is found by nothing that was on its page.
CREATE FUNCTION drop_seen_text() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  DELETE FROM evidence_text WHERE evidence_id = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER evidence_text_dropped AFTER UPDATE OF statement ON evidence
  FOR EACH ROW WHEN (OLD.statement IS NOT NULL AND NEW.statement IS NULL) EXECUTE FUNCTION drop_seen_text();

-- As `search_grams`, with single signs and pairs of ASCII too: every word is then looked up, however short. A page is read for it only to compare.
CREATE FUNCTION text_grams(account uuid, words text) RETURNS bigint[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS
$$
  SELECT coalesce(array_agg(DISTINCT hashtextextended(gram, uuid_hash_extended(account, 0))), '{}')
  FROM (
    SELECT unnest(ARRAY[one, one || two, CASE WHEN ascii(one) < 128 AND ascii(two) < 128 AND ascii(three) < 128 THEN one || two || three END]) AS gram
    FROM (
      SELECT sign AS one, lead(sign) OVER place AS two, lead(sign, 2) OVER place AS three
      FROM unnest(string_to_array(lower(words), NULL)) WITH ORDINALITY AS signs (sign, nth) WINDOW place AS (ORDER BY nth)
    ) AS windows
  ) AS grams
  WHERE gram IS NOT NULL
$$;
CREATE INDEX evidence_text_search ON evidence_text USING gin (text_grams(account_id, text));

-- The evidence of an account whose page has all the signs of a word, close together. What is found is compared again.
CREATE FUNCTION evidence_maybe_showing(account uuid, word text) RETURNS SETOF uuid LANGUAGE plpgsql STABLE SECURITY DEFINER
  SET search_path = public, pg_temp SET enable_seqscan = off AS
$$
DECLARE
  grams bigint[] := text_grams(account, word);
BEGIN
  IF account IS DISTINCT FROM app_account() OR grams = '{}' THEN RETURN; END IF;
  RETURN QUERY SELECT evidence_id FROM evidence_text WHERE text_grams(account_id, text) @> grams AND account_id = account;
END
$$;

-- The evidence of an account whose page shows a word; null where more pages than that would have to be compared.
CREATE FUNCTION evidence_showing(account uuid, word text, most int) RETURNS uuid[] LANGUAGE plpgsql STABLE SECURITY DEFINER
  SET search_path = public, pg_temp AS
$$
DECLARE
  maybe uuid[] := ARRAY(SELECT id FROM evidence_maybe_showing(account, word) AS id LIMIT most + 1);
BEGIN
  IF cardinality(maybe) > most THEN RETURN NULL; END IF;
  RETURN ARRAY(SELECT evidence_id FROM evidence_text WHERE evidence_id = ANY (maybe) AND account_id = account AND strpos(lower(text), lower(word)) > 0);
END
$$;
REVOKE ALL ON FUNCTION evidence_maybe_showing(uuid, text), evidence_showing(uuid, text, int) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION evidence_maybe_showing(uuid, text), evidence_showing(uuid, text, int) TO shimakaze_app;
