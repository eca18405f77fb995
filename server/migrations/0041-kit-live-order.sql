-- Events are followed by "what is newer than the last one I saw". A number taken when a row is written may become visible after
-- a higher one, of a transaction that committed first, and then it is never seen: so an account's events take their numbers
-- while they are committed, one transaction after the other. Nothing else is locked any more by then.
CREATE FUNCTION live_in_order() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('live:' || NEW.account_id, 0));
  UPDATE live_event SET id = DEFAULT WHERE id = NEW.id;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER live_in_order AFTER INSERT ON live_event DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION live_in_order();
