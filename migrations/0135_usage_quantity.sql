-- 15 digits before the point: a petabyte in bytes is a quantity. More digits of the same scale change the catalog alone, and no row.
ALTER TABLE usage_records ALTER COLUMN quantity TYPE numeric(21, 6);
