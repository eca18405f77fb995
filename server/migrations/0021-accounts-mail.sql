-- Where a person reads mail, once they proved that they do; several may share one. Nobody signs in with it.
ALTER TABLE person ADD COLUMN mail text CHECK (mail = lower(mail) AND length(mail) <= 254 AND mail ~ '^[^\s@]+@[^\s@]+$');
