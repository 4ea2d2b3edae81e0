import { Kysely, PostgresDialect } from 'kysely';
import type pg from 'pg';
import type { Queryable } from '../../src/platform/db/database.ts';
import type { DB } from '../../src/platform/db/types.ts';

export type PlanNode = {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  /** Bytes of a row. */
  'Plan Width': number;
  Plans?: PlanNode[];
};
/** Returns a plan's nodes, outer ones first. */
export function nodesOf(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(nodesOf)];
}

/** Wraps a database so that it also explains each statement. @returns also the plans since the last call */
export function explaining(pool: Pick<pg.Pool, 'query'>): {
  db: Queryable;
  plans: () => PlanNode[];
} {
  const plans: PlanNode[] = [];
  const query = async (text: string, values: unknown[]) => {
    const answer = await pool.query(`EXPLAIN (ANALYZE, FORMAT JSON) ${text}`, values);
    plans.push(answer.rows[0]['QUERY PLAN'][0].Plan);
    return { ...(await pool.query(text, values)), command: 'SELECT' };
  };
  const client = { query, release: () => {} };
  const explainer = { connect: async () => client, end: async () => {} };
  return {
    db: new Kysely<DB>({ dialect: new PostgresDialect({ pool: explainer as never }) }),
    plans: () => plans.splice(0),
  };
}

/** Returns the number of rows of a table that a plan reads, including discarded ones. */
export function rowsRead(plan: PlanNode, table: string): number {
  return nodesOf(plan)
    .filter((node) => node['Relation Name'] === table)
    .reduce(
      (sum, node) =>
        sum + (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'],
      0,
    );
}
