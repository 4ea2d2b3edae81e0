import type pg from 'pg';

const THREADS = 1000;
const PARTICIPANTS = 1000;
const BATCH = 50_000;

/** Inserts an organization's messages directly into the tables, with ids and times like the service's. */
export async function loadMessages(pool: pg.Pool, orgId: string, count: number): Promise<void> {
  const id = (prefix: string, n: string): string =>
    `'${prefix}_01kf3w3m5p7r9t1v3x' || lpad((${n})::text, 8, '0')`;
  await pool.query(
    `INSERT INTO channels (org_id, id, slug, display_name, entity_type)
     VALUES ($1, ${id('channel', '1')}, 'support', 'Support', 'order')`,
    [orgId],
  );
  await pool.query(
    `INSERT INTO participants (org_id, id, external_id, role)
     SELECT $1, ${id('participant', 'n')}, 'customer-' || n, 'customer' FROM generate_series(0, ${PARTICIPANTS - 1}) n`,
    [orgId],
  );
  await pool.query(
    `INSERT INTO threads (org_id, id, channel_id, entity_id, participant_count)
     SELECT $1, ${id('thread', 'n')}, ${id('channel', '1')}, 'order-' || n, 2
     FROM generate_series(0, ${THREADS - 1}) n`,
    [orgId],
  );
  for (let from = 0; from < count; from += BATCH)
    await pool.query(
      `INSERT INTO messages (org_id, id, thread_id, sequence, participant_id, type, content, created_at)
       SELECT $1, ${id('message', 'n')}, ${id('thread', `n % ${THREADS}`)}, 1 + n / ${THREADS},
         ${id('participant', `n % ${PARTICIPANTS}`)}, 'TEXT',
         'It should have come on Monday, said customer number ' || n, now() - (${count} - n) * interval '1 second'
       FROM generate_series($2::integer, $3::integer) n`,
      [orgId, from, Math.min(from + BATCH, count) - 1],
    );
  await pool.query('VACUUM ANALYZE messages, threads, participants, channels');
}
