/** A connection of the pool, and what its session has been told: where it looks, and whose rows it sees. */
import { Kysely, PostgresDialect } from 'kysely';
import type pg from 'pg';
import type { Tx } from '../database.ts';
import { quoted } from '../schemas.ts';
import type { SendQuery, Statements } from '../statements.ts';
import { insideTransaction, noteFailure } from '../transaction-scope.ts';
import type { DB } from '../types.ts';
import { holdWrites } from './driver-socket.ts';

/** A connection as Kysely asks it for single statements. */
export type Reader = { query: SendQuery; release: (error?: Error) => void };

/** Ids of organizations are made here: anything else in their place is a mistake, and must not become SQL. */
export function plainId(orgId: string): string {
  if (!/^\w+$/.test(orgId)) throw new Error('this is no id of an organization');
  return orgId;
}

/** The search path that a statement needs, and the organization whose rows it sees; of everybody if undefined. */
export type View = { path: string | undefined; orgId: string | undefined };

/** A session with a path that ends like another finds the tables of the other, too: no table is in two schemas. */
export function finds(has: string | null | undefined, wanted: string | undefined): boolean {
  return wanted === undefined || (has?.endsWith(wanted) ?? false);
}

export class Session {
  readonly client: pg.PoolClient;
  readonly reader: Reader;
  readonly #statements: Statements;
  readonly #txs = new Map<string | undefined, Tx>();
  #orgId: string | undefined;
  /** The search path of the session outside of transactions; undefined: that of its connection. */
  #path: string | undefined;
  /** Buckets that it has entered, each in its epoch. */
  readonly #entered = new Set<string>();
  /** The search path of the open transaction, if the session has another; null: unknown. */
  #local: string | null | undefined;

  constructor(client: pg.PoolClient, statements: Statements) {
    this.client = client;
    this.#statements = statements;
    this.reader = {
      query: statements.query(client, false, () => this.#path),
      release: (error) => client.release(error),
    };
  }

  /**
   * States the epoch in which this process believes the bucket to be; once for each session.
   * @param bucket without an epoch it is none, and nothing is stated
   * @returns undefined when there was nothing to do
   * @throws what `isUnavailable` tells when the bucket, or an organization in it, has been moved since
   */
  enterBucket({
    schema,
    epoch,
  }: {
    schema: string | undefined;
    epoch: number | undefined;
  }): Promise<unknown> | undefined {
    const key = `${schema} ${epoch}`;
    if (schema === undefined || epoch === undefined || this.#entered.has(key)) return undefined;
    return this.client
      .query(`SELECT ${quoted(schema)}.enter(${epoch})`)
      .then(() => this.#entered.add(key));
  }

  /**
   * Makes the session look into a schema and see the rows of an organization, if it does not already. Leaves together
   * with the statement that follows, so it costs no round trip.
   * @returns undefined when there was nothing to do; after a rejection the session must not be used
   */
  enter({ path, orgId }: View, tenantRole: string | undefined): Promise<unknown> | undefined {
    this.#local = undefined;
    const texts: string[] = [];
    const staysOnPath = finds(this.#path, path);
    if (!staysOnPath) texts.push(`SET search_path = ${path}`);
    if (orgId !== this.#orgId) {
      if (orgId === undefined) texts.push('RESET ROLE');
      else {
        if (this.#orgId === undefined) texts.push(`SET ROLE ${quoted(tenantRole!)}`);
        texts.push(`SET oriki.org_id = '${plainId(orgId)}'`);
      }
    }
    if (texts.length === 0) return undefined;
    if (!staysOnPath) this.#path = path;
    this.#orgId = orgId;
    holdWrites(this.client);
    const set = this.client.query(texts.join('; '));
    // Whoever uses the session waits for it; a rejection that nobody has come to yet must not end the process.
    set.catch(() => {});
    return set;
  }

  /** One statement that sees everybody's rows; then the connection is free again. */
  async ask(
    path: string | undefined,
    text: string | pg.QueryConfig,
    values?: unknown[],
  ): Promise<pg.QueryResult> {
    let broken: Error | undefined;
    try {
      const entered = this.enter({ path, orgId: undefined }, undefined);
      entered?.catch((error: Error) => (broken = error));
      const [result] = await Promise.all([this.client.query(text as string, values), entered]);
      return result;
    } finally {
      this.client.release(broken);
    }
  }

  /** The open transaction, with statements on a search path; `Database.transaction` opens and ends it. */
  tx(path: string | undefined): Tx {
    let tx = this.#txs.get(path);
    if (!tx) {
      const send = this.send(path);
      // A statement of work that was not awaited must not reach the connection's next transaction.
      const query: SendQuery = (text, values) => {
        const scope = insideTransaction.getStore();
        if (scope?.open !== true) throw new Error('the transaction has ended');
        const sent = send(text, values);
        sent.catch((error: Error) => noteFailure(scope, error));
        return sent;
      };
      tx = kyselyOver(query);
      this.#txs.set(path, tx);
    }
    return tx;
  }

  /** Puts a statement of the transaction on the wire before it returns. */
  send(path: string | undefined): SendQuery {
    const current = (): string | null | undefined =>
      this.#local === undefined ? this.#path : this.#local;
    const send = this.#statements.query(this.client, true, () => current() ?? undefined);
    return (text, values) => {
      if (!finds(current(), path)) {
        this.#local = path;
        // A failure is the transaction's, and the statement that follows tells it.
        this.client.query(`SET LOCAL search_path = ${path}`).catch(() => {});
      }
      // That takes the setting back, too.
      if (/^ROLLBACK TO/i.test(text)) this.#local = null;
      return send(text, values);
    };
  }
}

/** The transaction that these statements are sent in. */
export function kyselyOver(query: SendQuery): Tx {
  const pool = { connect: async () => ({ query, release: () => {} }), end: async () => {} };
  return new Kysely<DB>({ dialect: new PostgresDialect({ pool: pool as never }) }) as Tx;
}

/** A session that is still being told what it sees: what it answers counts only once that has succeeded. */
export function afterEntering({ query, release }: Reader, entered: Promise<unknown>): Reader {
  let broken: Error | undefined;
  const settled = entered.catch((error: Error) => (broken = error));
  return {
    query: async (text, values) => {
      const [result] = await Promise.all([query(text, values), settled]);
      if (broken) throw broken;
      return result;
    },
    release: () => release(broken),
  };
}

/** The same for a connection of its own: to be added to `options` of its settings. */
export function organizationOptions(tenantRole: string, orgId: string): string {
  const role = tenantRole.replaceAll(/[\s\\]/g, String.raw`\$&`);
  return `-c role=${role} -c oriki.org_id=${plainId(orgId)}`;
}
