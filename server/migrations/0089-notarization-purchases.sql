-- Of a purchase: what its office lays out, its fee by what the goods turn out to be, and what was laid out. Fen.
ALTER TABLE judicial_order ADD COLUMN terms jsonb;
GRANT UPDATE (terms) ON judicial_order TO shimakaze_system;

INSERT INTO judicial_move VALUES
  ('purchase', 'DRAFT', 'SUBMITTED'), ('purchase', 'RETURNED', 'SUBMITTED'), ('purchase', 'SUBMITTED', 'QUOTED'), ('purchase', 'SUBMITTED', 'RETURNED'),
  ('purchase', 'QUOTED', 'BUYING'), ('purchase', 'BUYING', 'ORDERED'), ('purchase', 'ORDERED', 'RECEIVED'), ('purchase', 'RECEIVED', 'UNBOXED'),
  ('purchase', 'UNBOXED', 'DRAFTED'), ('purchase', 'DRAFTED', 'ISSUED'), ('purchase', 'DRAFTED', 'UNBOXED'), ('purchase', 'ISSUED', 'DELIVERING'),
  ('purchase', 'ISSUED', 'DELIVERED'), ('purchase', 'DELIVERING', 'DELIVERED'), ('purchase', 'RECEIVED', 'GENUINE'), ('purchase', 'UNBOXED', 'GENUINE'),
  ('purchase', 'BUYING', 'NOT_SHIPPED'), ('purchase', 'ORDERED', 'NOT_SHIPPED'), ('purchase', 'SUBMITTED', 'DECLINED'), ('purchase', 'SUBMITTED', 'ABANDONED'),
  ('purchase', 'RETURNED', 'ABANDONED'), ('purchase', 'QUOTED', 'ABANDONED'), ('purchase', 'QUOTED', 'TERMINATED'), ('purchase', 'BUYING', 'TERMINATED'),
  ('purchase', 'ORDERED', 'TERMINATED'), ('purchase', 'RECEIVED', 'TERMINATED'), ('purchase', 'UNBOXED', 'TERMINATED'), ('purchase', 'DRAFTED', 'TERMINATED');
