-- Functions that run with their owner's rights look into tables that a session makes for itself at last, not first: one that is called as
-- ours is would be believed, and its triggers would run with those rights.
DO $$
DECLARE f regprocedure;
BEGIN
  FOR f IN SELECT oid FROM pg_proc WHERE prosecdef AND pronamespace = 'public'::regnamespace LOOP
    EXECUTE format('ALTER FUNCTION %s SET search_path = public, pg_temp', f);
  END LOOP;
END $$;
