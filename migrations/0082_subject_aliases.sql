-- Further names of a subject, as JSON texts. Null where it has none.
ALTER TABLE screening_subjects ADD COLUMN aliases json;
