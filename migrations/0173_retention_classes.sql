-- shared
-- needs 0166
-- Which classes of records the operator has switched on, and the periods that organizations may choose. A class without a row is off.
CREATE TABLE retention_classes (
  class text COLLATE "C" PRIMARY KEY,
  is_on boolean NOT NULL,
  -- The period of organizations that have not chosen one, and the bounds of a choice.
  days integer NOT NULL,
  min_days integer NOT NULL CHECK (min_days >= 1),
  max_days integer NOT NULL CHECK (max_days <= 36500),
  CHECK (days BETWEEN min_days AND max_days)
);
COMMENT ON TABLE retention_classes IS 'owner: retention. A row is one class of records that an operator has switched on or off, with its period and bounds. Written by operators. Locked by its own row.';
