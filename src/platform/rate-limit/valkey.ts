import { setTimeout as sleep } from 'node:timers/promises';
import {
  circuitBreaker,
  CircuitState,
  ConsecutiveBreaker,
  handleAll,
  type FailureReason,
} from 'cockatiel';
import { RateLimiterRedis } from 'rate-limiter-flexible';
import { clock } from '../clock.ts';
import type { Logger } from '../observability/logger.ts';
import type { CounterGroup, SharedCounters } from './counters.ts';

/**
 * An answer is waited for during so many turns of the event loop, each at least so long: 250 ms, of which time that
 * the process itself stood still is not held against the server.
 */
const TURNS = 5;
const TURN_MS = 50;
/** So many requests in a row without an answer, and the server is left in peace for so long; then one tries again. */
const FAILURES = 5;
const REST_MS = 1000;
/** A start waits so long for the connection, and goes on without. */
const START_MS = 1000;
/** A connection that is not ready after so long is given up for a new one. */
const CONNECT_MS = 5000;
const RECONNECT_MS = 500;
const KEY_PREFIX = 'oriki:rate-limit';

type Log = Pick<Logger, 'info' | 'warn'>;
type Sdk = typeof import('@redis/client');
type Client = ReturnType<typeof connect>;

function connect(sdk: Sdk, url: string, onError: (error: Error) => void) {
  const client = sdk.createClient({
    url,
    name: 'oriki',
    disableClientInfo: true,
    disableOfflineQueue: true,
    maintNotifications: 'disabled',
    // `withinTurns` bounds the waiting.
    commandOptions: { timeout: 0 },
    socket: { connectTimeout: CONNECT_MS, reconnectStrategy: RECONNECT_MS },
  });
  client.on('error', onError);
  return client;
}

/**
 * Counters in one Valkey or Redis server (or one that is reached like one). Every key has an expiry, every script one
 * key. The connection is kept up, and replaced when the server stays silent or refuses, as one does that is no longer
 * the primary. Waiting is bounded, and so is what waits: a server that does not answer is soon not asked any more.
 */
export class Valkey {
  readonly #sdk: Sdk;
  readonly #url: string;
  readonly #log: Log;
  #client!: Client;
  #connectingSinceMs = 0;
  #lastError: Error | undefined;
  readonly #breaker = circuitBreaker(handleAll, {
    breaker: new ConsecutiveBreaker(FAILURES),
    // It reads the machine's clock, which may be set; how long nobody asks is up to `#ask`.
    halfOpenAfter: -Infinity,
  });
  #openedMs = 0;
  /** Why nobody is asked for a while. */
  #reason = new Error('not asked yet');
  #isToldAway = false;
  #isClosed = false;

  private constructor(sdk: Sdk, url: string, log: Log) {
    this.#sdk = sdk;
    this.#url = url;
    this.#log = log;
    this.#breaker.onBreak((reason) => this.#onBreak(reason));
    this.#breaker.onReset(() => {
      this.#isToldAway = false;
      this.#log.info('Valkey answers: rate limits are counted together again');
    });
  }

  /** Waits for the connection for a second. A server that is away, or refuses, is no reason not to start. */
  static async open(url: string, log: Log): Promise<Valkey> {
    // An optional package, with a class for every command there is: loaded where it is used.
    const valkey = new Valkey(await import('@redis/client'), url, log);
    const connected = valkey.#connect();
    await Promise.race([connected, sleep(START_MS, undefined, { ref: false })]);
    // Without a connection these are refused at once, and nobody else has to ask.
    for (let tries = 0; !valkey.#client.isReady && tries < FAILURES; tries += 1)
      await valkey.#ask((client) => client.ping()).catch(() => {});
    return valkey;
  }

  /** Counts a group there. Rejects with why the server cannot be asked. */
  readonly counters: SharedCounters = (group: CounterGroup) =>
    new RateLimiterRedis({
      ...group,
      keyPrefix: `${KEY_PREFIX}:${group.keyPrefix}`,
      useRedisPackage: true,
      storeClient: {
        eval: (script: string, options: { keys: string[]; arguments: string[] }) =>
          this.#ask((client) => client.eval(script, options)),
        multi: () => ({
          get: (key: string) => ({
            pTTL: () => ({
              exec: () => this.#ask((client) => client.multi().get(key).pTTL(key).exec(true)),
            }),
          }),
        }),
      },
    });

  close(): void {
    this.#isClosed = true;
    this.#client.destroy();
  }

  /** Resolves when it is ready, or the first try has failed; it tries again by itself until it is closed. */
  #connect(): Promise<void> {
    this.#connectingSinceMs = clock.monotonicMs();
    return new Promise((resolve) => {
      this.#client = connect(this.#sdk, this.#url, (error) => {
        this.#lastError = error;
        resolve();
      });
      this.#client.connect().then(() => resolve(), resolve);
    });
  }

  async #ask<T>(question: (client: Client) => Promise<T>): Promise<T> {
    const { state } = this.#breaker;
    const rests = state === CircuitState.Open && clock.monotonicMs() - this.#openedMs < REST_MS;
    // cockatiel would let the others wait for the one that tries.
    if (rests || state === CircuitState.HalfOpen) throw this.#reason;
    return this.#breaker.execute(() => withinTurns(question(this.#client)));
  }

  /** Also after each try that failed. */
  #onBreak(reason: FailureReason<unknown> | { isolated: true }): void {
    // Who asked when it was closed is refused; a new connection would outlive the process's other parts.
    if (this.#isClosed) return;
    this.#openedMs = clock.monotonicMs();
    const isSilent = clock.monotonicMs() - this.#connectingSinceMs > CONNECT_MS;
    const { isReady } = this.#client;
    const error = 'error' in reason ? (reason.error as Error) : this.#reason;
    this.#reason = isReady ? error : (this.#lastError ?? error);
    if (!this.#isToldAway) {
      this.#isToldAway = true;
      this.#log.warn(
        { err: this.#reason, host: new URL(this.#url).host },
        'Valkey cannot be asked: each process counts rate limits for itself',
      );
    }
    if (!isReady && !isSilent) return;
    this.#client.destroy();
    void this.#connect();
  }
}

/**
 * A time-out of cockatiel's would end with its timer, which is due when the process has stood still, although the
 * answer has come meanwhile.
 * @throws when there is no answer yet after the turns that one is waited for
 */
async function withinTurns<T>(answer: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    const turn = (left: number): void => {
      if (left === 0) reject(new Error(`no answer within ${TURNS * TURN_MS} ms`));
      else timer = setTimeout(turn, TURN_MS, left - 1);
    };
    turn(TURNS);
  });
  try {
    return await Promise.race([answer, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}
