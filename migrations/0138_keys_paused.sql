-- shared
-- Since when a key is paused: it is refused like an unknown one until it is resumed.
ALTER TABLE api_keys ADD COLUMN paused_at timestamptz;
