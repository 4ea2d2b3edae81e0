-- A decision is the actor's: decided_by was what the caller said of somebody else.
ALTER TABLE screening_decisions RENAME COLUMN decided_by TO on_behalf_of;
ALTER TABLE screening_decisions ALTER COLUMN on_behalf_of DROP NOT NULL, ALTER COLUMN api_key_id DROP NOT NULL;
-- Null for decisions from before: those of the API key.
ALTER TABLE screening_decisions ADD COLUMN actor_id text COLLATE "C";
