-- The public check is asked by either digest that a certificate prints.
CREATE INDEX evidence_file_sm3 ON evidence_file (sm3);
CREATE INDEX hash_deposit_sm3 ON hash_deposit (claimed_sm3) WHERE claimed_sm3 IS NOT NULL;
