import type pg from 'pg';

export const AGENT = { externalId: 'agent-1', role: 'agent' };
export const MESSAGES_PER_THREAD = 150;
/** The sequence up to which the agent has read each thread. */
const READ_UP_TO = 10;

const LOAD = [
  `INSERT INTO channels (org_id, id, slug, display_name, entity_type)
    VALUES ($1, 'channel_' || repeat('0', 26), 'support', 'Support', 'order')`,
  `INSERT INTO participants (org_id, id, external_id, role)
    SELECT $1, 'participant_' || lpad(i::text, 26, '0'), CASE i WHEN 0 THEN 'agent-1' ELSE 'customer-' || i END,
      CASE i WHEN 0 THEN 'agent' ELSE 'customer' END FROM generate_series(0, $2::int) i`,
  `INSERT INTO messages (org_id, id, thread_id, sequence, participant_id, type, content, created_at)
    SELECT $1, 'message_' || lpad((i * 1000 + s)::text, 26, '0'), 'thread_' || lpad(i::text, 26, '0'), s,
      'participant_' || lpad((CASE WHEN s % 2 = 0 THEN 0 ELSE i END)::text, 26, '0'), 'TEXT',
      'It should have come on Monday, message ' || s, now() - make_interval(secs => i + ($3 - s) * 0.001)
    FROM generate_series(1, $2::int) i CROSS JOIN generate_series(1, $3::int) s`,
  `INSERT INTO threads (org_id, id, channel_id, entity_id, subject, participant_count, last_sequence, message_count,
      last_message_sequence, last_message_id, last_message_type, last_message_preview, last_message_at, last_activity_at)
    SELECT org_id, thread_id, 'channel_' || repeat('0', 26), 'order-' || thread_id, 'Parcel', 2, sequence, sequence,
      sequence, id, type, content, created_at, created_at
    FROM messages WHERE org_id = $1 AND sequence = $2`,
  `INSERT INTO thread_participants (org_id, thread_id, participant_id, last_read_sequence,
      last_read_message_id, seen_count, status, last_activity_at, unread_count)
    SELECT t.org_id, t.id, p.id, mark, (SELECT n.id FROM messages n
        WHERE n.org_id = t.org_id AND n.thread_id = t.id AND n.sequence = mark), mark + (t.message_count - mark) / 2, t.status, t.last_activity_at,
      (t.message_count - mark + 1) / 2
    FROM threads t CROSS JOIN LATERAL (VALUES ('participant_' || repeat('0', 26), $2::int),
      ('participant_' || right(t.id, 26), 0)) AS p (id, mark)
    WHERE t.org_id = $1`,
  `INSERT INTO inbox_counts
    SELECT org_id, participant_id, inbox_slot(thread_id), count(*), 0, 0, sum(unread_count)
    FROM thread_participants WHERE org_id = $1 GROUP BY 1, 2, 3`,
];

/**
 * Creates threads of two participants with 150 messages each. One agent participates in all of them, and has not read
 * the messages from the 11th on.
 */
export async function loadThreads(owner: pg.Pool, orgId: string, threads: number): Promise<void> {
  const client = await owner.connect();
  const run = (text: string, values: unknown[] = []) =>
    client.query({ text, values, query_timeout: 600_000 } as never);
  await run('SET statement_timeout = 0');
  const [channel, participants, messages, rows, members, counts] = LOAD as [string, ...string[]];
  await run(channel, [orgId]);
  await run(participants!, [orgId, threads]);
  // Building an index afterward is faster than filling an existing one.
  await run("SET maintenance_work_mem = '512MB'");
  await run(
    'ALTER TABLE messages DROP CONSTRAINT messages_pkey, DROP CONSTRAINT messages_sequence_unique',
  );
  await run(messages!, [orgId, threads, MESSAGES_PER_THREAD]);
  await run(`ALTER TABLE messages ADD PRIMARY KEY (org_id, id),
    ADD CONSTRAINT messages_sequence_unique UNIQUE (org_id, thread_id, sequence)`);
  await run(rows!, [orgId, MESSAGES_PER_THREAD]);
  await run(members!, [orgId, READ_UP_TO]);
  await run(counts!, [orgId]);
  for (const table of [
    'participants',
    'messages',
    'threads',
    'thread_participants',
    'inbox_counts',
  ])
    await run(`VACUUM ANALYZE ${table}`);
  client.release(true);
}

/**
 * The agent's inbox: a page of 20, with counts by COUNT over the messages of those 20 threads, and the total by COUNT
 * over the agent's threads.
 */
export const NAIVE_PAGE = `
  SELECT page.*, l.id, l.content, l.type, l.created_at,
    (SELECT count(*) FROM messages n WHERE n.org_id = $1 AND n.thread_id = page.id AND n.deleted_at IS NULL)
      AS message_count,
    (SELECT count(*) FROM messages n WHERE n.org_id = $1 AND n.thread_id = page.id
      AND n.sequence > page.last_read_sequence AND n.participant_id <> page.participant_id
      AND n.deleted_at IS NULL) AS unread_count,
    (SELECT count(*) FROM thread_participants a WHERE a.org_id = $1 AND a.participant_id = page.participant_id
      AND a.left_at IS NULL) AS total
  FROM (
    SELECT t.id, t.entity_id, t.subject, t.status, t.last_sequence, t.last_activity_at, c.slug, c.display_name,
      c.entity_type, m.participant_id, m.last_read_sequence
    FROM participants p
    JOIN thread_participants m ON m.org_id = p.org_id AND m.participant_id = p.id AND m.left_at IS NULL
    JOIN threads t ON t.org_id = m.org_id AND t.id = m.thread_id
    JOIN channels c ON c.org_id = t.org_id AND c.id = t.channel_id
    WHERE p.org_id = $1 AND p.external_id = $2 AND p.role = $3
    ORDER BY t.last_activity_at DESC, t.id DESC LIMIT 20) AS page
  LEFT JOIN messages l ON l.org_id = $1 AND l.thread_id = page.id AND l.sequence = page.last_sequence
  ORDER BY page.last_activity_at DESC, page.id DESC`;

export const NAIVE_UNREAD = `
  SELECT count(*) FROM participants p
  JOIN thread_participants m ON m.org_id = p.org_id AND m.participant_id = p.id
  JOIN threads t ON t.org_id = m.org_id AND t.id = m.thread_id AND t.status = 'OPEN'
  JOIN messages n ON n.org_id = t.org_id AND n.thread_id = t.id AND n.sequence > m.last_read_sequence
    AND n.participant_id <> m.participant_id AND n.deleted_at IS NULL
  WHERE p.org_id = $1 AND p.external_id = $2 AND p.role = $3`;
