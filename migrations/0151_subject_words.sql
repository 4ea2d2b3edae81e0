-- The words by which people search enrolled subjects: of id, name and aliases, folded. A query of a tenant reads only text
-- comparisons from an index: row-level security keeps other operators, such as those of full-text search, from using one.
CREATE TABLE screening_words (
  org_id text COLLATE "C" NOT NULL,
  subject_id text COLLATE "C" NOT NULL,
  word text COLLATE "C" NOT NULL,
  PRIMARY KEY (org_id, subject_id, word),
  FOREIGN KEY (org_id, subject_id) REFERENCES screening_subjects (org_id, subject_id) ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX screening_words_by_word ON screening_words (org_id, word, subject_id);
COMMENT ON TABLE screening_words IS 'owner: monitoring/subjects. A row is one word of the id, name or aliases of an enrolled subject. Written by requests that enrol subjects, and by the worker for those without words. Locked by the row of its subject.';
ALTER TABLE screening_words ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON screening_words USING (org_id = current_setting('oriki.org_id', true));
CREATE POLICY operator ON screening_words TO CURRENT_USER USING (true);

-- The version of the subject whose words are stored. The worker stores those of any other version.
ALTER TABLE screening_subjects ADD COLUMN words_version integer;
