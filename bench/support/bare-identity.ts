import { randomUUID } from 'node:crypto';
import Fastify from 'fastify';
import pg from 'pg';
import { Type } from 'typebox';
import { Pool } from 'undici';

/**
 * The baseline of bench/identity: a Fastify route that calls the same vendor and inserts one row, and nothing else: no
 * authentication, policy, name match, encryption, audit, event, log or metrics.
 */
const database = new pg.Pool({
  connectionString: process.env['DATABASE_URL'],
  max: 10,
  ssl: false,
});
await database.query(
  'CREATE TABLE IF NOT EXISTS bench_lookups (id uuid PRIMARY KEY, subject text, answer json, at timestamptz)',
);
const vendor = new Pool(process.env['BENCH_VENDOR']!, { connections: 32 });
const app = Fastify({ logger: false });
const text = Type.String();

app.post<{ Body: { subjectId: string; accountNumber: string; bankCode: string } }>(
  '/verify',
  {
    schema: {
      body: Type.Object({ subjectId: text, accountNumber: text, bankCode: text }),
      response: {
        200: Type.Object({
          success: Type.Literal(true),
          data: Type.Object({ id: text, resolvedName: text }),
        }),
      },
    },
  },
  async ({ body: { subjectId, accountNumber, bankCode } }) => {
    const { body } = await vendor.request({
      method: 'GET',
      path: `/bank/resolve?${new URLSearchParams({ account_number: accountNumber, bank_code: bankCode }).toString()}`,
      headers: { authorization: 'Bearer sk_test' },
    });
    const answer = (await body.json()) as { data: { account_name: string } };
    const id = randomUUID();
    await database.query('INSERT INTO bench_lookups VALUES ($1, $2, $3, $4)', [
      id,
      subjectId,
      JSON.stringify(answer),
      new Date(),
    ]);
    return { success: true, data: { id, resolvedName: answer.data.account_name } };
  },
);

const address = await app.listen({ port: 0, host: '127.0.0.1' });
process.stderr.write(`ready: ${address}\n`);
process.once('SIGTERM', () => void app.close().then(() => database.end()));
