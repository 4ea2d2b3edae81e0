import { randomUUID } from 'node:crypto';
import Fastify from 'fastify';
import pg from 'pg';
import { Type } from 'typebox';

/**
 * The baseline of sending in bench/inbox: a Fastify route that inserts the message as one row, and nothing else: no
 * authentication, policy, thread, sequence, read state, inbox, event, log or metrics.
 */
const database = new pg.Pool({
  connectionString: process.env['DATABASE_URL'],
  max: 10,
  ssl: false,
});
await database.query(
  `CREATE TABLE IF NOT EXISTS bench_messages (id uuid PRIMARY KEY, thread text, sender text, role text, type text,
    content text, at timestamptz)`,
);
const app = Fastify({ logger: false });
const text = Type.String();
const body = Type.Object({
  participantExternalId: text,
  participantRole: text,
  content: text,
  type: text,
});

app.post<{ Params: { id: string }; Body: Record<'content' | 'type', string> & Sender }>(
  '/threads/:id/messages',
  {
    schema: {
      body,
      response: {
        201: Type.Object({
          success: Type.Literal(true),
          data: Type.Object({ id: text, createdAt: text }),
        }),
      },
    },
  },
  async ({ params, body: message }, reply) => {
    const id = randomUUID();
    const at = new Date();
    const { participantExternalId, participantRole, type, content } = message;
    await database.query({
      name: 'insert',
      text: 'INSERT INTO bench_messages VALUES ($1, $2, $3, $4, $5, $6, $7)',
      values: [id, params.id, participantExternalId, participantRole, type, content, at],
    });
    return reply.code(201).send({ success: true, data: { id, createdAt: at.toISOString() } });
  },
);

type Sender = { participantExternalId: string; participantRole: string };

const address = await app.listen({ port: 0, host: '127.0.0.1' });
process.stderr.write(`ready: ${address}\n`);
process.once('SIGTERM', () => void app.close().then(() => database.end()));
