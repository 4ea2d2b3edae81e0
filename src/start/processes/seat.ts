import cluster, { type Worker } from 'node:cluster';
import { backOffMs } from '../../platform/concurrency/back-off.ts';
import { clock } from '../../platform/clock.ts';
import type { Logger } from '../../platform/observability/logger.ts';
import { StartError } from '../start-error.ts';
import type { Answers, News, Order, Question, Ready } from './messages.ts';

/** The wait before a dead process is replaced. It grows with several deaths in a row. */
const BACK_OFF = { firstMs: 100, mostMs: 30_000 };
/** A process that has served for this long was healthy, so its death counts as the first of a new series. */
const WELL_MS = 60_000;
/** The time for a child to answer the primary. */
const ANSWER_MS = 2000;

export type Role = 'api' | 'worker';

export type PlaceOptions = {
  role: Role;
  /** The environment of a child, in addition to that of the primary. */
  env: Record<string, string>;
  log: Logger;
  /** Called after the death of a child that was not asked to stop. */
  onDeath: () => void;
  /** Called after any end of a child. */
  onEnd: (number: number) => void;
};

/** The place of one child process and of its replacements. */
export class Seat {
  readonly #options: PlaceOptions;
  readonly #waiting = new Map<number, (answer: Answers[Question]) => void>();
  #worker: Worker | undefined;
  #ended: Promise<number> = Promise.resolve(0);
  #questions = 0;
  #deaths = 0;
  #isReady = false;
  #isStopping = false;
  #restart: NodeJS.Timeout | undefined;

  constructor(options: PlaceOptions) {
    this.#options = options;
  }

  get role(): Role {
    return this.#options.role;
  }

  /** The number of the current process. */
  get number(): number {
    return this.#worker?.id ?? 0;
  }

  get isReady(): boolean {
    return this.#isReady;
  }

  /**
   * Starts the process. After it was ready once, it is replaced whenever it dies.
   * @throws StartError if it ends before it is ready
   */
  begin(): Promise<Ready> {
    const { role, env, log, onDeath, onEnd } = this.#options;
    const worker = cluster.fork({ ...env, ORIKI_ROLE: role });
    this.#worker = worker;
    // A message to a child that has just died is lost; the end of the child is reported separately.
    worker.on('error', (error) => log.debug({ err: error, role }, 'a process was not reached'));
    const { promise, resolve, reject } = Promise.withResolvers<Ready>();
    let failure: StartError | undefined;
    let readyMs: number | undefined;
    worker.on('message', (news: News) => {
      if (news.news === 'failed') failure = new StartError(news.message, news.exitCode);
      else if (news.news === 'answer') this.#answered(news.number, news.answer);
      else if (news.news === 'ready') {
        readyMs = clock.monotonicMs();
        this.#isReady = true;
        log.info({ child: worker.process.pid, role }, 'a process is ready');
        resolve(news);
      }
    });
    const ended = Promise.withResolvers<number>();
    this.#ended = ended.promise;
    worker.once('exit', (code, signal) => {
      this.#isReady = false;
      const how = signal ?? `exit code ${code}`;
      onEnd(worker.id);
      reject(failure ?? new StartError(`a process ended before it was ready (${how})`));
      ended.resolve(signal === null ? code : 1);
      if (this.#isStopping || (readyMs === undefined && this.#deaths === 0)) return;
      const servedMs = readyMs === undefined ? 0 : clock.monotonicMs() - readyMs;
      if (servedMs >= WELL_MS) this.#deaths = 0;
      const waitMs = backOffMs(this.#deaths, BACK_OFF);
      this.#deaths += 1;
      const child = worker.process.pid;
      log.error(
        { child, role, how, waitMs, err: failure },
        'a process has died: another one starts',
      );
      onDeath();
      this.#restart = setTimeout(() => void this.begin().catch(() => {}), waitMs);
    });
    return promise;
  }

  /** @returns undefined if no process answers in time */
  async ask<Q extends Question>(question: Q): Promise<{ answer: Answers[Q] } | undefined> {
    const number = (this.#questions += 1);
    const { promise, resolve } = Promise.withResolvers<{ answer: Answers[Q] } | undefined>();
    const timer = setTimeout(() => resolve(undefined), ANSWER_MS);
    this.#waiting.set(number, (answer) => resolve({ answer: answer as Answers[Q] }));
    this.#tell({ order: 'answer', question, number });
    void this.#ended.then(() => resolve(undefined));
    try {
      return await promise;
    } finally {
      clearTimeout(timer);
      this.#waiting.delete(number);
    }
  }

  /** Drains the process. Resolves with the exit code. */
  stop(signal: NodeJS.Signals): Promise<number> {
    this.#isStopping = true;
    clearTimeout(this.#restart);
    this.#tell({ order: 'stop', signal });
    return this.#ended;
  }

  /** Ends the process without draining. */
  end(signal: NodeJS.Signals): Promise<number> {
    this.#tell({ order: 'end', signal });
    return this.#ended;
  }

  kill(): void {
    this.#worker?.process.kill('SIGKILL');
  }

  #answered(number: number, answer: Answers[Question]): void {
    this.#waiting.get(number)?.(answer);
  }

  #tell(order: Order): void {
    if (this.#worker?.isConnected()) this.#worker.send(order);
  }
}
