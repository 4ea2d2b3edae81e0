import { randomUUID } from 'node:crypto';
import Fastify from 'fastify';
import pg from 'pg';
import { Type } from 'typebox';
import { List } from '../../src/modules/lists/tenant/schemas.ts';

/**
 * The baseline of bench/http: a Fastify route with the same SQL and response schema and nothing else:
 * no authentication, policy, request id, log or metrics.
 */
const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 10, ssl: false });
const app = Fastify({ logger: false });

app.get<{ Params: { org: string; id: string } }>(
  '/lists/:org/:id',
  { schema: { response: { 200: Type.Object({ success: Type.Literal(true), data: List }) } } },
  async (request, reply) => {
    const { rows } = await pool.query(
      'select * from "screening_lists" where "org_id" = $1 and "id" = $2',
      [request.params.org, request.params.id],
    );
    const row = rows[0];
    if (!row) return reply.code(404).send({ requestId: randomUUID() });
    return {
      success: true,
      data: {
        id: row.id,
        source: row.source,
        name: row.name,
        kind: row.kind,
        entryCount: row.entry_count,
        createdAt: row.created_at.toISOString(),
        updatedAt: row.updated_at.toISOString(),
      },
    };
  },
);

const address = await app.listen({ port: 0, host: '127.0.0.1' });
process.stderr.write(`ready: ${address}\n`);
process.once('SIGTERM', () => void app.close().then(() => pool.end()));
