import type { FastifyInstance } from 'fastify';
import type { Database } from '../db/database.ts';
import { ApiError } from '../errors/index.ts';

const PROBE_TIMEOUT_MS = 1500;

/** Tells whether this process should get traffic. Set to `draining` as the first step of a stop. */
export type Lifecycle = { state: 'starting' | 'ready' | 'draining' };

/** Tells whether this process is ready: it has started, is not draining, and its database answers. */
export class Readiness {
  readonly #db: Database;
  readonly #lifecycle: Lifecycle;
  #asking: Promise<boolean> | undefined;

  constructor(db: Database, lifecycle: Lifecycle) {
    this.#db = db;
    this.#lifecycle = lifecycle;
  }

  /** The reason that it is not ready; undefined when it is. However many ask, the database is asked once at a time. */
  async problem(): Promise<string | undefined> {
    const { state } = this.#lifecycle;
    if (state !== 'ready') return `the service is ${state}`;
    this.#asking ??= this.#databaseAnswers().finally(() => (this.#asking = undefined));
    return (await this.#asking) ? undefined : 'the database is unavailable';
  }

  /** The question may wait behind requests for a connection: an answer to any of them is an answer, too. */
  async #databaseAnswers(): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    // Not at once when it is time: answers may have come while the process was busy, and have not been read yet.
    const giveUp = (): void => void setImmediate(() => resolve(false));
    const timer = setTimeout(giveUp, PROBE_TIMEOUT_MS);
    this.#db.server.onAnswer = () => resolve(true);
    this.#db.query('SELECT 1').catch((error: { code?: unknown }) => {
      // Class 53, insufficient resources, such as too many connections: others may be served.
      if (!String(error.code).startsWith('53')) resolve(false);
    });
    const answers = await promise;
    clearTimeout(timer);
    return answers;
  }
}

/** `/livez`: the process runs. `/readyz`: it should get traffic. No key. */
export function registerHealth(app: FastifyInstance, readiness: Pick<Readiness, 'problem'>): void {
  app.get('/livez', () => ({ success: true, data: { status: 'alive' } }));
  app.get('/readyz', async () => {
    const problem = await readiness.problem();
    if (problem === undefined) return { success: true, data: { status: 'ready' } };
    throw new ApiError('SERVICE_UNAVAILABLE', problem, { retryAfterSeconds: 1 });
  });
}
