-- An answer that lets its holder act as somebody (an invitation, a code, a token, a key) is repeated to the same actor only.
-- Both columns are null for an answer that every caller of the operation gets again.
ALTER TABLE idempotency_records
  -- The key or the person that got the answer.
  ADD COLUMN actor_id text COLLATE "C",
  -- The scopes that the actor had then: a key that replaces it needs all of them.
  ADD COLUMN actor_scopes text[];
