-- needs 0166
-- What the columns in the clear then lack: the question and the hits of a screening, and the content of a message.
ALTER TABLE screenings ADD COLUMN content_envelope text;
ALTER TABLE messages ADD COLUMN content_envelope text;
ALTER TABLE messages ADD CONSTRAINT messages_sealed_content
  CHECK (content_envelope IS NULL OR content IS NOT DISTINCT FROM '') NOT VALID;
