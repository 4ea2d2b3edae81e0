-- The reason of a decision, sealed with its salt. `reason` is empty then; it has a text in rows from before, until the worker has
-- sealed it, and is null once it is erased.
ALTER TABLE screening_decisions ADD COLUMN envelope text;
-- The id that the envelope was sealed for, where decisions that were made together share a reason; else the decision's own.
ALTER TABLE screening_decisions ADD COLUMN reason_id text COLLATE "C";
-- The request for a second person that the decision answered.
ALTER TABLE screening_decisions ADD COLUMN approval_id text COLLATE "C";
-- A reason is erased, sealed, or put under another key. A process of the version before, which knows no envelope, erases it too.
CREATE OR REPLACE FUNCTION screening_decisions_keep() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF NEW.reason IS NULL THEN
      NEW.findings := NULL;
      NEW.envelope := NULL;
      IF to_jsonb(NEW) - 'reason' - 'findings' - 'envelope' = to_jsonb(OLD) - 'reason' - 'findings' - 'envelope' THEN
        RETURN NEW;
      END IF;
    ELSIF NEW.reason = '' AND NEW.envelope IS NOT NULL AND (OLD.envelope IS NOT NULL OR OLD.reason <> '')
      AND to_jsonb(NEW) - 'reason' - 'envelope' = to_jsonb(OLD) - 'reason' - 'envelope' THEN
      RETURN NEW;
    END IF;
  END IF;
  RAISE EXCEPTION 'screening_decisions is append-only' USING ERRCODE = 'integrity_constraint_violation';
END $$;
COMMENT ON TABLE screening_decisions IS 'owner: screening/hits. A row is one decision on a hit. Written by whoever decides; the reason and the findings are erased with the subject, and the reason is sealed again under new keys. Locked by the row of its hit; a trigger refuses every other change.';
