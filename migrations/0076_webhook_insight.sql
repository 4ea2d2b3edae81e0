-- Attempts as owners of webhooks search them: without the delivery, whose row has the same. Null in attempts that were
-- recorded before.
ALTER TABLE delivery_attempts
  ADD COLUMN webhook_id text COLLATE "C",
  ADD COLUMN event_type text COLLATE "C",
  -- The header of the request; its other headers follow from the event and the time of the attempt.
  ADD COLUMN signature text;

-- The object that an event is about: the first field of its data that is an id. Null where there is none, and in events
-- that were published before.
ALTER TABLE events ADD COLUMN object_id text COLLATE "C";

-- How far on the way to its deactivation the owner of a failing webhook was told, in per cent, and in which series of
-- failures: that which began then.
ALTER TABLE webhook_lanes
  ADD COLUMN warned_of timestamptz,
  ADD COLUMN warned_percent smallint NOT NULL DEFAULT 0;
