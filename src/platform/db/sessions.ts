/** Whose rows a session of the pool sees. */
import type pg from 'pg';
import type { Tx } from './database.ts';
import { holdWrites } from './session/driver-socket.ts';
import type { SendQuery } from './statements.ts';

export type Reader = { query: SendQuery; release: (error?: Error) => void };

/** A connection of the pool as `Database` hands it out. */
export type PooledSession = {
  /** For single statements outside a transaction. */
  reader: Reader;
  /** Whose rows the session sees; undefined: everybody's. */
  orgId: string | undefined;
  /** Bound to the connection; `Database.transaction` opens and ends the transaction itself. */
  tx: Tx;
  /** Puts a statement of the transaction on the wire before it returns. */
  send: SendQuery;
};

/** An identifier in SQL. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** Ids of organizations are made here: anything else in their place is a mistake, and must not become SQL. */
export function plainId(orgId: string): string {
  if (!/^\w+$/.test(orgId)) throw new Error('this is no id of an organization');
  return orgId;
}

/**
 * Makes the session see the rows of `orgId`, or everybody's, if it does not already. Leaves together with the statement
 * that follows, so it costs no round trip.
 * @returns undefined when there was nothing to do; after a rejection the session must not be used
 */
export function setOrganization(
  client: pg.PoolClient,
  session: PooledSession,
  orgId: string | undefined,
  tenantRole: string | undefined,
): Promise<unknown> | undefined {
  const before = session.orgId;
  if (before === orgId) return undefined;
  session.orgId = orgId;
  let text = 'RESET ROLE';
  if (orgId !== undefined) {
    text = `SET oriki.org_id = '${plainId(orgId)}'`;
    if (before === undefined) text = `SET ROLE ${quoted(tenantRole!)}; ${text}`;
  }
  holdWrites(client);
  const set = client.query(text);
  // Whoever uses the session waits for it; a rejection that nobody has come to yet must not end the process.
  set.catch(() => {});
  return set;
}

/** A session that is still being told whose rows it sees: what it answers counts only once that has succeeded. */
export function afterSetting({ query, release }: Reader, set: Promise<unknown>): Reader {
  let broken: Error | undefined;
  const settled = set.catch((error: Error) => (broken = error));
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
