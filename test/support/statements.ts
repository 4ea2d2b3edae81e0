/** Records the SQL statements of the service in this process, and finds how the database would select their rows. */
import pg from 'pg';

export type Recorded = {
  text: string;
  /** True if it was sent for one organization, under row-level security. */
  scoped: boolean;
  /** The numbers of the parameters that were, each time, the id of that organization or a list of only this id. */
  own: ReadonlySet<number>;
  /** The parameters of the last execution, as the driver got them. */
  values: readonly unknown[];
  /** True if it was ever sent inside a transaction. */
  inTransaction: boolean;
};

/** Returns true if the value is this id, or a list of only this id in PostgreSQL's format. */
function isOnly(value: unknown, id: string | undefined): boolean {
  return (
    id !== undefined &&
    typeof value === 'string' &&
    value
      .replaceAll(/^\{|\}$|"/g, '')
      .split(',')
      .every((each) => each === id)
  );
}

/**
 * Records every different statement of sessions of this role from now on, until `stop`.
 * @param user the role of the service's connections; tests use another one
 */
export function recordStatements(user: string): {
  all: () => Recorded[];
  /** The texts of statements that neither read nor write rows. */
  others: () => string[];
  stop: () => void;
} {
  const found = new Map<string, Recorded>();
  const others = new Set<string>();
  /** The organization whose rows a session sees. */
  const organizations = new WeakMap<object, string>();
  const transactions = new WeakSet<object>();
  // oxlint-disable-next-line typescript/unbound-method -- called with its own `this`
  const original = pg.Client.prototype.query as (...args: unknown[]) => unknown;
  function query(this: pg.Client, ...args: unknown[]): unknown {
    const [first, second] = args as [string | { text?: string; values?: unknown[] }, unknown];
    const { text, values } = typeof first === 'string' ? { text: first, values: undefined } : first;
    if (text !== undefined && this.user === user) {
      const [, entered] = /\bSET oriki\.org_id = '(\w+)'/.exec(text) ?? [];
      if (entered !== undefined) organizations.set(this, entered);
      if (text.includes('RESET ROLE')) organizations.delete(this);
      if (text.startsWith('BEGIN')) transactions.add(this);
      if (/^(COMMIT|ROLLBACK)$/.test(text)) transactions.delete(this);
      if (/^\s*(select|insert|update|delete|with)\b/i.test(text)) {
        const orgId = organizations.get(this);
        const sent = values ?? (Array.isArray(second) ? second : []);
        const key = `${orgId !== undefined} ${text}`;
        const before = found.get(key);
        const own = new Set<number>();
        for (const [i, value] of sent.entries())
          if (isOnly(value, orgId) && before?.own.has(i + 1) !== false) own.add(i + 1);
        const inTransaction = before?.inTransaction === true || transactions.has(this);
        found.set(key, { text, scoped: orgId !== undefined, own, values: sent, inTransaction });
      } else others.add(text);
    }
    return original.apply(this, args);
  }
  pg.Client.prototype.query = query as never;
  return {
    all: () => [...found.values()],
    others: () => [...others],
    stop: () => void (pg.Client.prototype.query = original as never),
  };
}

type Plan = {
  'Node Type': string;
  'Relation Name'?: string;
  Alias?: string;
  'CTE Name'?: string;
  'Subplan Name'?: string;
  'Index Cond'?: string;
  'TID Cond'?: string;
  Plans?: Plan[];
};

function within(plan: Plan): Plan[] {
  return [plan, ...(plan.Plans ?? []).flatMap(within)];
}

/** The column of each table with the organization's id. */
type Tables = ReadonlyMap<string, string>;
/** The numbers of the parameters with the caller's organization, or all of them. */
type Own = ReadonlySet<number> | 'any';

/**
 * Returns the names under which a plan has rows of tenants' tables, or rows computed from them. Their filter is checked
 * where they are read.
 */
function namesOfRows(root: Plan, tables: Tables): Set<string> {
  const all = within(root);
  const reads = (plan: Plan): boolean =>
    within(plan).some((node) =>
      node['Node Type'] === 'CTE Scan'
        ? all.some((other) => other['Subplan Name'] === `CTE ${node['CTE Name']}` && reads(other))
        : tables.has(node['Relation Name'] ?? ''),
    );
  return new Set(all.filter(reads).map(({ Alias }) => Alias ?? ''));
}

/** Returns true if an index finds only rows of the organization by this condition, whose terms are joined by AND. */
function isOfOrganization(condition: string, column: string, rows: Set<string>, own: Own): boolean {
  // Without the casts and brackets of domains.
  const terms = condition.replaceAll(/\((\$\d+|\w+\.\w+)\)::text\b/g, '$1');
  const [, parameter] = new RegExp(`\\b${column} = \\$(\\d+)\\)`).exec(terms) ?? [];
  if (parameter !== undefined && (own === 'any' || own.has(Number(parameter)))) return true;
  // The organization, or the address, of a row that the same statement has found.
  const same = new RegExp(
    `\\((?:${column} = (\\w+)\\.org_id|ctid = (\\w+)\\.\\w+|(\\w+)\\.\\w+ = ctid)\\)`,
  );
  const name = same.exec(terms)?.slice(1).find(Boolean);
  return name !== undefined && rows.has(name);
}

function unfiltered(root: Plan, tables: Tables, own: Own): string[] {
  const rows = namesOfRows(root, tables);
  const isFound = (plan: Plan, column: string): boolean => {
    const below = plan.Plans ?? [];
    if (plan['Node Type'] === 'BitmapOr') return below.every((branch) => isFound(branch, column));
    if (plan['Node Type'] === 'BitmapAnd' || plan['Node Type'] === 'Bitmap Heap Scan')
      return below.some((branch) => isFound(branch, column));
    return [plan['Index Cond'], plan['TID Cond']].some(
      (condition) => condition !== undefined && isOfOrganization(condition, column, rows, own),
    );
  };
  return within(root)
    .filter((plan) => plan['Node Type'].endsWith(' Scan'))
    .map((plan) => ({ plan, table: plan['Relation Name'] ?? '' }))
    .filter(({ plan, table }) => tables.has(table) && !isFound(plan, tables.get(table)!))
    .map(({ table }) => table);
}

/**
 * Returns the tables of which the statement reads rows without an index condition on the organization. The planner
 * must not read whole tables because they are small, so any remaining table has no such condition.
 * @param owner a session without row-level security
 * @param tables the column with the organization's id, for each table of tenants
 * @param own the numbers of the parameters with the id of the caller's organization; `any`: there is no such caller,
 * and one organization is enough
 */
export async function tablesReadAcross(
  owner: pg.Client,
  text: string,
  tables: Tables,
  own: Own,
): Promise<string[]> {
  const { rows } = await owner.query({
    text: `EXPLAIN (GENERIC_PLAN, FORMAT JSON) ${text}`,
  });
  const [{ Plan: plan }] = rows[0]['QUERY PLAN'] as [{ Plan: Plan }];
  return [...new Set(unfiltered(plan, tables, own))].toSorted();
}
