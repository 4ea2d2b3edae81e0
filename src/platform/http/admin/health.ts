import { Deadline, underDeadline } from '../../concurrency/deadline.ts';
import type { Database } from '../../db/database.ts';
import { ApiError } from '../../errors/index.ts';
import type { ServedPage } from '../browser/route.ts';

const PROBE_TIMEOUT_MS = 1500;
/** Reads the tables that every request reads, but no rows. A lock on these tables delays it. */
const PROBE = 'SELECT FROM api_keys, organizations LIMIT 0';

/** Decides whether this process should get traffic. A stop first sets `draining`. */
export type Lifecycle = {
  state: 'starting' | 'ready' | 'draining';
  /** The reason that this version cannot work with a newer migration; undefined if it can. */
  tooNew?: string | undefined;
};

/**
 * Reports whether this process is ready: it has started, is not draining, its version fits the database, and the
 * database answers.
 */
export class Readiness {
  readonly #db: Database;
  readonly #lifecycle: Lifecycle;
  #asking: Promise<boolean> | undefined;

  constructor(db: Database, lifecycle: Lifecycle) {
    this.#db = db;
    this.#lifecycle = lifecycle;
  }

  /** The reason that the process is not ready; undefined when it is. Concurrent calls share one database query. */
  async problem(): Promise<string | undefined> {
    const { state, tooNew } = this.#lifecycle;
    if (state !== 'ready') return `the service is ${state}`;
    if (tooNew !== undefined) return tooNew;
    this.#asking ??= this.#databaseAnswers().finally(() => (this.#asking = undefined));
    return (await this.#asking) ? undefined : 'the database is unavailable';
  }

  /** Reports what does not work while the process is ready; undefined if everything does. */
  get limits(): { writes: string } | undefined {
    const { server, buckets } = this.#db;
    const isLost = [server, ...(buckets?.servers ?? [])].some(
      ({ confirmation }) => confirmation.isLost,
    );
    return isLost ? { writes: 'no standby confirms them' } : undefined;
  }

  /** While the query waits for a connection, an answer to any request also counts. */
  async #databaseAnswers(): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    // It does not give up immediately at the deadline: answers may have arrived while the process was busy and are
    // still unread.
    const giveUp = (): void => void setImmediate(() => resolve(false));
    const timer = setTimeout(giveUp, PROBE_TIMEOUT_MS);
    const { server, path } = this.#db;
    let isSent = false;
    server.onAnswer = () => {
      if (!isSent) resolve(true);
    };
    const ask = async (): Promise<void> => {
      const session = await server.session();
      isSent = true;
      await session.ask(path, PROBE);
    };
    underDeadline(new Deadline(PROBE_TIMEOUT_MS), ask).then(
      () => resolve(true),
      (error: { code?: unknown }) => {
        // Class 53, insufficient resources, such as too many connections: the server may still serve other sessions.
        if (!String(error.code).startsWith('53')) resolve(false);
      },
    );
    const answers = await promise;
    clearTimeout(timer);
    return answers;
  }
}

/** `/livez` reports that the process runs, `/readyz` that it should get traffic. Neither requires a key. */
export function healthPages(
  readiness: Pick<Readiness, 'problem'> & Partial<Pick<Readiness, 'limits'>>,
): ServedPage[] {
  const ready = async (): Promise<object> => {
    const problem = await readiness.problem();
    if (problem === undefined)
      return { success: true, data: { status: 'ready', ...readiness.limits } };
    throw new ApiError('SERVICE_UNAVAILABLE', problem, { retryAfterSeconds: 1 });
  };
  return [
    { path: '/livez', serve: async () => ({ success: true, data: { status: 'alive' } }) },
    { path: '/readyz', serve: ready },
  ];
}
