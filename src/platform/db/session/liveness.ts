import { sql, type RawBuilder } from 'kysely';
import { newId } from '../../ids.ts';

/** Prefix of names whose lock tells whether their process lives. */
const WITH_SESSION = 'session';
/** Prefix of names that tell nothing: what they hold is theirs until its time is over. */
const WITHOUT_SESSION = 'process';

/**
 * The lock of a name. A session of the process holds it, so PostgreSQL frees it when the process dies, at once, and
 * when its machine does, once it notices that the connection is dead.
 */
function lockOf(name: RawBuilder<unknown>) {
  return sql`hashtextextended(${name}, 0)`;
}

/** True of the name in this column if its session has ended. Costs one lock that is free; call it once a name. */
export function hasEnded(column: string): RawBuilder<boolean> {
  const name = sql.ref(column);
  return sql<boolean>`(starts_with(${name}, ${`${WITH_SESSION}_`})
    AND pg_try_advisory_xact_lock_shared(${lockOf(name)}))`;
}

/**
 * The name under which this process holds leases, which dies with the process: others see by its lock whether the
 * session of that name still lives. A session that is lost takes its name along, and the next one has a new name, so
 * nobody ever waits for the lock of a session that PostgreSQL takes for alive. Without a session the name tells
 * nothing, and what is held under it ends by time alone.
 */
export class Liveness {
  #name = newId(WITHOUT_SESSION);
  #hasSession = false;
  readonly #onChange: (() => void)[] = [];

  get name(): string {
    return this.#name;
  }

  /** Tells whether the name's lock is held: only then is it fair to judge others by theirs. */
  get hasSession(): boolean {
    return this.#hasSession;
  }

  /** @param run is called when the name has changed: what is held under the former one has to be moved to it */
  onChange(run: () => void): void {
    this.#onChange.push(run);
  }

  /** A session has begun. @param query runs in it */
  async began(query: (text: string, values: unknown[]) => Promise<unknown>): Promise<void> {
    const name = newId(WITH_SESSION);
    await query('SELECT pg_advisory_lock(hashtextextended($1, 0))', [name]);
    this.#become(name, true);
  }

  /** The session has ended, or is not the process's own. */
  ended(): void {
    if (this.#hasSession) this.#become(newId(WITHOUT_SESSION), false);
  }

  #become(name: string, hasSession: boolean): void {
    this.#name = name;
    this.#hasSession = hasSession;
    for (const run of this.#onChange) run();
  }
}
