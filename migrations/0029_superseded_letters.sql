-- A dead letter whose question was answered by a later call is closed without asking anybody.
ALTER TABLE dead_letters
  DROP CONSTRAINT dead_letters_status_check,
  ADD CONSTRAINT dead_letters_status_known
    CHECK (status IN ('waiting', 'replayed', 'superseded', 'discarded')) NOT VALID;
