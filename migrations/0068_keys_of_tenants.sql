-- shared
-- What a key's owner says of it: whether it acts in test mode, from where it may be used, how much it may do, and when it was
-- used last.
ALTER TABLE api_keys
  ADD COLUMN mode text NOT NULL DEFAULT 'live',
  -- Addresses and CIDRs from which it may be used; empty: from anywhere.
  ADD COLUMN allowed_cidrs text[] NOT NULL DEFAULT '{}',
  -- Points by group of rate limits, below those of the group.
  ADD COLUMN rate_limits json NOT NULL DEFAULT '{}',
  ADD COLUMN last_used_at timestamptz,
  -- The fewest days before its expiry at which its owner was told.
  ADD COLUMN told_days smallint;
