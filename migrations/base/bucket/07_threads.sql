-- Threads, messages and inboxes.

-- Conversations about objects of an organization, their participants, and the inbox of each participant. Rows that
-- requests insert have no foreign keys: channels, threads and participants are deleted only with their organization,
-- and checks would make all requests about one of them share a lock of its row.
CREATE TABLE channels (
  org_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  slug text COLLATE "C" NOT NULL,
  display_name text NOT NULL,
  -- The type of the object that the threads' entity_id names.
  entity_type text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (org_id, id),
  CONSTRAINT channels_slug_unique UNIQUE (org_id, slug)
);
COMMENT ON TABLE channels IS
  'owner: threads. A row is one channel: the kind of thing that its threads are about. Written by requests. Locked by the unique key of its slug.';
ALTER TABLE channels ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON channels USING (org_id = current_setting('oriki.org_id', true));
CREATE POLICY operator ON channels TO CURRENT_USER USING (true);

CREATE TABLE participants (
  org_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  external_id text COLLATE "C" NOT NULL,
  role text COLLATE "C" NOT NULL,
  display_name text,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (org_id, id),
  CONSTRAINT participants_unique UNIQUE (org_id, external_id, role)
);
COMMENT ON TABLE participants IS
  'owner: threads. A row is one person or system that takes part in threads of the organization. Written by requests that name it. Locked by its own row, after the thread, in the order of keys.';
ALTER TABLE participants ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON participants USING (org_id = current_setting('oriki.org_id', true));
CREATE POLICY operator ON participants TO CURRENT_USER USING (true);

-- Each change of a thread, its messages or its participants first locks this row (FOR NO KEY UPDATE).
CREATE TABLE threads (
  org_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  channel_id text COLLATE "C" NOT NULL,
  entity_id text COLLATE "C" NOT NULL,
  subject text,
  status text NOT NULL DEFAULT 'OPEN' CHECK (status IN ('OPEN', 'CLOSED', 'ARCHIVED')),
  -- Current participants.
  participant_count integer NOT NULL CHECK (participant_count >= 0),
  -- The sequence of the newest message, deleted or not.
  last_sequence bigint NOT NULL DEFAULT 0,
  -- Messages that are not deleted.
  message_count integer NOT NULL DEFAULT 0 CHECK (message_count >= 0),
  -- The newest message that is not deleted, as inboxes show it.
  last_message_sequence bigint,
  last_message_id text COLLATE "C",
  last_message_type text,
  last_message_preview text,
  last_message_at timestamptz,
  -- When the newest message was sent, deleted or not; before the first message, when the thread was created.
  last_activity_at timestamptz NOT NULL DEFAULT now(),
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  -- The last transaction that changed what all inboxes show of the thread; 0 if none is recorded. A stream's position
  -- is a snapshot of transactions (pg_snapshot), and every transaction that the snapshot does not show as finished is a
  -- change since that position. A sequence number would not work: a lower number can become visible after a higher one.
  changed_xid xid8 NOT NULL DEFAULT '0'::xid8,
  PRIMARY KEY (org_id, id)
) WITH (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.05);
COMMENT ON TABLE threads IS
  'owner: threads. A row is one conversation, with counts of its messages and its newest message. Written by requests that change the thread, its messages or its participants. Locked by its own row, before anything else, in the order of keys.';
CREATE INDEX threads_by_entity ON threads (org_id, entity_id, id DESC);
CREATE INDEX threads_by_status ON threads (org_id, status, id DESC);
CREATE INDEX threads_by_channel ON threads (org_id, channel_id, id DESC);
ALTER TABLE threads ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON threads USING (org_id = current_setting('oriki.org_id', true));
CREATE POLICY operator ON threads TO CURRENT_USER USING (true);

CREATE FUNCTION count_messages() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO {schema}.usage_pending (org_id, day, service, metric, quantity, id, used_at)
    VALUES (NEW.org_id, {schema}.utc_day(NEW.created_at), 'threads', 'messages', 1, NEW.id, NEW.created_at);
  RETURN NULL;
END $$;

CREATE TABLE messages (
  org_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  thread_id text COLLATE "C" NOT NULL,
  -- From 1, without gaps.
  sequence bigint NOT NULL,
  -- The sender.
  participant_id text COLLATE "C" NOT NULL,
  type text NOT NULL CHECK (type IN ('TEXT', 'FILE', 'SYSTEM')),
  -- Null once the message is deleted.
  content text,
  created_at timestamptz NOT NULL,
  edited_at timestamptz,
  deleted_at timestamptz,
  -- True if the statement that inserted the row has counted it. Statements that insert many messages count them
  -- together, because a separate usage row for each message costs more than the rest of the insert. A trigger counts
  -- the other rows.
  counted boolean,
  PRIMARY KEY (org_id, id),
  CONSTRAINT messages_sequence_unique UNIQUE (org_id, thread_id, sequence),
  CONSTRAINT messages_check CHECK ((content IS NULL) = (deleted_at IS NOT NULL))
);
COMMENT ON TABLE messages IS
  'owner: threads. A row is one message of a thread, or what is left of a deleted one. Written by requests. Locked by the row of its thread.';
-- Exports read messages in the order of their time, and a range of times is one range of this index.
CREATE INDEX messages_by_time ON messages (org_id, created_at, id);
CREATE TRIGGER messages_counted AFTER INSERT ON messages
  FOR EACH ROW WHEN (NEW.counted IS NOT TRUE) EXECUTE FUNCTION count_messages();
ALTER TABLE messages ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON messages USING (org_id = current_setting('oriki.org_id', true));
CREATE POLICY operator ON messages TO CURRENT_USER USING (true);

-- Current and former participants of threads. A participant has message_count - seen_count unread messages.
CREATE TABLE thread_participants (
  org_id text COLLATE "C" NOT NULL,
  thread_id text COLLATE "C" NOT NULL,
  participant_id text COLLATE "C" NOT NULL,
  joined_at timestamptz NOT NULL DEFAULT now(),
  -- Null for a current participant. The row and its read cursor stay, in case the participant joins again.
  left_at timestamptz,
  -- The read cursor: every message up to this sequence is read. 0: none is read.
  last_read_sequence bigint NOT NULL DEFAULT 0,
  last_read_message_id text COLLATE "C",
  last_read_at timestamptz,
  -- Messages that are not deleted, and either up to the read cursor or sent by the participant.
  seen_count integer NOT NULL DEFAULT 0 CHECK (seen_count >= 0),
  -- Copies of the thread's status and activity, and the number of unread messages, so that an inbox is one range of an
  -- index. Null for former participants, and for all participants of a large thread, whose inboxes read the thread
  -- instead.
  status text,
  last_activity_at timestamptz,
  unread_count integer CHECK (unread_count >= 0),
  -- The last transaction that changed the thread for this participant only: joining, leaving, reading.
  changed_xid xid8 NOT NULL DEFAULT '0'::xid8,
  PRIMARY KEY (org_id, thread_id, participant_id),
  CONSTRAINT thread_participants_check CHECK (num_nulls(status, last_activity_at, unread_count) = ANY (ARRAY[0, 3]))
) WITH (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.05);
COMMENT ON TABLE thread_participants IS
  'owner: threads. A row is one participant of one thread: how far it has read, and what its inbox shows. Written by requests that send, read, join or leave. Locked by the row of its thread.';
CREATE INDEX thread_participants_inbox ON thread_participants
  (org_id, participant_id, status, last_activity_at DESC, thread_id DESC)
  WHERE status IS NOT NULL;
CREATE INDEX thread_participants_large ON thread_participants (org_id, participant_id)
  WHERE status IS NULL AND left_at IS NULL;
-- Threads of a participant that thread_participants_inbox and thread_participants_large do not contain.
CREATE INDEX thread_participants_left ON thread_participants (org_id, participant_id) WHERE left_at IS NOT NULL;
ALTER TABLE thread_participants ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON thread_participants USING (org_id = current_setting('oriki.org_id', true));
CREATE POLICY operator ON thread_participants TO CURRENT_USER USING (true);

-- Sums of the copies in thread_participants over the threads of a slot, so that an inbox shows counts without counting.
-- Slots let different threads of one participant change at the same time. One statement of a transaction locks the
-- slots in key order, after the threads. There is no CHECK, because it would reject the negative numbers of an upsert.
CREATE TABLE inbox_counts (
  org_id text COLLATE "C" NOT NULL,
  participant_id text COLLATE "C" NOT NULL,
  slot smallint NOT NULL,
  open_threads integer NOT NULL,
  closed_threads integer NOT NULL,
  archived_threads integer NOT NULL,
  -- Unread messages of the open threads.
  unread_count bigint NOT NULL,
  PRIMARY KEY (org_id, participant_id, slot)
) WITH (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.05);
COMMENT ON TABLE inbox_counts IS
  'owner: threads. A row is the sums of one participant''s inbox over a sixteenth of its threads. Written by whoever changes what an inbox counts. Locked by its own row, after the threads, in the order of keys.';
ALTER TABLE inbox_counts ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON inbox_counts USING (org_id = current_setting('oriki.org_id', true));
CREATE POLICY operator ON inbox_counts TO CURRENT_USER USING (true);

-- The changes of the last minutes, so that open streams find them without reading all threads.
CREATE TABLE inbox_changes (
  org_id text COLLATE "C" CONSTRAINT inbox_changes_org_id_not_null1 NOT NULL,
  xid xid8 CONSTRAINT inbox_changes_xid_not_null1 NOT NULL DEFAULT pg_current_xact_id(),
  thread_id text COLLATE "C" CONSTRAINT inbox_changes_thread_id_not_null1 NOT NULL,
  -- The only participant whose inbox changed; null for all participants of the thread.
  participant_id text COLLATE "C",
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  PRIMARY KEY (org_id, xid, id)
);
COMMENT ON TABLE inbox_changes IS
  'owner: threads. A row is one change of a thread that open streams have to hear of. Written by the transaction of the change; the worker deletes old ones. Locked by nothing: rows are inserted and deleted, never changed.';
ALTER TABLE inbox_changes ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON inbox_changes USING (org_id = current_setting('oriki.org_id', true));
CREATE POLICY operator ON inbox_changes TO CURRENT_USER USING (true);
