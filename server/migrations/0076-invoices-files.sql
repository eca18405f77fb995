-- Numbers come from a sheet, and their files afterwards: a file that is there is never replaced.
CREATE FUNCTION keep_invoice_file() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the file of an invoice is never replaced' USING ERRCODE = 'check_violation';
END $$;
CREATE TRIGGER invoice_file_kept BEFORE UPDATE OF file_name, media_type, size, sha256 ON invoice_paper FOR EACH ROW WHEN (OLD.sha256 IS NOT NULL) EXECUTE FUNCTION keep_invoice_file();
GRANT UPDATE (file_name, media_type, size, sha256) ON invoice_paper TO shimakaze_system;
