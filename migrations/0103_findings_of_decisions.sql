-- The machine's findings at the time of a decision, apart from the person's reason.
ALTER TABLE screening_decisions ADD COLUMN findings json;
-- An empty reason means that none was given; null, that it is erased. The findings go with the reason, so that a process of
-- the version before, which knows no findings, erases them too.
CREATE OR REPLACE FUNCTION screening_decisions_keep() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND NEW.reason IS NULL THEN
    NEW.findings := NULL;
    IF to_jsonb(NEW) - 'reason' - 'findings' = to_jsonb(OLD) - 'reason' - 'findings' THEN
      RETURN NEW;
    END IF;
  END IF;
  RAISE EXCEPTION 'screening_decisions is append-only' USING ERRCODE = 'integrity_constraint_violation';
END $$;
COMMENT ON TABLE screening_decisions IS 'owner: screening/hits. A row is one decision on a hit. Written by whoever decides; the reason and the findings are erased with the subject. Locked by the row of its hit; a trigger refuses every other change.';
