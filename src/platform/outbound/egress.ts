/** Outbound requests by purpose: the client of each purpose, and the counts of requests to each host. */
import { clock } from '../clock.ts';
import { Runner } from '../concurrency/runner.ts';
import { AddressRules } from './address.ts';
import { OutboundClient, type Traffic } from './client.ts';

/** The purposes of outbound requests. */
export const PURPOSES = [
  'provider',
  'image',
  'key_service',
  'list',
  'sign_in',
  'webhook',
  'audit_stream',
] as const;
export type Purpose = (typeof PURPOSES)[number];

/** The host in counts of requests to addresses that callers choose freely. It limits the number of counts. */
export const ANY_HOST = '*';

/** Requests of one purpose to one host for one organization. */
export type Use = {
  purpose: Purpose;
  /** The host with its port, unless the port is the default one. */
  host: string;
  orgId: string;
  requests: number;
  /** Requests that were not sent, because the operator does not list the host. */
  refused: number;
  bytesSent: number;
  bytesReceived: number;
  lastUsedAt: Date;
};

/** The time for which counts stay in memory before they are written. */
const WRITTEN_AFTER_MS = 10_000;
/** The maximum number of counts that wait. */
const MAX_WAITING = 10_000;

type EgressOptions = {
  /** Addresses and CIDRs that are allowed although they are not public. */
  allow: readonly string[];
  /** The only allowed hosts; undefined for all. */
  hosts: readonly string[] | undefined;
  /** The id under which requests of no organization are counted. */
  noOrganization: string;
  /** Adds counts to those of the database. */
  write: (uses: Use[]) => Promise<void>;
  onFailure: (error: unknown) => void;
};

/** Makes the clients of a process, counts their requests in memory, and writes the counts in batches. */
export class Egress {
  /** The rules for addresses that organizations and operators enter. */
  readonly rules: AddressRules;
  readonly #options: EgressOptions;
  readonly #runner: Runner;
  #waiting = new Map<string, Use>();

  constructor(options: EgressOptions) {
    this.#options = options;
    this.rules = new AddressRules(options.allow, options.hosts);
    this.#runner = new Runner({
      round: () => this.#write(),
      onFailure: options.onFailure,
      failurePauseMs: () => WRITTEN_AFTER_MS,
    });
  }

  /** @param hosts further hosts of this purpose that the operator's files name */
  client(purpose: Purpose, hosts: readonly string[] = []): OutboundClient {
    const { allow, hosts: listed } = this.#options;
    return new OutboundClient({
      allow,
      hosts: listed && [...listed, ...hosts],
      onEnd: this.counter(purpose),
    });
  }

  /** Returns the function that counts requests of a client with other rules. */
  counter(purpose: Purpose): (traffic: Traffic) => void {
    const isAnyHost = purpose === 'image' && this.#options.hosts === undefined;
    return (traffic) => this.#note(purpose, isAnyHost ? { ...traffic, host: ANY_HOST } : traffic);
  }

  #note(purpose: Purpose, traffic: Traffic): void {
    const { host, orgId = this.#options.noOrganization, isRefused } = traffic;
    const key = `${purpose} ${host} ${orgId}`;
    let use = this.#waiting.get(key);
    if (!use) {
      if (this.#waiting.size >= MAX_WAITING) return;
      const none = { requests: 0, refused: 0, bytesSent: 0, bytesReceived: 0 };
      use = { purpose, host, orgId, ...none, lastUsedAt: clock.now() };
      this.#waiting.set(key, use);
    }
    if (isRefused) use.refused += 1;
    else use.requests += 1;
    use.bytesSent += traffic.bytesSent;
    use.bytesReceived += traffic.bytesReceived;
    use.lastUsedAt = clock.now();
    this.#runner.wakeIn(WRITTEN_AFTER_MS);
  }

  /** Writes the waiting counts. After a failure they wait again. */
  async #write(): Promise<void> {
    const batch = this.#waiting;
    if (batch.size === 0) return;
    this.#waiting = new Map();
    try {
      await this.#options.write([...batch.values()]);
    } catch (error) {
      for (const [key, use] of this.#waiting) {
        const before = batch.get(key);
        batch.set(key, before ? sumOf(before, use) : use);
      }
      this.#waiting = batch;
      throw error;
    }
  }

  /** Writes the waiting counts once. Call it after the clients have ended. */
  async close(): Promise<void> {
    await this.#runner.stop();
    await this.#write().catch(this.#options.onFailure);
  }
}

function sumOf(one: Use, later: Use): Use {
  return {
    ...later,
    requests: one.requests + later.requests,
    refused: one.refused + later.refused,
    bytesSent: one.bytesSent + later.bytesSent,
    bytesReceived: one.bytesReceived + later.bytesReceived,
  };
}
