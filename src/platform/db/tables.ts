/** Tables of modules, as the modules declare them. The platform itself names none. */

/** `SELECT`, `UPDATE` and others, or `UPDATE(column)` for one column. */
export type Privileges = readonly string[];

/** Rights of those who only add rows and read them. */
export const APPEND: Privileges = ['INSERT', 'SELECT'];

/** The way in which a table differs from others. */
export type TableFacts = {
  /** The table is in the schema `shared`. */
  isShared?: true;
  /** Rights of the service's role, unless it may do everything but TRUNCATE. */
  service?: Privileges;
  /**
   * Rights of tenants' requests, unless they are those of the service with row-level security, and none without. For
   * tables that are not the tenants' own, or that others write for them.
   */
  tenant?: Privileges;
  /** Columns with envelopes; those of tables with many rows have an index by key. */
  sealed?: readonly string[];
  /** Columns with ids of organizations' own, in rows that change. */
  externalIds?: readonly string[];
  /** Rows are positions on one server, and stay there when their bucket moves. */
  staysAtMove?: true;
  /** The column with the holder of a lease. */
  lease?: string;
  /** Rows, or those of a status, wait for a worker or an operator; the metric of waiting work counts them as `as`. */
  waiting?: { as: string; status?: string };
};

export type Tables = Readonly<Record<string, TableFacts>>;
