-- concurrently

-- A participant's threads beside those in thread_participants_inbox and thread_participants_large.
CREATE INDEX CONCURRENTLY IF NOT EXISTS thread_participants_left ON thread_participants (org_id, participant_id)
  WHERE left_at IS NOT NULL;

-- Messages are stored in order of age, so a range of time is a range of the table.
CREATE INDEX CONCURRENTLY IF NOT EXISTS messages_by_age ON messages USING brin (created_at)
  WITH (pages_per_range = 32, autosummarize = on);

-- What organizations have of a member of a federation is looked up by its membership.
CREATE INDEX CONCURRENTLY IF NOT EXISTS permission_imports_by_source ON permission_imports (source);

-- Decisions that an owner shares are looked up by whom and what they are about.
CREATE INDEX CONCURRENTLY IF NOT EXISTS screening_hits_by_decided ON screening_hits (org_id, decided_subject_hash, entry_id)
  WHERE decision IS NOT NULL;
