import { setTimeout as sleep } from 'node:timers/promises';
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
  #failures = 0;
  #restsUntilMs = 0;
  /** Why nobody is asked for a while. */
  #reason = new Error('not asked yet');
  #isToldAway = false;
  #isClosed = false;

  private constructor(sdk: Sdk, url: string, log: Log) {
    this.#sdk = sdk;
    this.#url = url;
    this.#log = log;
  }

  /** Waits for the connection for a second. A server that is away, or refuses, is no reason not to start. */
  static async open(url: string, log: Log): Promise<Valkey> {
    // An optional package, with a class for every command there is: loaded where it is used.
    const valkey = new Valkey(await import('@redis/client'), url, log);
    const connected = valkey.#connect();
    await Promise.race([connected, sleep(START_MS, undefined, { ref: false })]);
    if (!valkey.#client.isReady) valkey.#rest(new Error('no connection yet'));
    return valkey;
  }

  /** What counts a group there. Rejects with why the server cannot be asked. */
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
    const nowMs = clock.monotonicMs();
    if (nowMs < this.#restsUntilMs) throw this.#reason;
    // While it is away, the others do not wait for the one that tries.
    if (this.#failures >= FAILURES) this.#restsUntilMs = nowMs + REST_MS;
    try {
      const answer = await withinTurns(question(this.#client));
      this.#answered();
      return answer;
    } catch (error) {
      this.#failures += 1;
      if (this.#failures >= FAILURES) this.#rest(error as Error);
      throw error;
    }
  }

  #answered(): void {
    this.#failures = 0;
    this.#restsUntilMs = 0;
    if (!this.#isToldAway) return;
    this.#isToldAway = false;
    this.#log.info('Valkey answers: rate limits are counted together again');
  }

  #rest(reason: Error): void {
    // Who asked when it was closed is refused; a new connection would outlive the process's other parts.
    if (this.#isClosed) return;
    this.#failures = FAILURES;
    this.#restsUntilMs = clock.monotonicMs() + REST_MS;
    const isSilent = clock.monotonicMs() - this.#connectingSinceMs > CONNECT_MS;
    const { isReady } = this.#client;
    this.#reason = isReady ? reason : (this.#lastError ?? reason);
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

/** @throws when there is no answer yet after the turns that one is waited for */
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
