-- A chain may drop the block of an anchor after it was confirmed. Such an anchor is orphaned: it keeps what it was, and its checkpoint is written again.
ALTER TABLE chain_anchor DROP CONSTRAINT chain_anchor_state_check, DROP CONSTRAINT chain_anchor_check, DROP CONSTRAINT chain_anchor_check1;
ALTER TABLE chain_anchor
  -- When its block is looked up again; null where it is final, too old, or in no block.
  ADD COLUMN check_at timestamptz,
  -- Since when the chain has another block in its place, seen once: a later look decides.
  ADD COLUMN missed_at timestamptz,
  ADD COLUMN orphaned_at timestamptz,
  -- What it proves lies between here and proved_to. Of an orphaned one: what still has to be told, and proven by another.
  ADD COLUMN proved_from bigint NOT NULL DEFAULT 0 CHECK (proved_from >= 0),
  ADD CONSTRAINT chain_anchor_state CHECK (state IN ('WAITING', 'SENT', 'SEEN', 'CONFIRMED', 'FAILED', 'ORPHANED')),
  ADD CONSTRAINT chain_anchor_in_block CHECK (state NOT IN ('SEEN', 'CONFIRMED', 'ORPHANED') OR (tx_hash IS NOT NULL AND block_hash IS NOT NULL AND height IS NOT NULL)),
  ADD CONSTRAINT chain_anchor_recorded CHECK ((state IN ('CONFIRMED', 'ORPHANED')) = (record IS NOT NULL AND block_time IS NOT NULL AND confirmed_at IS NOT NULL)),
  ADD CONSTRAINT chain_anchor_orphaned_once CHECK ((state = 'ORPHANED') = (orphaned_at IS NOT NULL)),
  ADD CONSTRAINT chain_anchor_looked_up CHECK (state = 'CONFIRMED' OR check_at IS NULL);
GRANT UPDATE (check_at, missed_at, orphaned_at, proved_from) ON chain_anchor TO shimakaze_system;

-- From now on each anchor proves what lies behind the one before it on its chain.
UPDATE chain_anchor a SET proved_to = size
  WHERE state = 'CONFIRMED' AND EXISTS (SELECT FROM chain_anchor o WHERE o.chain_id = a.chain_id AND o.shard_id = a.shard_id AND o.proved_to >= a.size);
UPDATE chain_anchor a SET proved_from = coalesce((SELECT max(o.size) FROM chain_anchor o WHERE o.chain_id = a.chain_id AND o.shard_id = a.shard_id AND o.state = 'CONFIRMED' AND o.size < a.size), 0)
  WHERE state = 'CONFIRMED';
-- Nobody has looked since they were confirmed.
UPDATE chain_anchor SET check_at = app_now() WHERE state = 'CONFIRMED';
CREATE INDEX chain_anchor_due ON chain_anchor (chain_id, height DESC) WHERE check_at IS NOT NULL;
CREATE INDEX chain_anchor_orphaned ON chain_anchor (chain_id, shard_id, size) WHERE state = 'ORPHANED';

-- A checkpoint whose block was dropped is written again, with the transactions that were signed for it.
DROP INDEX chain_anchor_once;
CREATE UNIQUE INDEX chain_anchor_once ON chain_anchor (chain_id, digest) WHERE state <> 'ORPHANED';
GRANT UPDATE (anchor_id) ON chain_transaction TO shimakaze_system;

-- The record of a new block takes the place of a dropped one in later editions; earlier editions keep what they had.
ALTER TABLE later_proof DROP CONSTRAINT later_proof_pkey;
ALTER TABLE later_proof
  ADD COLUMN id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  -- The anchor whose record or proof it is; null for what no chain holds.
  ADD COLUMN anchor_id uuid REFERENCES chain_anchor;
UPDATE later_proof p SET anchor_id = a.id FROM chain_anchor a WHERE p.path = 'anchors/chain-' || a.chain_id || '.json' AND p.bytes = a.record;
UPDATE later_proof p SET anchor_id = r.anchor_id FROM later_proof r
  WHERE r.evidence_id = p.evidence_id AND r.anchor_id IS NOT NULL AND p.path = replace(r.path, '.json', '.tlog-proof');
CREATE UNIQUE INDEX later_proof_once ON later_proof (evidence_id, path, anchor_id) NULLS NOT DISTINCT;
CREATE INDEX later_proof_anchor ON later_proof (anchor_id) WHERE anchor_id IS NOT NULL;
