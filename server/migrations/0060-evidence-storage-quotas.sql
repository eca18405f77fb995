-- What an account may store and may have unfinished, in GiB, where staff set it apart from its platform's.
ALTER TABLE account ADD COLUMN stored_gib int CHECK (stored_gib > 0), ADD COLUMN unfinished_gib int CHECK (unfinished_gib > 0);

-- Bytes of sealed files by account, as changes that are added up now and then: a row an account would be written by every seal at once.
CREATE TABLE stored_bytes (
  account_id uuid NOT NULL REFERENCES account ON DELETE CASCADE,
  bytes bigint NOT NULL
);
CREATE INDEX stored_bytes_account ON stored_bytes (account_id);
ALTER TABLE stored_bytes ENABLE ROW LEVEL SECURITY;
CREATE POLICY system ON stored_bytes TO shimakaze_system USING (true) WITH CHECK (true);
GRANT SELECT, INSERT, DELETE ON stored_bytes TO shimakaze_system;

CREATE FUNCTION count_stored_bytes() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
BEGIN
  INSERT INTO stored_bytes SELECT account_id, sum(size) * CASE TG_OP WHEN 'DELETE' THEN -1 ELSE 1 END FROM changed GROUP BY account_id;
  RETURN NULL;
END $$;
CREATE TRIGGER stored_bytes_more AFTER INSERT ON evidence_file REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_stored_bytes();
CREATE TRIGGER stored_bytes_less AFTER DELETE ON evidence_file REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_stored_bytes();
INSERT INTO stored_bytes SELECT account_id, sum(size) FROM evidence_file GROUP BY account_id;

-- What an account has stored and declared, and what it may; null where its platform sets nothing either. Who acts for one learns of no other.
CREATE FUNCTION account_storage(account uuid) RETURNS TABLE (stored bigint, unfinished bigint, stored_gib int, unfinished_gib int)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public AS
$$
  SELECT
    coalesce((SELECT sum(bytes) FROM stored_bytes WHERE account_id = a.id), 0)::bigint,
    coalesce((SELECT sum(size) FROM upload WHERE account_id = a.id AND state <> 'used'), 0)::bigint,
    coalesce(a.stored_gib, (s.settings ->> 'storedGib')::int),
    coalesce(a.unfinished_gib, (s.settings ->> 'unfinishedGib')::int)
  FROM account a LEFT JOIN platform_settings s ON s.platform_id = a.platform_id WHERE a.id = account AND coalesce(nullif(current_setting('app.account', true), '')::uuid, account) = account
$$;
REVOKE ALL ON FUNCTION account_storage(uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION account_storage(uuid) TO shimakaze_app, shimakaze_system;

-- Bytes of the disk that uploads were promised and have not taken yet, over all accounts: an upload lies whole for a moment beside its pieces.
CREATE FUNCTION promised_bytes() RETURNS bigint LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public AS
$$
  SELECT coalesce(sum(CASE state WHEN 'receiving' THEN 2 * size - received WHEN 'checking' THEN size END), 0)::bigint FROM upload WHERE state IN ('receiving', 'checking')
$$;
REVOKE ALL ON FUNCTION promised_bytes() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION promised_bytes() TO shimakaze_app, shimakaze_system;
