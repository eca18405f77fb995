-- Which store the installation's objects lie in: the same id stands in the store's marker. The installation's own id cannot
-- tell two folders apart that two machines began for one database, and each would lack what the other keeps.
ALTER TABLE installation ADD COLUMN store uuid;
GRANT UPDATE (store) ON installation TO shimakaze_system;
