/**
 * A transaction over several schemas, possibly on several servers, that commits in all of them or in none. On one
 * server it is one transaction. With several servers, each except the first prepares its part (PREPARE TRANSACTION).
 * The commit of the first, which writes a row to `transaction_decisions`, decides. `recovery.ts` ends parts that a
 * crash has left prepared.
 */
import { sql, type RawBuilder } from 'kysely';
import { newId } from '../../ids.ts';
import type { Database, Tx } from '../database.ts';
import type { Server } from '../session/server.ts';
import { kyselyOver, type Session } from '../session/session.ts';
import { insideTransaction, noteFailure } from '../transaction-scope.ts';

/** The prefix of the names of Oriki's prepared transactions. The deciding schema and an id follow it. */
export const PREPARED = 'oriki';

const DECISIONS = 'transaction_decisions';

/** The name of a prepared part. @param schema of the transaction that decides */
export function nameOfPart(schema: string | undefined, id: string, part: number): string {
  return `${PREPARED}:${schema}:${id}:${part}`;
}

/** The decisions of the transactions that began in a database; each schema has its own table. */
export function decisionsOf({ schema }: Database): RawBuilder<unknown> {
  return sql.table(schema === undefined ? DECISIONS : `${schema}.${DECISIONS}`);
}

/** A part on another server. */
type Part = { database: Database; session: Promise<Session>; begun: Promise<unknown> };

/** Explains the repair for a server that cannot prepare transactions ("object_not_in_prerequisite_state"). */
function explain(cause: Error & { code?: string }): never {
  if (cause.code !== '55000') throw cause;
  const message = 'a server cannot prepare transactions: set max_prepared_transactions to 100';
  throw Object.assign(new Error(message, { cause }), { code: '57P03' });
}

async function hasWritten({ client }: Session): Promise<boolean> {
  const { rows } = await client.query<{ yes: boolean }>(
    'SELECT pg_current_xact_id_if_assigned() IS NOT NULL AS yes',
  );
  return rows[0]!.yes;
}

export class Parts {
  readonly #origin: Database;
  /** The server where the transaction began; the bucket may have moved since. */
  readonly #server: Server;
  readonly #session: Session;
  readonly #parts = new Map<Server, Part>();
  /** Sessions with a prepared part, by the part's name. */
  readonly #prepared = new Map<string, Session>();
  /** Sessions whose part has changed nothing. */
  readonly #readers: Session[] = [];

  constructor(origin: Database, server: Server, session: Session) {
    this.#origin = origin;
    this.#server = server;
    this.#session = session;
  }

  /** True if there are parts on other servers. */
  get any(): boolean {
    return this.#parts.size > 0;
  }

  /** The databases that the transaction has used, one per server. */
  get places(): Database[] {
    return [this.#origin, ...[...this.#parts.values()].map(({ database }) => database)];
  }

  /** The transaction with the tables of another database. */
  tx(target: Database): Tx {
    if (target.server === this.#server) {
      insideTransaction.getStore()!.begin();
      // A failure ends the transaction, which then throws the failure.
      this.#session
        .enterBucket(target)
        ?.catch((error: Error) => noteFailure(insideTransaction.getStore()!, error));
      return this.#session.tx(target.path);
    }
    let part = this.#parts.get(target.server);
    if (!part) this.#parts.set(target.server, (part = this.#begin(target)));
    const { session, begun } = part;
    return kyselyOver(async (text, values) => {
      const scope = insideTransaction.getStore();
      if (scope?.open !== true) throw new Error('the transaction has ended');
      try {
        const one = await session;
        await begun;
        await one.enterBucket(target);
        return await one.send(target.path)(text, values);
      } catch (error) {
        noteFailure(scope, error as Error);
        throw error;
      }
    });
  }

  #begin(database: Database): Part {
    const { server, path } = database;
    const session = this.#origin.buckets!.forParts(server).session();
    const begun = session.then(async (one) => {
      await one.enter({ path, orgId: undefined }, server.tenantRole);
      return one.client.query('BEGIN');
    });
    begun.catch(() => {});
    return { database, session, begun };
  }

  /**
   * Prepares the parts before the origin's commit. After that commit, every part can be committed in any case.
   * @param originWrites true if the origin still has a statement that writes
   * @throws the reason that a part cannot commit
   */
  async prepare(originWrites: boolean): Promise<void> {
    const sessions = await Promise.all(
      [...this.#parts.values()].map(async ({ session, begun }) => {
        await begun;
        return session;
      }),
    );
    const writers: Session[] = [];
    for (const session of sessions)
      if (await hasWritten(session)) writers.push(session);
      else this.#readers.push(session);
    if (writers.length === 0) return;
    // A single writer needs no second phase, because no other part would have to be rolled back.
    if (writers.length === 1 && !originWrites && !(await hasWritten(this.#session))) {
      await writers[0]!.client.query('COMMIT');
      this.#readers.push(writers[0]!);
      return;
    }
    const id = newId('txn');
    // The service itself writes the decision, also in a transaction that sees only one organization's rows.
    this.#session.client.query('SET LOCAL ROLE NONE').catch(() => {});
    await sql`INSERT INTO ${decisionsOf(this.#origin)} (id, outcome) VALUES (${id}, 'committed')`.execute(
      this.#session.tx(this.#origin.path),
    );
    for (const [i, session] of writers.entries()) {
      const name = nameOfPart(this.#origin.schema, id, i);
      await session.client.query(`PREPARE TRANSACTION '${name}'`).catch(explain);
      this.#prepared.set(name, session);
    }
  }

  /** Commits the parts after the origin's commit. */
  async commit(): Promise<void> {
    for (const session of this.#readers) await this.#end(session, 'COMMIT');
    for (const [name, session] of this.#prepared)
      await this.#end(session, `COMMIT PREPARED '${name}'`);
  }

  /**
   * Ends the parts after a failure. @param isUnknown true if the origin may have committed; recovery then determines
   * the outcome
   */
  async abandon(isUnknown: boolean): Promise<void> {
    const prepared = new Set(this.#prepared.values());
    for (const [name, session] of this.#prepared)
      if (isUnknown) session.release();
      else await this.#end(session, `ROLLBACK PREPARED '${name}'`);
    for (const { session, begun } of this.#parts.values()) {
      const one = await session.catch(() => undefined);
      await begun.catch(() => {});
      if (one && !prepared.has(one)) await this.#end(one, 'ROLLBACK');
    }
  }

  async #end(session: Session, text: string): Promise<void> {
    let broken: Error | undefined;
    await session.client.query(text).catch((error: Error) => (broken = error));
    session.release(broken);
  }
}
