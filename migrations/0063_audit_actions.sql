-- What was done, and by whom: every change of state by a key, a person or a command leaves a row. Linked by the chain that
-- verifications have: audit_unlinked and audit_links name rows of both tables, by their ids, which differ.
CREATE TABLE audit_actions (
  -- The organization that it concerns, or 'platform'.
  org_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  at timestamptz NOT NULL,
  actor_kind text NOT NULL CHECK (actor_kind IN ('key', 'person', 'command', 'link', 'service')),
  actor_id text COLLATE "C" NOT NULL,
  -- The key or session by which it was done.
  actor_via text COLLATE "C",
  action text COLLATE "C" NOT NULL,
  object_id text COLLATE "C",
  -- Settings and states by name, without personal data.
  before json,
  after json,
  request_id text,
  address text,
  -- SHA-256 of all of the above (docs/audit-log.md).
  row_hash bytea NOT NULL,
  PRIMARY KEY (org_id, id)
);
COMMENT ON TABLE audit_actions IS 'owner: platform/audit. A row is one thing that somebody did: a change of state, something revealed, a sign-in. Written in the transaction of its effect. Locked by nothing: it is only inserted, and a trigger refuses changes.';
CREATE INDEX audit_actions_by_actor ON audit_actions (org_id, actor_id, id);
CREATE INDEX audit_actions_by_object ON audit_actions (org_id, object_id, id);
CREATE INDEX audit_actions_by_action ON audit_actions (org_id, action, id);

CREATE TRIGGER audit_actions_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_actions
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
-- Also in a session that has switched ordinary triggers off, as replication does.
ALTER TABLE audit_actions ENABLE ALWAYS TRIGGER audit_actions_append_only;

ALTER TABLE audit_actions ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON audit_actions USING (org_id = current_setting('oriki.org_id', true));
CREATE POLICY operator ON audit_actions TO CURRENT_USER USING (true);

COMMENT ON TABLE audit_links IS 'owner: audit. A row is one link of an organization''s hash chain over its verifications and actions. Written by the worker. Locked by the advisory lock of the organization''s audit chain, which is only tried; a trigger refuses changes.';
COMMENT ON TABLE audit_unlinked IS 'owner: audit. A row is one verification or action that no link covers yet. Written by the transaction of the call; the worker deletes it with the link. Locked by the advisory lock of the organization''s audit chain while it is deleted.';

ALTER TABLE audit_unlinked RENAME COLUMN verification_id TO row_id;
ALTER TABLE audit_links RENAME COLUMN verification_ids TO row_ids;
