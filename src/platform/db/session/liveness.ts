import { sql, type RawBuilder } from 'kysely';
import { newId } from '../../ids.ts';

/** Prefix of names whose lock shows whether their process is alive. */
const WITH_SESSION = 'session';
/** Prefix of names without a lock: their leases end by time. */
const WITHOUT_SESSION = 'process';

/**
 * The lock of a name, held by a session of the process. PostgreSQL frees it immediately when the process dies. When its
 * machine dies, PostgreSQL frees it once it notices the dead connection.
 */
function lockOf(name: RawBuilder<unknown>) {
  return sql`hashtextextended(${name}, 0)`;
}

/** True if the session of the name in this column has ended. Takes the lock if it is free, so call it once per name. */
export function hasEnded(column: string): RawBuilder<boolean> {
  const name = sql.ref(column);
  return sql<boolean>`(starts_with(${name}, ${`${WITH_SESSION}_`})
    AND pg_try_advisory_xact_lock_shared(${lockOf(name)}))`;
}

/**
 * The name under which this process holds leases. Its lock shows other processes whether the session of that name is
 * alive. A lost session ends its name, and the next session has a new one. So no process waits for the lock of a
 * session that PostgreSQL wrongly regards as alive. Without a session the name proves nothing, and its leases end only
 * by time.
 */
export class Liveness {
  #name = newId(WITHOUT_SESSION);
  #hasSession = false;
  readonly #onChange: (() => void)[] = [];

  get name(): string {
    return this.#name;
  }

  /** True if the name's lock is held. Only then may this process judge others by their locks. */
  get hasSession(): boolean {
    return this.#hasSession;
  }

  /** @param run called when the name has changed: leases under the old name must move to the new one */
  onChange(run: () => void): void {
    this.#onChange.push(run);
  }

  /** Call it when a session has begun. @param query runs in that session */
  async began(query: (text: string, values: unknown[]) => Promise<unknown>): Promise<void> {
    const name = newId(WITH_SESSION);
    await query('SELECT pg_advisory_lock(hashtextextended($1, 0))', [name]);
    this.#become(name, true);
  }

  /** Call it when the session has ended or belongs to a pooler. */
  ended(): void {
    if (this.#hasSession) this.#become(newId(WITHOUT_SESSION), false);
  }

  #become(name: string, hasSession: boolean): void {
    this.#name = name;
    this.#hasSession = hasSession;
    for (const run of this.#onChange) run();
  }
}
