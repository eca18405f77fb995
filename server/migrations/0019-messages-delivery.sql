-- Messages on their way to a vendor of mail or SMS. What they say and to whom stands sealed for as long as it may still be sent;
-- what stays is the masked recipient and what became of it. `shown` is a local installation's message: nobody carries it.
ALTER TABLE message_outbox
  ALTER COLUMN text DROP NOT NULL,
  ADD COLUMN state text NOT NULL DEFAULT 'shown' CHECK (state IN ('shown', 'waiting', 'sending', 'sent', 'failed', 'undeliverable')),
  ADD COLUMN template text NOT NULL DEFAULT '',
  ADD COLUMN lang text NOT NULL DEFAULT 'zh-CN' CHECK (lang IN ('zh-CN', 'en')),
  ADD COLUMN subject text,
  ADD COLUMN sealed text,
  ADD COLUMN good_until timestamptz,
  ADD COLUMN due_at timestamptz,
  ADD COLUMN tried_at timestamptz,
  ADD COLUMN sent_at timestamptz,
  ADD COLUMN attempts integer NOT NULL DEFAULT 0,
  -- Attempts of which nobody knows whether the vendor took the message.
  ADD COLUMN unanswered integer NOT NULL DEFAULT 0,
  ADD COLUMN vendor_id text,
  ADD COLUMN error text,
  ADD CHECK (state NOT IN ('waiting', 'sending') OR (sealed IS NOT NULL AND good_until IS NOT NULL AND due_at IS NOT NULL)),
  ADD CHECK (state NOT IN ('sent', 'undeliverable') OR sealed IS NULL),
  ADD CHECK (state = 'shown' OR text IS NULL);
UPDATE message_outbox SET recipient = regexp_replace(recipient, '^(...).*(....)$', '\1****\2') WHERE channel = 'sms';
CREATE INDEX message_outbox_unsent ON message_outbox (state, created_at) WHERE state IN ('waiting', 'sending', 'failed', 'undeliverable');
GRANT UPDATE, DELETE ON message_outbox TO shimakaze_system;
