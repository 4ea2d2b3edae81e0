/** Connections to the primary among several addresses. */
import pg from 'pg';
import type { ConnectionSettings } from '../database.ts';
import { socketOf } from './driver-socket.ts';
import type { Address } from './hosts.ts';

/** An address that has not answered after this time does not delay the next one. */
const NEXT_AFTER_MS = 500;
const PROBE_TIMEOUT_MS = 2500;

function standby(): Error {
  // The code of a server that takes no connections now.
  return Object.assign(new Error('the server is a standby'), { code: '57P03' });
}

/** @throws the reason why this is not the primary */
async function assertPrimary(settings: ConnectionSettings, address: Address): Promise<void> {
  const client = new pg.Client({
    ...settings,
    ...address,
    application_name: 'oriki:primary',
    connectionTimeoutMillis: PROBE_TIMEOUT_MS,
    query_timeout: PROBE_TIMEOUT_MS,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ is: boolean }>(
      "SELECT current_setting('transaction_read_only') = 'on' AS is",
    );
    if (rows[0]!.is) throw standby();
  } finally {
    void client.end().catch(() => {});
  }
}

/**
 * Finds the primary. Tries the next address when the previous one has failed, or has not answered for half a second.
 * @throws the reasons, if none is the primary
 */
function findPrimary(settings: ConnectionSettings, hosts: readonly Address[]): Promise<Address> {
  const { promise, resolve, reject } = Promise.withResolvers<Address>();
  const reasons: unknown[] = [];
  let next = 0;
  let timer: NodeJS.Timeout | undefined;
  const ask = (): void => {
    clearTimeout(timer);
    const address = hosts[next];
    if (!address) return;
    next += 1;
    timer = setTimeout(ask, NEXT_AFTER_MS);
    assertPrimary(settings, address).then(
      () => resolve(address),
      (reason: unknown) => {
        reasons.push(reason);
        if (reasons.length === hosts.length)
          reject(new AggregateError(reasons, 'none of the hosts is a primary that answers'));
        else ask();
      },
    );
  };
  ask();
  return promise.finally(() => clearTimeout(timer));
}

/** The last primary for each list of hosts. The search asks it first. */
const primaries = new Map<string, Address>();
const open = new Set<Client>();

/** A connection to the primary among the hosts of its settings. Without `hosts` it is the driver's own. */
export class Client extends pg.Client {
  readonly #settings: ConnectionSettings;
  readonly #key: string | undefined;

  constructor(settings: ConnectionSettings = {}) {
    super(settings);
    this.#settings = settings;
    this.#key = settings.hosts && JSON.stringify(settings.hosts);
  }

  override connect(): Promise<pg.Client>;
  override connect(connected: (error: Error) => void): void;
  override connect(connected?: (error: Error) => void): Promise<pg.Client> | void {
    if (this.#key === undefined) return connected ? super.connect(connected) : super.connect();
    const found = this.#toPrimary(this.#key);
    if (!connected) return found.then(() => super.connect());
    found.then(() => super.connect(connected), connected);
  }

  /** Also ends connections to an earlier primary, which may hang, or return without the latest changes. */
  async #toPrimary(key: string): Promise<void> {
    const hosts = this.#settings.hosts!;
    const last = primaries.get(key);
    const order = last ? [last, ...hosts.filter((one) => one !== last)] : hosts;
    // A pool hides the password from copies of its settings.
    const { hosts: _, password, ...others } = this.#settings;
    const primary = await findPrimary({ ...others, password }, order);
    primaries.set(key, primary);
    for (const other of open)
      if (other.#key === key && (other.host !== primary.host || other.port !== primary.port))
        socketOf(other).destroy();
    Object.assign(this, primary);
    open.add(this);
    this.once('end', () => open.delete(this));
  }
}
