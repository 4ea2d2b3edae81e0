-- A tombstone and the role that came back have the same source_id, which the key forbade. Processes of the version before
-- name the key when they import, and the id of a role is the same at each import, so they do the same with the new one.
ALTER TABLE permission_roles
  DROP CONSTRAINT permission_roles_source_unique,
  ADD CONSTRAINT permission_roles_source_unique UNIQUE USING INDEX permission_roles_source_and_id;

-- Processes of the version before know a tombstone by its retired_source, and make one by setting that, with the role's id
-- as its source_id. The trigger gives them what they look for, and turns what they make into what this version makes.
-- The release after this one drops the trigger, its function, the key above and retired_source.
CREATE FUNCTION keep_retired_source() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT NEW.removed THEN
    NEW.removed := true;
    NEW.source_id := NEW.retired_source;
  END IF;
  NEW.retired_source := NEW.source_id;
  RETURN NEW;
END $$;
CREATE TRIGGER permission_roles_retired_source BEFORE UPDATE ON permission_roles FOR EACH ROW
  WHEN (NEW.removed OR NEW.retired_source IS NOT NULL) EXECUTE FUNCTION keep_retired_source();
