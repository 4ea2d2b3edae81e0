-- shared
COMMENT ON TABLE buckets IS 'owner: platform/db. A row is one bucket of organizations, with the server that has it and its epoch. Written by oriki buckets and oriki org move. Locked by its own row while it is written; moves hold an advisory lock.';
