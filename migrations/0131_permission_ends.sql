-- When an assignment or a relationship ends by itself; null for never. One that has ended counts no more, and the worker removes it.
ALTER TABLE permission_assignments ADD COLUMN expires_at timestamptz;
ALTER TABLE permission_relationships ADD COLUMN expires_at timestamptz;
