-- concurrently
-- needs 0166

CREATE INDEX CONCURRENTLY IF NOT EXISTS screenings_by_content_key ON screenings ((split_part(content_envelope, '|', 1)))
  WHERE content_envelope IS NOT NULL;
CREATE INDEX CONCURRENTLY IF NOT EXISTS messages_by_content_key ON messages ((split_part(content_envelope, '|', 1)))
  WHERE content_envelope IS NOT NULL;
