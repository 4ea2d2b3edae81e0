import { setTimeout as sleep } from 'node:timers/promises';
import { clock } from '../clock.ts';
import { type SharedCounters, valkeyUrls } from './counters.ts';
import { Guard } from './guard.ts';
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
import { Valkey } from './valkey.ts';

/** Failed parts are retried at this period, whether or not requests use them. */
const PROBE_MS = 1000;
/** A replaced connection stays open this long, for its pending commands. */
const LEFT_MS = 1000;

type Client = ReturnType<typeof connect>;

/** @param urls of some nodes, which name the others; the first one's user, password and TLS apply to all */
function connect(sdk: Sdk, urls: string[], onError: (error: Error) => void) {
  const { username, password, protocol } = new URL(urls[0]!);
  const client = sdk.createCluster({
    rootNodes: urls.map((url) => ({ url })),
    defaults: {
      ...CONNECTION,
      username: decodeURIComponent(username),
      password: decodeURIComponent(password),
      socket: { ...CONNECTION.socket, ...(protocol === 'rediss:' && { tls: true }) },
    },
    // An unavailable node must not block the others.
    minimizeConnections: true,
    topologyRefreshOnReconnectionAttemptStrategy: CONNECTION.socket.reconnectStrategy,
  });
  client.on('error', onError).on('node-error', onError);
  return client;
}

/**
 * Returns a key in one of 64 parts, each of which is on one node: the hash tag is a letter of the counter's name. So an
 * unavailable node affects only its own parts, and processes need not know the nodes of the parts.
 */
function placeOf(key: string): { part: string; tagged: string } {
  const part = key.at(-2)!;
  return { part, tagged: `${key}{${part}}` };
}

/** Counters in a cluster of Valkey or Redis servers. A part that does not answer is skipped separately. */
class ValkeyCluster {
  readonly #sdk: Sdk;
  readonly #urls: string[];
  readonly #log: Log;
  readonly #guards = new Map<string, Guard>();
  /** The failed parts, each with one of its keys. */
  readonly #away = new Map<string, string>();
  #client: Client;
  #connectedMs = clock.monotonicMs();
  #isConnecting = false;
  #isClosed = false;
  #lastError: Error | undefined;
  #probes: NodeJS.Timeout | undefined;

  private constructor(sdk: Sdk, urls: string[], log: Log) {
    this.#sdk = sdk;
    this.#urls = urls;
    this.#log = log;
    this.#client = this.#newClient();
  }

  /** Waits up to a second for the connection. An unavailable or rejecting cluster does not block the start. */
  static async open(urls: string[], log: Log): Promise<ValkeyCluster> {
    const cluster = new ValkeyCluster(await import('@redis/client'), urls, log);
    const connected = cluster.#client.connect().catch(() => {});
    await Promise.race([connected, sleep(START_MS, undefined, { ref: false })]);
    return cluster;
  }

  /** Counts a group in the cluster. Rejects with the reason that the part with the counter is unavailable. */
  readonly counters: SharedCounters = redisCounters({
    count: (key, script, args) =>
      this.#ask(key, (client, tagged) => client.eval(script, { keys: [tagged], arguments: args })),
    // This is not a transaction, because only single commands follow a key that has moved.
    look: (key) =>
      this.#ask(key, (client, tagged) => Promise.all([client.get(tagged), client.pTTL(tagged)])),
  });

  close(): void {
    this.#isClosed = true;
    clearInterval(this.#probes);
    this.#client.destroy();
  }

  #newClient(): Client {
    return connect(this.#sdk, this.#urls, (error) => (this.#lastError = error));
  }

  #ask<T>(key: string, question: (client: Client, tagged: string) => Promise<T>): Promise<T> {
    const { part, tagged } = placeOf(key);
    let guard = this.#guards.get(part);
    if (!guard) {
      guard = new Guard(
        (error) => this.#onBreak(key, error),
        () => this.#onReset(part),
      );
      this.#guards.set(part, guard);
    }
    return guard.ask(() => question(this.#client, tagged));
  }

  #onBreak(key: string, error: Error): Error {
    if (this.#isClosed) return error;
    const reason = this.#client.isReady ? error : (this.#lastError ?? error);
    if (this.#away.size === 0) {
      const host = this.#urls.map((url) => new URL(url).host).join(', ');
      this.#log.warn({ err: reason, host }, AWAY);
      this.#probes = setInterval(() => this.#probe(), PROBE_MS).unref();
    }
    this.#away.set(placeOf(key).part, key);
    return reason;
  }

  #onReset(part: string): void {
    this.#away.delete(part);
    if (this.#away.size > 0 || this.#isClosed) return;
    clearInterval(this.#probes);
    this.#log.info(BACK);
  }

  #probe(): void {
    for (const key of this.#away.values())
      this.#ask(key, (client, tagged) => client.pTTL(tagged)).catch(() => {});
    const isSilent = clock.monotonicMs() - this.#connectedMs > CONNECT_MS;
    if (isSilent || !this.#client.isOpen) void this.#reconnect();
  }

  /** Otherwise, questions to silent nodes would use the same connections forever. */
  async #reconnect(): Promise<void> {
    if (this.#isConnecting) return;
    this.#isConnecting = true;
    const fresh = this.#newClient();
    const left = this.#client;
    const isUp = await Promise.race([
      fresh.connect().then(
        () => true,
        () => false,
      ),
      sleep(CONNECT_MS, false, { ref: false }),
    ]);
    this.#isConnecting = false;
    this.#connectedMs = clock.monotonicMs();
    if (!isUp || this.#isClosed) return fresh.destroy();
    this.#client = fresh;
    setTimeout(() => left.destroy(), LEFT_MS).unref();
  }
}

/** Opens the counters of a server, or of a cluster. */
export function openValkey(
  text: string,
  log: Log,
): Promise<{ counters: SharedCounters; close: () => void }> {
  const urls = valkeyUrls(text);
  return urls.length === 1 ? Valkey.open(text, log) : ValkeyCluster.open(urls, log);
}
