/** Counts the statements that the service in this process sends to PostgreSQL, and its waits for answers. */
import pg from 'pg';

export type Exchanges = {
  begin: () => void;
  /** Returns the statements since `begin`, once PostgreSQL has answered them all. */
  end: () => Promise<{ statements: string[]; exchanges: number }>;
  stop: () => void;
};

/** @param user the role of the service's connections; tests use another one */
export function watchExchanges(user: string): Exchanges {
  let statements: string[] = [];
  let exchanges = 0;
  const waiting = new Set<pg.Client>();
  const watched = new WeakSet<pg.Client>();
  // oxlint-disable-next-line typescript/unbound-method -- called with its own `this`
  const original = pg.Client.prototype.query as (...args: unknown[]) => unknown;
  function query(this: pg.Client, ...args: unknown[]): unknown {
    const [first] = args as [string | { text?: string; statements?: { text: string }[] }];
    const texts = typeof first === 'string' ? [first] : first.statements?.map(({ text }) => text);
    const text = typeof first === 'string' ? first : first.text;
    if (text !== undefined && this.user === user) {
      for (const one of texts ?? [text]) statements.push(one.replaceAll(/\s+/g, ' ').trim());
      if (!waiting.has(this)) exchanges += 1;
      waiting.add(this);
      if (!watched.has(this)) this.on('drain', () => void waiting.delete(this));
      watched.add(this);
    }
    return original.apply(this, args);
  }
  pg.Client.prototype.query = query as never;
  return {
    begin() {
      statements = [];
      exchanges = 0;
    },
    async end() {
      while (waiting.size > 0) await new Promise((resolve) => setImmediate(resolve));
      return { statements, exchanges };
    },
    stop: () => void (pg.Client.prototype.query = original as never),
  };
}
