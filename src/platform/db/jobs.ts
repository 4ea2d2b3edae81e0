import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { CompiledQuery } from 'kysely';
import type { PgBoss } from 'pg-boss';
import type { Logger } from '../observability/logger.ts';
import type { Database, Tx } from './database.ts';

/** Migration 0013 creates it. */
const SCHEMA = 'pgboss';
/** How often dead workers' jobs are looked for, and how soon what is free again is noticed. */
const SUPERVISE_SECONDS = 15;
const POLL_SECONDS = 2;
const RETRY_START_MS = 1000;

/** pg-boss announces new jobs on this channel; the payload is the name of the queue. */
export const JOBS_CHANNEL = `pgboss_${createHash('sha224').update(SCHEMA).digest('hex').slice(0, 24)}`;

export type JobHandler<T> = (data: T, signal: AbortSignal) => Promise<void>;

/** Loaded when jobs are first needed: most processes start without it. */
async function createBoss(db: Database, works: boolean): Promise<PgBoss> {
  const { PgBoss } = await import('pg-boss');
  return new PgBoss({
    schema: SCHEMA,
    db: {
      // Its statements are many and used once in a while: not worth a place among the prepared ones.
      executeSql: (text, values) => db.query(text, values as unknown[]),
    },
    migrate: false,
    schedule: false,
    supervise: works,
    superviseIntervalSeconds: SUPERVISE_SECONDS,
    monitorIntervalSeconds: SUPERVISE_SECONDS,
    monitorVacuum: false,
    reindex: false,
  });
}

/** The job queue of pg-boss: jobs commit with what they are about, and survive whoever works on them. */
export class Jobs {
  readonly #db: Database;
  readonly #log: Logger;
  readonly #works: boolean;
  #boss: Promise<PgBoss> | undefined;
  #stopped = false;
  /** By queue, what makes its workers look at once. */
  readonly #wake = new Map<string, () => void>();

  /** @param works whether this process also takes jobs, and looks after those of processes that died */
  constructor(db: Database, options: { works: boolean; log: Logger }) {
    this.#db = db;
    this.#works = options.works;
    this.#log = options.log;
  }

  /** Call it before a transaction that sends. @throws when the database cannot be asked; the next call tries again */
  async ready(): Promise<void> {
    await this.#started();
  }

  async #started(): Promise<PgBoss> {
    const starting = (this.#boss ??= this.#start());
    try {
      return await starting;
    } catch (error) {
      if (this.#boss === starting) this.#boss = undefined;
      throw error;
    }
  }

  async #start(): Promise<PgBoss> {
    const boss = await createBoss(this.#db, this.#works);
    boss.on('error', (error) => this.#log.warn({ err: error }, 'the job queue has a problem'));
    return boss.start();
  }

  /**
   * Adds a job in the caller's transaction.
   * @param data ids only: jobs are read by operators
   * @param group jobs of one group run one after the other
   * @param afterSeconds when it may be taken
   */
  async send(tx: Tx, queue: string, data: object, group: string, afterSeconds = 0): Promise<void> {
    const boss = await this.#started();
    const id = await boss.send(queue, data, {
      db: {
        executeSql: (text, values) => tx.executeQuery(CompiledQuery.raw(text, values as unknown[])),
      },
      group: { id: group },
      ...(afterSeconds > 0 ? { startAfter: Math.ceil(afterSeconds) } : {}),
    });
    if (id === null) throw new Error(`the queue ${queue} took no job`);
  }

  /**
   * Works on a queue, until `stop`, as soon as the database can be asked. A handler that throws gets the job again
   * later, here or elsewhere; so does another process when this one dies. `signal` aborts when the job is no longer
   * this process's.
   */
  async work<T extends object>(
    queue: string,
    concurrency: number,
    handler: JobHandler<T>,
  ): Promise<void> {
    while (!this.#stopped)
      try {
        const boss = await this.#started();
        const worker = await boss.work<T>(
          queue,
          {
            localConcurrency: concurrency,
            groupConcurrency: 1,
            pollingIntervalSeconds: POLL_SECONDS,
          },
          async ([job]) => {
            const problem = await handler(job!.data, job!.signal).then(
              () => undefined,
              (error: unknown) => ({ error }),
            );
            if (!problem) return;
            this.#log.warn({ queue, err: problem.error }, 'a job failed and will be tried again');
            // pg-boss stores what it is thrown, and messages of errors may quote rows.
            throw new Error('failed');
          },
        );
        this.#wake.set(queue, () => boss.notifyWorker(worker));
        return;
      } catch (error) {
        this.#log.warn({ err: error }, 'the job queue could not be started');
        await sleep(RETRY_START_MS);
      }
  }

  /** What the notification channel says: a queue has something new, or anything may have been missed. */
  notified(queue: string | undefined): void {
    if (queue === undefined) for (const wake of this.#wake.values()) wake();
    else this.#wake.get(queue)?.();
  }

  /** Takes no more jobs. What handlers have not finished by now is given back at once. */
  async stop(): Promise<void> {
    this.#stopped = true;
    const boss = await this.#boss?.catch(() => undefined);
    await boss?.stop({ graceful: false, close: false });
  }
}
