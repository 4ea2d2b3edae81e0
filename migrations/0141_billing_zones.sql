-- shared
-- The time zones of an organization's months, in the order of the months from which they apply; null for UTC since ever.
ALTER TABLE organizations ADD COLUMN billing_zones jsonb;
-- The roll-up of usage reads them all.
CREATE INDEX organizations_with_zones ON organizations (id) WHERE billing_zones IS NOT NULL;
