import { getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';
import { collectDefaultMetrics, Counter, Gauge, Registry } from 'prom-client';
import type { Config } from '../../config/config.ts';
import { partOfLimits } from '../../config/processes.ts';
import type { Lifecycle } from '../../platform/http/admin/health.ts';
import type { Logger } from '../../platform/observability/logger.ts';
import type { Demo } from '../demo.ts';
import { exitCodeOf } from '../signals.ts';
import { StartError } from '../start-error.ts';
import { Seat, type Role } from './seat.ts';
import { SummedMetrics } from './sums.ts';

/** The number of the primary in the metrics; its children start at 1. */
const PRIMARY = 0;

/**
 * Returns the folder of the primary's compile cache. A child with another folder would fill that folder when it ends.
 */
function compileCache(): Record<string, string> {
  const folder = getCompileCacheDir();
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: dirname(folder) };
}

/** All children of the primary process. */
export class Children {
  readonly #seats: Seat[];
  readonly #sums = new SummedMetrics();
  readonly #registry = new Registry();
  #state: Lifecycle['state'] = 'starting';
  #signal: NodeJS.Signals | undefined;

  constructor(config: Config, log: Logger) {
    const deaths = this.#measure();
    const env = {
      ...partOfLimits(config),
      ORIKI_PROCESSES: '1',
      ORIKI_ADMIN_PORT: '',
      ...compileCache(),
    };
    const roles: Role[] = Array.from({ length: config.processes }, () => 'api');
    if (config.role === 'all') roles.unshift('worker');
    this.#seats = roles.map((role) => {
      deaths.inc({ role }, 0);
      return new Seat({
        role,
        env,
        log,
        onDeath: () => deaths.inc({ role }),
        onEnd: (number) => this.#sums.ended(number),
      });
    });
  }

  /**
   * Starts the children. The first one starts alone: it creates what only one process may create, and reports errors
   * that affect all.
   * @returns the shared address, and the demo organization if this was the first start
   * @throws StartError
   */
  async start(): Promise<{ url: string; demo: Demo | undefined }> {
    const [first, ...others] = this.#seats;
    const begun = await first!.begin();
    if (this.#signal) throw this.#givenUp(this.#signal);
    const rest = await Promise.all(others.map((seat) => seat.begin()));
    if (this.#signal) throw this.#givenUp(this.#signal);
    const url = [begun, ...rest].find((ready) => ready.url !== undefined)!.url!;
    this.#state = 'ready';
    return { url, demo: [begun, ...rest].find(({ demo }) => demo !== undefined)?.demo };
  }

  /** Returns the reason why some children are not ready; undefined if all are. */
  async problem(): Promise<string | undefined> {
    if (this.#state !== 'ready') return `the service is ${this.#state}`;
    const problems = await Promise.all(
      this.#seats.map(async (seat) => {
        if (!seat.isReady) return 'a process has died and is not ready again';
        const said = await seat.ask('readiness');
        return said ? said.answer : 'a process does not answer';
      }),
    );
    return problems.find((problem) => problem !== undefined);
  }

  /**
   * Returns the metrics of all children, in Prometheus' text format. A child that does not answer keeps its last
   * metrics.
   */
  async metrics(): Promise<string> {
    this.#sums.note(PRIMARY, await this.#registry.getMetricsAsJSON());
    await Promise.all(
      this.#seats.map(async (seat) => {
        const { number } = seat;
        const said = await seat.ask('metrics');
        if (said && seat.isReady && seat.number === number) this.#sums.note(number, said.answer);
      }),
    );
    return this.#sums.text();
  }

  /** Drains all children at once. Resolves when none is left, with true if all ended normally. */
  async stop(signal: NodeJS.Signals): Promise<boolean> {
    this.#signal = signal;
    this.#state = 'draining';
    const codes = await Promise.all(this.#seats.map((seat) => seat.stop(signal)));
    return codes.every((code) => code === 0);
  }

  /** Ends all children without draining. Resolves when none is left. */
  async end(signal: NodeJS.Signals): Promise<void> {
    await Promise.all(this.#seats.map((seat) => seat.end(signal)));
  }

  kill(): void {
    for (const seat of this.#seats) seat.kill();
  }

  #givenUp(signal: NodeJS.Signals): StartError {
    return new StartError(`stopped by ${signal} before it was ready`, exitCodeOf(signal));
  }

  #measure(): Counter<'role'> {
    const registers = [this.#registry];
    collectDefaultMetrics({ register: this.#registry });
    const ready: Gauge<'role'> = new Gauge({
      name: 'oriki_processes_ready',
      help: 'Processes of this machine that are ready',
      labelNames: ['role'],
      registers,
      collect: () => {
        for (const { role } of this.#seats) ready.set({ role }, 0);
        for (const { role, isReady } of this.#seats) if (isReady) ready.inc({ role });
      },
    });
    return new Counter({
      name: 'oriki_process_deaths_total',
      help: 'Processes of this machine that have died and were replaced',
      labelNames: ['role'],
      registers,
    });
  }
}
