-- Labels of evidence as rows: an index over arrays serves no query under row-level security, whose comparisons must not leak, and cannot count.
CREATE TABLE evidence_label (
  account_id uuid NOT NULL,
  label text NOT NULL,
  created_at timestamptz NOT NULL,
  evidence_id uuid NOT NULL REFERENCES evidence ON DELETE CASCADE,
  person_id uuid NOT NULL,
  hidden boolean NOT NULL,
  PRIMARY KEY (account_id, label, created_at, evidence_id) INCLUDE (person_id, hidden)
);
CREATE INDEX evidence_label_of ON evidence_label (evidence_id);
ALTER TABLE evidence_label ENABLE ROW LEVEL SECURITY;
CREATE POLICY own ON evidence_label TO shimakaze_app
  USING (account_id = (SELECT app_account()) AND ((SELECT app_person()) IS NULL OR person_id = (SELECT app_person())));
CREATE POLICY system ON evidence_label TO shimakaze_system USING (true);
GRANT SELECT ON evidence_label TO shimakaze_app, shimakaze_system;

CREATE FUNCTION keep_evidence_labels() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN DELETE FROM evidence_label WHERE evidence_id = NEW.id; END IF;
  INSERT INTO evidence_label SELECT DISTINCT NEW.account_id, label, NEW.created_at, NEW.id, NEW.person_id, NEW.hidden FROM unnest(NEW.labels) label;
  RETURN NULL;
END $$;
CREATE TRIGGER evidence_labels_new AFTER INSERT ON evidence FOR EACH ROW WHEN (NEW.labels <> '{}') EXECUTE FUNCTION keep_evidence_labels();
CREATE TRIGGER evidence_labels_changed AFTER UPDATE ON evidence FOR EACH ROW
  WHEN ((OLD.labels, OLD.hidden, OLD.person_id, OLD.created_at, OLD.account_id) IS DISTINCT FROM (NEW.labels, NEW.hidden, NEW.person_id, NEW.created_at, NEW.account_id))
  EXECUTE FUNCTION keep_evidence_labels();
INSERT INTO evidence_label SELECT DISTINCT account_id, label, created_at, id, person_id, hidden FROM evidence, unnest(labels) label;
DROP INDEX evidence_labels;

-- Words are looked up by the signs they are made of: three of ASCII, two where one of them is not (Chinese words are short). The account is part of
-- what is hashed, so that the rows of others are never read. Two different groups of signs may have one hash: what is found is compared again.
CREATE FUNCTION search_grams(account uuid, words text) RETURNS bigint[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS
$$
  SELECT coalesce(array_agg(DISTINCT hashtextextended(gram, uuid_hash_extended(account, 0))), '{}')
  FROM (
    SELECT CASE
      WHEN ascii(one) > 127 OR ascii(two) > 127 THEN one || two
      WHEN ascii(three) < 128 THEN one || two || three
    END AS gram
    FROM (
      SELECT sign AS one, lead(sign) OVER place AS two, lead(sign, 2) OVER place AS three
      FROM unnest(string_to_array(lower(words), NULL)) WITH ORDINALITY AS signs (sign, nth) WINDOW place AS (ORDER BY nth)
    ) AS windows
    WHERE two IS NOT NULL
  ) AS grams
  WHERE gram IS NOT NULL
$$;
CREATE INDEX evidence_search ON evidence USING gin (search_grams(account_id, name || E'\n' || coalesce(url, '') || E'\n' || remark));

-- The evidence of an account that says a word, at most so many; null where reading from the newest on is quicker (most of it says the word, or the
-- word is shorter than what is kept), and where there is more. Row-level security lets no index of its own be asked for likeness.
CREATE FUNCTION evidence_saying(account uuid, word text, pattern text, most int) RETURNS uuid[] LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public SET enable_seqscan = off AS
$$
DECLARE
  grams bigint[] := search_grams(account, word);
  found uuid[];
BEGIN
  IF account IS DISTINCT FROM app_account() OR grams = '{}' THEN RETURN NULL; END IF;
  IF (SELECT count(*) FROM (SELECT name, url, remark FROM evidence WHERE account_id = account AND NOT hidden ORDER BY created_at DESC, id DESC LIMIT 200) newest
      WHERE name ILIKE pattern OR url ILIKE pattern OR remark ILIKE pattern) >= 20 THEN RETURN NULL; END IF;
  SELECT array_agg(id) INTO found FROM (
    SELECT e.id FROM evidence e
    WHERE search_grams(e.account_id, e.name || E'\n' || coalesce(e.url, '') || E'\n' || e.remark) @> grams
      AND e.account_id = account AND (e.name ILIKE pattern OR e.url ILIKE pattern OR e.remark ILIKE pattern)
    LIMIT most + 1
  ) all_of_them;
  IF cardinality(found) > most THEN RETURN NULL; END IF;
  RETURN coalesce(found, '{}') || ARRAY(SELECT id FROM evidence WHERE number = word AND account_id = account);
END
$$;
REVOKE ALL ON FUNCTION evidence_saying(uuid, text, text, int) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION evidence_saying(uuid, text, text, int) TO shimakaze_app;
