/**
 * Statements that PostgreSQL runs as one transaction because one Sync follows all of them
 * (https://www.postgresql.org/docs/current/protocol-flow.html#PROTOCOL-FLOW-PIPELINING). They need no BEGIN, COMMIT or
 * answer in between, and an error undoes all. pg sends a Sync after each statement, so this uses two internals of the
 * driver; `one-transaction.test.ts` fails when a version of pg changes them.
 */
import pg from 'pg';

export type Prepared = { name: string; text: string; values: readonly unknown[] };

type Connection = { parsedStatements: Record<string, string>; sync: () => void };
type Sendable = { prepare: (connection: Connection) => void };

class OneTransaction extends pg.Query {
  readonly statements: readonly Prepared[];

  constructor(statements: readonly Prepared[], callback: (error?: Error) => void) {
    super({ text: '', queryMode: 'extended' } as pg.QueryConfig, callback as never);
    this.statements = statements;
  }

  /** Overrides the driver's method for one statement. */
  prepare(connection: Connection): void {
    const withoutSync = Object.create(connection, { sync: { value: () => {} } }) as Connection;
    for (const statement of this.statements)
      (new pg.Query(statement as pg.QueryConfig) as unknown as Sendable).prepare(withoutSync);
    connection.sync();
  }
}

/**
 * Sends the statements before it returns, as one transaction.
 * @returns undefined, and sends nothing, if the connection has not prepared all of them
 * @throws the error of the first statement that failed; none has an effect then. A lost connection leaves the outcome
 * unknown.
 */
export function sendAsOne(
  client: pg.ClientBase,
  statements: readonly Prepared[],
): Promise<void> | undefined {
  const { parsedStatements } = (client as unknown as { connection: Connection }).connection;
  if (statements.some(({ name }) => parsedStatements[name] === undefined)) return undefined;
  return new Promise((resolve, reject) => {
    client.query(new OneTransaction(statements, (error) => (error ? reject(error) : resolve())));
  });
}
