/** Tables of modules, as the modules declare them. The platform itself names none. */

/** `SELECT`, `UPDATE` and others, or `UPDATE(column)` for one column. */
export type Privileges = readonly string[];

/** Rights of a role that only adds and reads rows. */
export const APPEND: Privileges = ['INSERT', 'SELECT'];

/** The facts in which a table differs from others. */
export type TableFacts = {
  /** The table is in the schema `shared`. */
  isShared?: true;
  /** Rights of the service's role, unless it may do everything but TRUNCATE. */
  service?: Privileges;
  /**
   * Rights of tenants' requests. By default they equal those of the service if the table has row-level security;
   * otherwise there are none. Set for tables that do not belong to tenants, or that only the service writes.
   */
  tenant?: Privileges;
  /** Columns with envelopes; those of tables with many rows have an index by key. */
  sealed?: readonly string[];
  /** True if rows are positions on one server. They stay there when their bucket moves. */
  staysAtMove?: true;
  /** The column with the holder of a lease. */
  lease?: string;
  /**
   * True if rows, or those with a status, wait for a worker or an operator; the metric of waiting work counts them as
   * `as`.
   */
  waiting?: { as: string; status?: string };
};

export type Tables = Readonly<Record<string, TableFacts>>;
