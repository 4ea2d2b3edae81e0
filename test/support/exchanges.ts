/** Counts what the service in this process sends to PostgreSQL, and how often it waits for that. */
import pg from 'pg';

export type Exchanges = {
  begin: () => void;
  /** Returns what was sent since `begin`, once PostgreSQL has answered all of it. */
  end: () => Promise<{ statements: string[]; exchanges: number }>;
  stop: () => void;
};

/** @param user the role that the service connects as: tests are somebody else */
export function watchExchanges(user: string): Exchanges {
  let statements: string[] = [];
  let exchanges = 0;
  const waiting = new Set<pg.Client>();
  const watched = new WeakSet<pg.Client>();
  // oxlint-disable-next-line typescript/unbound-method -- called with its own `this`
  const original = pg.Client.prototype.query as (...args: unknown[]) => unknown;
  function query(this: pg.Client, ...args: unknown[]): unknown {
    const [first] = args as [string | { text?: string }];
    const text = typeof first === 'string' ? first : first.text;
    if (text !== undefined && this.user === user) {
      statements.push(text.replaceAll(/\s+/g, ' ').trim());
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
