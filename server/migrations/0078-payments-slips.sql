-- One spelling of a bank's number, as `slipNumber` makes it: what is credited once is that, in whichever spelling it was entered.
CREATE FUNCTION slip_number(entered text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS
  $$ SELECT upper(regexp_replace(normalize(entered, NFKC), '[[:space:][:cntrl:]\u00a0\u00ad\u0300-\u036f\u061c\u180b-\u180e\u2000-\u200f\u2028-\u202f\u205f-\u206f\u3000\ufe00-\ufe0f\ufeff\ufff9-\ufffb\U000e0000-\U000e01ef]+', '', 'g')) $$;

ALTER TABLE adjustment ADD COLUMN slip text;
-- Some may have been credited twice, each time in another spelling, before this was known: those keep the books as they are, and stand aside here.
UPDATE adjustment SET slip = one.slip || CASE WHEN one.nth > 1 THEN '#' || adjustment.id ELSE '' END
FROM (SELECT id, slip_number(reference) AS slip, row_number() OVER (PARTITION BY platform_id, slip_number(reference), state IN ('waiting', 'applied') ORDER BY created_at, id) AS nth
  FROM adjustment WHERE purpose IN ('credit', 'transfer')) one
WHERE one.id = adjustment.id;

CREATE FUNCTION spell_slip() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.slip := slip_number(NEW.reference);
  RETURN NEW;
END $$;
CREATE TRIGGER adjustment_spells_slip BEFORE INSERT ON adjustment FOR EACH ROW WHEN (NEW.purpose IN ('credit', 'transfer')) EXECUTE FUNCTION spell_slip();
ALTER TABLE adjustment ADD CONSTRAINT adjustment_slip_spelled CHECK ((slip IS NOT NULL) = (purpose IN ('credit', 'transfer')));
DROP INDEX adjustment_slip;
CREATE UNIQUE INDEX adjustment_slip ON adjustment (platform_id, slip) WHERE state IN ('waiting', 'applied');
