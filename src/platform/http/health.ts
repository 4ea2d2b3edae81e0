import type { FastifyInstance } from 'fastify';
import type { Database } from '../db/database.ts';
import { ApiError } from '../errors/index.ts';

const PROBE_TIMEOUT_MS = 1500;

/** Whether this process should get traffic. Set to `draining` as the first step of a stop. */
export type Lifecycle = { state: 'starting' | 'ready' | 'draining' };

async function databaseAnswers(db: Database): Promise<boolean> {
  const timeout = new Promise<false>((resolve) =>
    setTimeout(() => resolve(false), PROBE_TIMEOUT_MS).unref(),
  );
  return Promise.race([
    db.query('SELECT 1').then(
      () => true,
      () => false,
    ),
    timeout,
  ]);
}

/** `/livez`: the process runs. `/readyz`: it is ready, not draining, and its database answers. No key. */
export function registerHealth(app: FastifyInstance, db: Database, lifecycle: Lifecycle): void {
  app.get('/livez', () => ({ success: true, data: { status: 'alive' } }));
  app.get('/readyz', async () => {
    const ready = lifecycle.state === 'ready' && (await databaseAnswers(db));
    if (ready) return { success: true, data: { status: 'ready' } };
    const reason =
      lifecycle.state === 'ready'
        ? 'the database is unavailable'
        : `the service is ${lifecycle.state}`;
    throw new ApiError('SERVICE_UNAVAILABLE', reason, { retryAfterSeconds: 1 });
  });
}
