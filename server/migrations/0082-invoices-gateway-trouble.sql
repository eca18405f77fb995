-- What is wrong with a submission, in one word that people are told in their language. `problem` has what the gateway, the service or staff say of it.
ALTER TABLE invoice_submission ADD COLUMN trouble text CHECK (trouble IN ('refused', 'other-amount', 'odd-number', 'number-taken', 'stopped'));
UPDATE invoice_submission SET
  trouble = CASE WHEN state = 'failed' THEN 'refused' WHEN state = 'stopped' THEN 'stopped' WHEN problem LIKE 'amount: %' THEN 'other-amount' ELSE 'odd-number' END,
  problem = CASE WHEN state = 'sending' THEN regexp_replace(problem, '^(amount|number): ', '') ELSE problem END
WHERE problem <> '';
GRANT UPDATE (trouble) ON invoice_submission TO shimakaze_system;
