/** Records the SQL that the service in this process sends, and says how the database would find its rows. */
import pg from 'pg';

export type Recorded = {
  text: string;
  /** Whether it was sent for one organization, under row-level security. */
  scoped: boolean;
};

/**
 * Every different statement of sessions of this role from now on, until it is told to stop.
 * @param user the role that the service connects as: tests are somebody else
 */
export function recordStatements(user: string): { all: () => Recorded[]; stop: () => void } {
  const found = new Map<string, Recorded>();
  const scoped = new WeakMap<object, boolean>();
  // oxlint-disable-next-line typescript/unbound-method -- called with its own `this`
  const original = pg.Client.prototype.query as (...args: unknown[]) => unknown;
  function query(this: pg.Client, ...args: unknown[]): unknown {
    const [first] = args as [string | { text?: string }];
    const text = typeof first === 'string' ? first : first?.text;
    if (text !== undefined && this.user === user) {
      if (text.startsWith('SET ROLE')) scoped.set(this, true);
      if (text.startsWith('RESET ROLE')) scoped.set(this, false);
      const isScoped = scoped.get(this) ?? false;
      if (/^\s*(select|insert|update|delete|with)\b/i.test(text))
        found.set(`${isScoped} ${text}`, { text, scoped: isScoped });
    }
    return original.apply(this, args);
  }
  pg.Client.prototype.query = query as never;
  return {
    all: () => [...found.values()],
    stop: () => void (pg.Client.prototype.query = original as never),
  };
}

type Plan = {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Cond'?: string;
  'TID Cond'?: string;
  Plans?: Plan[];
};

/** Conditions by which an index finds rows for this node; of a bitmap, those of the indexes below it. */
function conditions(plan: Plan): string[] {
  const own = [plan['Index Cond'], plan['TID Cond']].filter((text) => text !== undefined);
  if (plan['Node Type'] !== 'Bitmap Heap Scan') return own;
  const below = (node: Plan): string[] => [
    ...(node['Index Cond'] === undefined ? [] : [node['Index Cond']]),
    ...(node.Plans ?? []).flatMap(below),
  ];
  return (plan.Plans ?? []).flatMap(below);
}

function unfiltered(plan: Plan, tables: ReadonlySet<string>): string[] {
  const table = plan['Relation Name'];
  const reads = plan['Node Type'].endsWith(' Scan') && plan['Node Type'] !== 'Bitmap Index Scan';
  // A row that was found by its address was found by its organization before, in the same statement.
  const found = conditions(plan).some((text) => /\borg_id = |\bctid\b/.test(text));
  const here = reads && table !== undefined && tables.has(table) && !found ? [table] : [];
  return [...here, ...(plan.Plans ?? []).flatMap((child) => unfiltered(child, tables))];
}

/**
 * Tables of which the statement reads rows that no index condition on `org_id` has chosen. The planner is kept from
 * reading whole tables because they are small, so what is left is what has no such condition.
 * @param owner a session that no policy adds conditions for
 */
export async function tablesReadAcross(
  owner: pg.Client,
  text: string,
  tables: ReadonlySet<string>,
): Promise<string[]> {
  const { rows } = await owner.query({
    text: `EXPLAIN (GENERIC_PLAN, FORMAT JSON) ${text}`,
  });
  const [{ Plan: plan }] = rows[0]['QUERY PLAN'] as [{ Plan: Plan }];
  return [...new Set(unfiltered(plan, tables))].toSorted();
}
