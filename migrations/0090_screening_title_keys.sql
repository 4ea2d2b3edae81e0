-- concurrently

-- The keys that titles are under: of the few screenings that have one.
CREATE INDEX CONCURRENTLY IF NOT EXISTS screenings_by_title_key ON screenings ((split_part(title_envelope, '|', 1)))
  WHERE title_envelope IS NOT NULL;
