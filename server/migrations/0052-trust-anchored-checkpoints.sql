-- What is written to a chain is a checkpoint that the log signed and keeps, and nothing else.
ALTER TABLE chain_anchor ADD CONSTRAINT chain_anchor_checkpoint FOREIGN KEY (shard_id, size) REFERENCES log_checkpoint ON DELETE RESTRICT ON UPDATE RESTRICT;
