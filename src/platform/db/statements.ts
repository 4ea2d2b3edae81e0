import type pg from 'pg';
import { startStatement } from '../observability/tracing.ts';
import { sendAsOne } from './session/one-transaction.ts';

/**
 * The limit of prepared statements, above the number of the service's distinct texts. Further statements are not
 * prepared.
 */
const MAX_STATEMENTS = 1000;
const PREPARABLE = /^\s*(select|insert|update|delete|with)\b/i;

/** A statement and its parameters. */
export type Statement = { sql: string; parameters: readonly unknown[] };

export type SendQuery = (text: string, values?: readonly unknown[]) => Promise<pg.QueryResult>;

/**
 * Returns true for "cached plan must not change result type": a migration has changed a table while the process runs.
 */
export function isStalePlan(error: unknown): boolean {
  const { code, routine } = error as { code?: string; routine?: string };
  return code === '0A000' && routine === 'RevalidateCachedQuery';
}

/**
 * Gives each SQL text a name, so that PostgreSQL parses and plans it once per connection instead of once per request.
 * Each schema gets separate names, because PostgreSQL plans again whenever the search path differs from the last use.
 * There are few texts, because values are always parameters.
 */
export class Statements {
  readonly #names = new Map<string | undefined, Map<string, string>>();
  #count = 0;
  #generation = 0;

  #name(text: string, schema: string | undefined): string | undefined {
    let names = this.#names.get(schema);
    if (!names) this.#names.set(schema, (names = new Map()));
    let name = names.get(text);
    if (name === undefined && names.size < MAX_STATEMENTS && PREPARABLE.test(text)) {
      name = `oriki_${this.#generation}_${(this.#count += 1)}`;
      names.set(text, name);
    }
    return name;
  }

  /** Gives all statements new names after a migration has changed one. */
  #forgetIfStale(error: unknown): boolean {
    if (!isStalePlan(error)) return false;
    this.#generation += 1;
    this.#names.clear();
    return true;
  }

  /**
   * Sends statements as one transaction that has no other statements.
   * @returns undefined, and sends nothing, if the connection has not prepared all of them: see `sendAsOne`
   */
  asOne(
    client: pg.ClientBase,
    statements: readonly Statement[],
    schema: string | undefined,
  ): Promise<void> | undefined {
    const prepared = statements.map(({ sql: text, parameters: values }) => ({
      name: this.#name(text, schema) ?? '',
      text,
      values,
    }));
    const sent = sendAsOne(client, prepared);
    return sent && this.#outcome(sent, statements);
  }

  async #outcome(sent: Promise<void>, statements: readonly Statement[]): Promise<void> {
    const ends = statements.map(({ sql: text }) => startStatement(text));
    try {
      await sent;
      for (const end of ends) end?.();
    } catch (error) {
      for (const end of ends) end?.({ error: (error as { code?: string }).code ?? 'error' });
      this.#forgetIfStale(error);
      throw error;
    }
  }

  /**
   * Runs `client.query` with prepared statements. After a migration, all statements get new names. The query that
   * noticed the migration runs again unless a transaction is open; that transaction is lost.
   * @param schemaOf returns the session's schema at the time of a statement
   */
  query(
    client: pg.ClientBase,
    inTransaction: boolean,
    schemaOf: () => string | undefined = () => undefined,
  ): SendQuery {
    const send: SendQuery = async (text, values) => {
      const parameters = values === undefined ? {} : { values: values as unknown[] };
      const name = this.#name(text, schemaOf());
      if (name === undefined) return client.query({ text, ...parameters });
      try {
        return await client.query({ name, text, ...parameters });
      } catch (error) {
        if (!this.#forgetIfStale(error) || inTransaction) throw error;
        return client.query({ text, ...parameters });
      }
    };
    return async (text, values) => {
      const end = startStatement(text);
      if (!end) return send(text, values);
      try {
        const result = await send(text, values);
        end();
        return result;
      } catch (error) {
        end({ error: (error as { code?: string }).code ?? 'error' });
        throw error;
      }
    };
  }
}
