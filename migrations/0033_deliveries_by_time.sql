-- concurrently

-- Exports of deliveries are in the order of their ids, which is that of their time: the primary key has it, and
-- deliveries_by_age finds ranges of time. Every delivery had to be written into this index, for exports alone.
DROP INDEX CONCURRENTLY IF EXISTS deliveries_by_time;
