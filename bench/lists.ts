import { selectActions } from '../src/modules/audit/actions/store.ts';
import { selectVerifications } from '../src/modules/identity/audit/store.ts';
import { lastWithdrawal } from '../src/modules/identity/index.ts';
import { selectHits } from '../src/modules/monitoring/hits/shown/store.ts';
import { selectEntries } from '../src/modules/lists/tenant/store.ts';
import { selectScreenings } from '../src/modules/screening/history/store.ts';
import { selectSubjects } from '../src/modules/monitoring/subjects/store.ts';
import { selectDeliveries } from '../src/modules/webhooks/deliveries/store.ts';
import type { Queryable } from '../src/platform/db/database.ts';
import type { Listed, Page } from '../src/platform/db/lists/keyset.ts';
import { explaining, rowsRead } from '../test/support/explaining.ts';
import { fillList, LIST_ROWS } from '../test/support/list-rows.ts';
import { median } from './support/measure.ts';
import { result } from './support/result.ts';
import { openBench } from './support/server.ts';

/**
 * Compares pages of lists with a million rows of one organization: page 10,000 by cursor with the first page, both with
 * the total. Also counts the table rows that the page reads.
 */
const ROWS = Number(process.env['ORIKI_BENCH_LIST_ROWS'] ?? 1_000_000);
const LIMIT = 20;
const FAR = 10_000;
const EACH = 41;
const ORG = 'org_1';
const PARENT = 'parent_1';

type Read = (db: Queryable, page: Page) => Promise<Listed<object>>;

const LISTS: Record<string, Read> = {
  listDeliveries: (db, page) => selectDeliveries(db, ORG, PARENT, {}, page),
  listHits: (db, page) => selectHits(db, ORG, { status: 'open' }, page),
  listScreenings: (db, page) =>
    selectScreenings(db, ORG, {}, page, lastWithdrawal(ORG, 'screenings.subject_id')),
  listSubjects: (db, page) => selectSubjects(db, ORG, {}, page),
  listScreeningEntries: (db, page) => selectEntries(db, ORG, PARENT, ROWS, page),
  listIdentityVerifications: (db, page) => selectVerifications(db, ORG, {}, page),
  listAuditActions: (db, page) => selectActions(db, ORG, {}, page),
};

async function time(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

const bench = await openBench();
const { opened, owner } = bench;
try {
  const { db, plans } = explaining(owner as never);
  let most = 0;
  for (const [operationId, read] of Object.entries(LISTS)) {
    const { table } = LIST_ROWS[operationId]!;
    await fillList(owner as never, operationId, { orgId: ORG, parent: PARENT }, ROWS);
    await owner.query(`VACUUM ANALYZE ${table}`);
    const first: Page = { page: 1, limit: LIMIT, offset: 0 };
    const before = await read(opened.db.read, {
      ...first,
      offset: (FAR - 1) * LIMIT - 1,
      limit: 1,
    });
    const far: Page = { ...first, page: FAR, after: before.next! };
    const ms: [number[], number[]] = [[], []];
    for (let i = 0; i < EACH; i += 1)
      for (const [at, page] of [first, far].entries())
        ms[at]!.push(await time(() => read(opened.db.read, page)));
    plans();
    for (const page of [first, far]) {
      await read(db, page);
      most = Math.max(most, rowsRead(plans()[0]!, table));
    }
    const [one, other] = [median(ms[0]), median(ms[1])];
    result({
      what: `${operationId}: page ${FAR} by cursor`,
      measured: `${other.toFixed(1)} ms`,
      baseline: `${one.toFixed(1)} ms, page 1`,
      figure: other / one,
      atMost: 1.5,
    });
  }
  result({
    what: `Rows that a page of ${LIMIT} reads, the most of all lists`,
    measured: `${most}`,
    figure: most,
    atMost: LIMIT + 1,
  });
} finally {
  await bench.close();
}
