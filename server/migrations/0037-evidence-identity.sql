-- The checks by which the owner and the acting person were known when the evidence was begun; what they say is copied into the statement when it is sealed.
ALTER TABLE evidence ADD COLUMN owner_identity_id uuid REFERENCES real_name, ADD COLUMN acting_identity_id uuid REFERENCES real_name;
CREATE INDEX evidence_owner_identity ON evidence (owner_identity_id) WHERE owner_identity_id IS NOT NULL;
CREATE INDEX evidence_acting_identity ON evidence (acting_identity_id) WHERE acting_identity_id IS NOT NULL;
-- Who brought the original of a hash deposit may be another than who deposited the hash.
ALTER TABLE hash_deposit ADD COLUMN acting_identity_id uuid REFERENCES real_name;
CREATE INDEX hash_deposit_acting_identity ON hash_deposit (acting_identity_id) WHERE acting_identity_id IS NOT NULL;
GRANT UPDATE (acting_identity_id) ON hash_deposit TO shimakaze_app;
