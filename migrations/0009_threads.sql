-- Threads: conversations about something of an organization's, who takes part in them, how far each has read, and
-- the inbox of each.

-- Rows that come with calls have no foreign keys: channels, threads and participants are never deleted, and checking
-- would have all calls that concern one of them share a lock of its row.

CREATE TABLE channels (
  org_id text COLLATE "C" NOT NULL REFERENCES organizations (id),
  id text COLLATE "C" NOT NULL,
  slug text COLLATE "C" NOT NULL,
  display_name text NOT NULL,
  -- What the threads of the channel are about: the type of their entity_id.
  entity_type text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (org_id, id),
  CONSTRAINT channels_slug_unique UNIQUE (org_id, slug)
);

-- Who takes part in any threads of the organization.
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

-- Whoever changes anything of a thread, its messages or its participants locks its row first (FOR NO KEY UPDATE).
CREATE TABLE threads (
  org_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  channel_id text COLLATE "C" NOT NULL,
  entity_id text COLLATE "C" NOT NULL,
  subject text,
  status text NOT NULL DEFAULT 'OPEN' CHECK (status IN ('OPEN', 'CLOSED', 'ARCHIVED')),
  -- Of those who take part now.
  participant_count integer NOT NULL CHECK (participant_count >= 0),
  -- Of the newest message, deleted or not.
  last_sequence bigint NOT NULL DEFAULT 0,
  -- Without deleted ones.
  message_count integer NOT NULL DEFAULT 0 CHECK (message_count >= 0),
  -- The newest message that is not deleted, as inboxes show it.
  last_message_sequence bigint,
  last_message_id text COLLATE "C",
  last_message_type text,
  last_message_preview text,
  last_message_at timestamptz,
  -- When the newest message was sent, whether it is deleted by now or not; before the first, when the thread was created.
  last_activity_at timestamptz NOT NULL DEFAULT now(),
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (org_id, id)
) WITH (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.05);
CREATE INDEX threads_by_entity ON threads (org_id, entity_id, id DESC);

CREATE TABLE messages (
  org_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  thread_id text COLLATE "C" NOT NULL,
  -- From 1, without gaps.
  sequence bigint NOT NULL,
  -- Who sent it.
  participant_id text COLLATE "C" NOT NULL,
  type text NOT NULL CHECK (type IN ('TEXT', 'FILE', 'SYSTEM')),
  -- Null once it is deleted.
  content text,
  created_at timestamptz NOT NULL,
  edited_at timestamptz,
  deleted_at timestamptz,
  PRIMARY KEY (org_id, id),
  CONSTRAINT messages_sequence_unique UNIQUE (org_id, thread_id, sequence),
  CHECK ((content IS NULL) = (deleted_at IS NOT NULL))
);

-- Who takes part, or took part, in a thread. What a participant has not read is message_count - seen_count.
CREATE TABLE thread_participants (
  org_id text COLLATE "C" NOT NULL,
  thread_id text COLLATE "C" NOT NULL,
  participant_id text COLLATE "C" NOT NULL,
  joined_at timestamptz NOT NULL DEFAULT now(),
  -- Null for who takes part now. The row stays, and with it the mark, for when they join again.
  left_at timestamptz,
  -- The mark: everything up to this message is read. 0: nothing.
  last_read_sequence bigint NOT NULL DEFAULT 0,
  last_read_message_id text COLLATE "C",
  last_read_at timestamptz,
  -- Messages that are not deleted and either up to the mark or the participant's own.
  seen_count integer NOT NULL DEFAULT 0 CHECK (seen_count >= 0),
  -- Copies of the thread's status and activity, and what is unread, so that an inbox is a range of one index. Null for
  -- who has left, and for all in a large thread: its inboxes are told nothing, they ask the thread.
  status text,
  last_activity_at timestamptz,
  unread_count integer CHECK (unread_count >= 0),
  PRIMARY KEY (org_id, thread_id, participant_id),
  CHECK (num_nulls(status, last_activity_at, unread_count) IN (0, 3))
) WITH (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.05);
CREATE INDEX thread_participants_inbox
  ON thread_participants (org_id, participant_id, status, last_activity_at DESC, thread_id DESC)
  WHERE status IS NOT NULL;
CREATE INDEX thread_participants_large ON thread_participants (org_id, participant_id)
  WHERE status IS NULL AND left_at IS NULL;

-- Sums of the copies in thread_participants, over the threads of a slot: what an inbox counts, without counting. Slots
-- let different threads of one participant change at the same time. They are locked in the order of their key, by one
-- statement of a transaction, after its threads. No CHECK: it would refuse what an upsert subtracts.
CREATE TABLE inbox_counts (
  org_id text COLLATE "C" NOT NULL,
  participant_id text COLLATE "C" NOT NULL,
  slot smallint NOT NULL,
  open_threads integer NOT NULL,
  closed_threads integer NOT NULL,
  archived_threads integer NOT NULL,
  -- Of the open threads.
  unread_count bigint NOT NULL,
  PRIMARY KEY (org_id, participant_id, slot)
) WITH (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.05);

CREATE FUNCTION inbox_slot(thread_id text) RETURNS smallint
LANGUAGE sql IMMUTABLE AS $$ SELECT (hashtextextended(thread_id, 0) & 15)::smallint $$;
