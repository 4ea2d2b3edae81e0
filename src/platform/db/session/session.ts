/** A pooled connection with the state of its session: its search path, and the organization whose rows it sees. */
import { Kysely, PostgresDialect } from 'kysely';
import type pg from 'pg';
import { tookTooLong, type Deadline } from '../../concurrency/deadline.ts';
import type { Tx } from '../database.ts';
import { quoted } from '../schemas.ts';
import type { SendQuery, Statement, Statements } from '../statements.ts';
import { insideTransaction, noteFailure } from '../transaction-scope.ts';
import type { DB } from '../types.ts';
import { cancelStatement } from './cancel.ts';
import { failRunning, holdWrites, runningStatement, socketOf } from './driver-socket.ts';

/** A connection as Kysely uses it for single statements. */
export type Reader = { query: SendQuery; release: (error?: Error) => void };

/** Oriki creates the ids of organizations. Any other text is a mistake and must not become SQL. */
export function plainId(orgId: string): string {
  if (!/^\w+$/.test(orgId)) throw new Error('this is not an id of an organization');
  return orgId;
}

/** The search path that a statement needs, and the organization whose rows it sees; undefined: all organizations. */
export type View = { path: string | undefined; orgId: string | undefined };

/**
 * Returns true if a session with the first path also finds the tables of the second. A suffix suffices, because no
 * table is in two schemas.
 */
export function finds(has: string | null | undefined, wanted: string | undefined): boolean {
  return wanted === undefined || (has?.endsWith(wanted) ?? false);
}

/** Statements whose outcome must be known: neither a deadline nor a retry may end them. */
const ENDS_TRANSACTION = /^(COMMIT|ROLLBACK|PREPARE TRANSACTION)/;
/** A statement that continues after this many cancel requests loses its connection. */
const MAX_CANCELS = 4;

export class Session {
  readonly client: pg.PoolClient;
  readonly reader: Reader;
  /** The deadline of the request that uses the connection. */
  deadline: Deadline | undefined;
  #canceling: Promise<Error | undefined> | undefined;
  /** The statement that was canceled last, and how often. */
  #canceled: { running: object; count: number } | undefined;
  /** The running statement at the last check, its start, and the age from which to check for which lock it waits. */
  #seen: { running: object; sinceMs: number; askMs: number } | undefined;
  readonly #statements: Statements;
  #onOneConnection: Tx | undefined;
  readonly #txs = new Map<string | undefined, Tx>();
  #orgId: string | undefined;
  /** The session's search path outside transactions; undefined: the connection's own. */
  #path: string | undefined;
  /** Buckets that the session has entered, each in its epoch. */
  readonly #entered = new Set<string>();
  /** The search path of the open transaction, if it differs; null: unknown. */
  #local: string | null | undefined;

  constructor(client: pg.PoolClient, statements: Statements) {
    this.client = client;
    this.#statements = statements;
    this.reader = {
      query: statements.query(client, false, () => this.#path),
      release: (error) => this.release(error),
    };
  }

  /** Frees the connection once no cancel request can reach its next statement. @param broken ends the connection */
  release(broken?: Error): void {
    this.deadline = undefined;
    this.#canceled = undefined;
    if (this.#canceling)
      void this.#canceling.then((failure) => this.client.release(broken ?? failure));
    else this.client.release(broken);
  }

  /**
   * Returns true if the running statement has run for `waitMs`, and again each time its age has doubled: the caller
   * then checks whether it waits for a standby. Call it often, because a statement counts from the first call that sees
   * it.
   */
  mayWaitForStandby(nowMs: number, waitMs: number): boolean {
    const running = runningStatement(this.client);
    if (running !== this.#seen?.running)
      this.#seen = running && { running, sinceMs: nowMs, askMs: 0 };
    if (!this.#seen) return false;
    const ageMs = nowMs - this.#seen.sinceMs;
    if (ageMs < Math.max(waitMs, this.#seen.askMs)) return false;
    this.#seen.askMs = ageMs * 2;
    return true;
  }

  /** Ends the wait for a standby. The statement fails with this error; its transaction is committed on the server. */
  endWait(error: () => Error): void {
    const running = runningStatement(this.client);
    if (!running || running !== this.#seen?.running) return;
    failRunning(this.client, error);
    this.cancel(running);
  }

  /** Cancels the running statement if the deadline has passed, unless it ends a transaction. */
  cancelIfLate(): void {
    const running = runningStatement(this.client);
    if (!running || !this.deadline?.hasPassed || ENDS_TRANSACTION.test(running.text)) return;
    this.cancel(running);
  }

  /** Cancels the running statement. A connection whose server does not cancel it is cut. */
  cancel(running: object): void {
    if (this.#canceling) return;
    const count = this.#canceled?.running === running ? this.#canceled.count + 1 : 1;
    this.#canceled = { running, count };
    if (count > MAX_CANCELS) return void socketOf(this.client).destroy();
    this.#canceling = cancelStatement(this.client)
      .then(
        () => undefined,
        (failure: Error) => {
          socketOf(this.client).destroy();
          return failure;
        },
      )
      .finally(() => (this.#canceling = undefined));
  }

  /**
   * Sets the bucket's epoch, as this process knows it, in the session. The bucket rejects an old epoch. Sets it once
   * for each session.
   * @param bucket a database without an epoch is not a bucket: nothing is set
   * @returns undefined if there was nothing to set
   * @throws an error for which `isUnavailable` is true if the bucket, or an organization in it, has moved since
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
   * Sets the session's schema and organization if they differ. Sent together with the next statement, so it costs no
   * round trip.
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
    // The session's user awaits this promise. Until then, its rejection must not end the process.
    set.catch(() => {});
    return set;
  }

  /** Runs one statement that sees all organizations' rows, and frees the connection. */
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
      this.release(broken);
    }
  }

  /** The open transaction, with statements on a search path; `Database.transaction` opens and ends it. */
  tx(path: string | undefined): Tx {
    let tx = this.#txs.get(path);
    if (!tx) {
      const send = this.send(path);
      // A statement that the work did not await must not run in the connection's next transaction.
      const query: SendQuery = (text, values) => {
        const scope = insideTransaction.getStore();
        if (scope?.open !== true) throw new Error('the transaction has ended');
        if (this.deadline?.hasPassed) throw tookTooLong();
        scope.begin();
        const sent = send(text, values);
        sent.catch((error: Error) => noteFailure(scope, error));
        return sent;
      };
      tx = kyselyOver(query);
      this.#txs.set(path, tx);
    }
    return tx;
  }

  /** Statements outside transactions, all on this connection. */
  get onOneConnection(): Tx {
    return (this.#onOneConnection ??= kyselyOver(this.reader.query));
  }

  /**
   * Sends all statements of a transaction, which commits them or has no effect.
   * @returns undefined, and sends nothing, if the session has not prepared all of them
   */
  asOne(statements: readonly Statement[]): Promise<void> | undefined {
    return this.#statements.asOne(this.client, statements, this.#path);
  }

  /** Sends a statement of the transaction before it returns. */
  send(path: string | undefined): SendQuery {
    const current = (): string | null | undefined =>
      this.#local === undefined ? this.#path : this.#local;
    const send = this.#statements.query(this.client, true, () => current() ?? undefined);
    return (text, values) => {
      if (!finds(current(), path)) {
        this.#local = path;
        // A failure aborts the transaction, and the next statement reports it.
        this.client.query(`SET LOCAL search_path = ${path}`).catch(() => {});
      }
      // A rollback to a savepoint also undoes SET LOCAL.
      if (/^ROLLBACK TO/i.test(text)) this.#local = null;
      return send(text, values);
    };
  }
}

/** The transaction in which these statements are sent. */
export function kyselyOver(query: SendQuery): Tx {
  const pool = { connect: async () => ({ query, release: () => {} }), end: async () => {} };
  return new Kysely<DB>({ dialect: new PostgresDialect({ pool: pool as never }) }) as Tx;
}

/** The session's settings are still being sent, so its answers count only once the settings have succeeded. */
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

/** Returns the settings of an organization's session as `options` of a separate connection. */
export function organizationOptions(tenantRole: string, orgId: string): string {
  const role = tenantRole.replaceAll(/[\s\\]/g, String.raw`\$&`);
  return `-c role=${role} -c oriki.org_id=${plainId(orgId)}`;
}
