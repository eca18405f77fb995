-- Entries of the log before this index have their proofs of this anchor, or of an earlier one of the same chain.
ALTER TABLE chain_anchor ADD COLUMN proved_to bigint NOT NULL DEFAULT 0 CHECK (proved_to BETWEEN 0 AND size);
GRANT UPDATE (proved_to) ON chain_anchor TO shimakaze_system;
CREATE INDEX chain_anchor_covers ON chain_anchor (shard_id, chain_id, size) WHERE state = 'CONFIRMED';
