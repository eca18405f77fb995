-- What an institute asks for the appraisal of a seal; without a fee it makes none.
ALTER TABLE office ADD COLUMN seal_fee bigint CHECK (seal_fee BETWEEN 0 AND 1000000000000);

INSERT INTO judicial_move VALUES
  ('officialSeal', 'DRAFT', 'SUBMITTED'), ('officialSeal', 'SUBMITTED', 'RETURNED'), ('officialSeal', 'RETURNED', 'SUBMITTED'), ('officialSeal', 'SUBMITTED', 'SIGNING'),
  ('officialSeal', 'SUBMITTED', 'REJECTED'), ('officialSeal', 'SIGNING', 'EXAMINING'), ('officialSeal', 'EXAMINING', 'SUPPLEMENT'), ('officialSeal', 'SUPPLEMENT', 'EXAMINING'),
  ('officialSeal', 'EXAMINING', 'DRAFTED'), ('officialSeal', 'DRAFTED', 'EXAMINING'), ('officialSeal', 'DRAFTED', 'REPORTED'), ('officialSeal', 'REPORTED', 'DELIVERED'),
  ('officialSeal', 'SUBMITTED', 'ABANDONED'), ('officialSeal', 'RETURNED', 'ABANDONED'), ('officialSeal', 'SIGNING', 'ABANDONED'), ('officialSeal', 'EXAMINING', 'TERMINATED'),
  ('officialSeal', 'SUPPLEMENT', 'TERMINATED'), ('officialSeal', 'DRAFTED', 'TERMINATED');

-- Which orders name a piece of evidence.
CREATE INDEX judicial_order_evidence_number ON judicial_order_evidence (number);
