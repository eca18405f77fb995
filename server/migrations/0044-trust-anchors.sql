-- A chain that checkpoints of the log are written to, as it was last seen. It stays when its settings are taken away: what was anchored there goes on being shown.
CREATE TABLE chain (
  chain_id bigint PRIMARY KEY CHECK (chain_id > 0),
  name text NOT NULL,
  name_en text,
  mode text NOT NULL,
  explorer text,
  -- Whose gas money is spent.
  address text,
  -- In the smallest coin, of which no bigint holds enough.
  balance text CHECK (balance ~ '^\d{1,78}$'),
  height bigint,
  checked_at timestamptz,
  -- Why the last look went wrong; null where it went well.
  trouble text,
  trouble_detail text,
  failures integer NOT NULL DEFAULT 0,
  due_at timestamptz NOT NULL DEFAULT app_now(),
  -- Who looks after it just now: one process at a time.
  lease uuid,
  lease_until timestamptz
);
ALTER TABLE chain ENABLE ROW LEVEL SECURITY;
CREATE POLICY system ON chain TO shimakaze_system USING (true) WITH CHECK (true);
GRANT SELECT, INSERT, UPDATE ON chain TO shimakaze_system;

-- One checkpoint on its way to one chain. `note` is kept as it was signed.
CREATE TABLE chain_anchor (
  id uuid PRIMARY KEY,
  chain_id bigint NOT NULL REFERENCES chain,
  shard_id integer NOT NULL,
  size bigint NOT NULL CHECK (size > 0),
  -- SHA-256 of the checkpoint's text, which is what is written.
  digest bytea NOT NULL CHECK (length(digest) = 32),
  note bytea NOT NULL,
  state text NOT NULL DEFAULT 'WAITING' CHECK (state IN ('WAITING', 'SENT', 'SEEN', 'CONFIRMED', 'FAILED')),
  -- Why it is not further on.
  reason text,
  tx_hash bytea CHECK (length(tx_hash) = 32),
  block_hash bytea CHECK (length(block_hash) = 32),
  height bigint,
  block_time timestamptz,
  -- What proves it without anybody: see docs/anchors.md.
  record bytea,
  begun_at timestamptz NOT NULL DEFAULT app_now(),
  -- Begins anew when staff have it tried again.
  tried_at timestamptz NOT NULL DEFAULT app_now(),
  confirmed_at timestamptz,
  CHECK (state NOT IN ('SEEN', 'CONFIRMED') OR (tx_hash IS NOT NULL AND block_hash IS NOT NULL AND height IS NOT NULL)),
  CHECK ((state = 'CONFIRMED') = (record IS NOT NULL AND block_time IS NOT NULL AND confirmed_at IS NOT NULL))
);
-- A checkpoint is paid for once on each chain, and a chain takes one at a time.
CREATE UNIQUE INDEX chain_anchor_once ON chain_anchor (chain_id, digest);
CREATE UNIQUE INDEX chain_anchor_open ON chain_anchor (chain_id) WHERE state IN ('WAITING', 'SENT', 'SEEN');
CREATE INDEX chain_anchor_newest ON chain_anchor (begun_at DESC, id DESC);
CREATE INDEX chain_anchor_of_chain ON chain_anchor (chain_id, begun_at DESC);
CREATE INDEX chain_anchor_confirmed ON chain_anchor (chain_id, height DESC) WHERE state = 'CONFIRMED';
CREATE INDEX chain_anchor_transaction ON chain_anchor (tx_hash) WHERE tx_hash IS NOT NULL;
CREATE INDEX chain_anchor_digest ON chain_anchor (digest);
ALTER TABLE chain_anchor ENABLE ROW LEVEL SECURITY;
CREATE POLICY system ON chain_anchor TO shimakaze_system USING (true) WITH CHECK (true);
GRANT SELECT, INSERT, UPDATE (state, reason, tx_hash, block_hash, height, block_time, record, tried_at, confirmed_at) ON chain_anchor TO shimakaze_system;

-- Every transaction that was signed for an anchor, kept before it is sent: whatever is sent again is the same, and cannot be paid twice.
CREATE TABLE chain_transaction (
  tx_hash bytea PRIMARY KEY CHECK (length(tx_hash) = 32),
  anchor_id uuid NOT NULL REFERENCES chain_anchor,
  chain_id bigint NOT NULL REFERENCES chain,
  nonce bigint NOT NULL CHECK (nonce >= 0),
  raw bytea NOT NULL,
  -- For each unit of gas, in the smallest coin.
  max_fee text NOT NULL CHECK (max_fee ~ '^\d{1,78}$'),
  tip text NOT NULL CHECK (tip ~ '^\d{1,78}$'),
  signed_at timestamptz NOT NULL DEFAULT app_now()
);
CREATE INDEX chain_transaction_anchor ON chain_transaction (anchor_id, signed_at DESC);
CREATE INDEX chain_transaction_nonce ON chain_transaction (chain_id, nonce);
ALTER TABLE chain_transaction ENABLE ROW LEVEL SECURITY;
CREATE POLICY system ON chain_transaction TO shimakaze_system USING (true) WITH CHECK (true);
GRANT SELECT, INSERT ON chain_transaction TO shimakaze_system;
