-- The epoch rises whenever an organization leaves the bucket. A session that enters states the epoch that its process knows:
-- whoever believes what was true before is refused, and never finds an organization empty.
CREATE TABLE bucket_epoch (
  the_only boolean PRIMARY KEY DEFAULT true CHECK (the_only),
  epoch bigint NOT NULL
);
COMMENT ON TABLE bucket_epoch IS 'owner: platform/db. A row is the number of times that an organization has left this bucket; there is one. Written by oriki org move. Locked by the whole table: whoever enters meanwhile waits.';
INSERT INTO bucket_epoch (epoch) VALUES (0);

DO $$
BEGIN
  EXECUTE format(
    'CREATE FUNCTION %1$I.enter(expected bigint) RETURNS void LANGUAGE plpgsql AS $f$
     BEGIN
       IF NOT EXISTS (SELECT FROM %1$I.bucket_epoch WHERE epoch = expected) THEN
         RAISE EXCEPTION ''an organization has left the bucket'' USING ERRCODE = ''57P0M'';
       END IF;
     END $f$', current_schema());
END $$;
