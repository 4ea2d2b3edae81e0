import { setTimeout as sleep } from 'node:timers/promises';
import { clock } from '../clock.ts';
import type { SharedCounters } from './counters.ts';
import { FAILURES, Guard } from './guard.ts';
import {
  AWAY,
  BACK,
  CONNECT_MS,
  CONNECTION,
  redisCounters,
  START_MS,
  type Log,
  type Sdk,
} from './redis-counters.ts';

type Client = ReturnType<typeof connect>;

function connect(sdk: Sdk, url: string, onError: (error: Error) => void) {
  const client = sdk.createClient({ ...CONNECTION, url });
  client.on('error', onError);
  return client;
}

/**
 * Counters in one Valkey or Redis server, or a compatible one. Every key has an expiry, and every script uses one key.
 * The connection stays open. It is replaced when the server stays silent, or rejects writes as a former primary does.
 * The wait and the number of waiting requests are limited, so a server that does not answer is soon skipped.
 */
export class Valkey {
  readonly #sdk: Sdk;
  readonly #url: string;
  readonly #log: Log;
  readonly #guard: Guard;
  #client!: Client;
  #connectingSinceMs = 0;
  #lastError: Error | undefined;
  #isReportedAway = false;
  #isClosed = false;

  private constructor(sdk: Sdk, url: string, log: Log) {
    this.#sdk = sdk;
    this.#url = url;
    this.#log = log;
    this.#guard = new Guard(
      (error) => this.#onBreak(error),
      () => {
        this.#isReportedAway = false;
        this.#log.info(BACK);
      },
    );
  }

  /** Waits up to a second for the connection. An unavailable or rejecting server does not block the start. */
  static async open(url: string, log: Log): Promise<Valkey> {
    // An optional package with a class for each command, so it is loaded on first use.
    const valkey = new Valkey(await import('@redis/client'), url, log);
    const connected = valkey.#connect();
    await Promise.race([connected, sleep(START_MS, undefined, { ref: false })]);
    // Without a connection, these commands are rejected immediately, so later requests skip the server.
    for (let tries = 0; !valkey.#client.isReady && tries < FAILURES; tries += 1)
      await valkey.#ask((client) => client.ping()).catch(() => {});
    return valkey;
  }

  /** Counts a group on the server. Rejects with the reason that the server is unavailable. */
  readonly counters: SharedCounters = redisCounters({
    count: (key, script, args) =>
      this.#ask((client) => client.eval(script, { keys: [key], arguments: args })),
    look: (key) => this.#ask((client) => client.multi().get(key).pTTL(key).exec(true)),
  });

  close(): void {
    this.#isClosed = true;
    this.#client.destroy();
  }

  /** Resolves when the connection is ready, or the first attempt has failed. It retries until it is closed. */
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

  #ask<T>(question: (client: Client) => Promise<T>): Promise<T> {
    return this.#guard.ask(() => question(this.#client));
  }

  #onBreak(error: Error): Error {
    // Pending commands were rejected at the close. A new connection would stay open after the process's other parts
    // have ended.
    if (this.#isClosed) return error;
    const isSilent = clock.monotonicMs() - this.#connectingSinceMs > CONNECT_MS;
    const { isReady } = this.#client;
    const reason = isReady ? error : (this.#lastError ?? error);
    if (!this.#isReportedAway) {
      this.#isReportedAway = true;
      this.#log.warn({ err: reason, host: new URL(this.#url).host }, AWAY);
    }
    if (isReady || isSilent) {
      this.#client.destroy();
      void this.#connect();
    }
    return reason;
  }
}
