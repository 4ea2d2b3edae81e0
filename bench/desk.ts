import { CASES, fillDesk, HITS } from './support/desk-rows.ts';
import { median } from './support/measure.ts';
import { result } from './support/result.ts';
import { openBench } from './support/server.ts';

/**
 * Measures requests of people at the desk in an organization with 200,000 hits and 40,000 cases: each filter and order
 * of hits and of cases and their pairs, the next case, and the figures of today and of the team. Prints the median of
 * every request, and reports the slowest of each kind.
 */
const ROUNDS = 3;
const REQUIRED_MS = 300;
const CLAIMS = 20;

function ago(days: number): string {
  return new Date(Date.now() - days * 86_400_000).toISOString();
}
/** One filter of each kind: a query parameter with its value, `&` between several. */
const HIT_FILTERS = [
  'status=open',
  'status=true_match',
  'status=false_positive',
  'status=closed',
  'subjectId=subject-0000000',
  'subjectId=subject-0000007',
  'listId=list_00000000000000000000000003',
  'listId=list_00000000000000000000000009',
  'listId=none',
  'kind=sanctions',
  'kind=tenant_blocklist',
  'kind=embargo',
  'minScore=99',
  'minScore=99.99',
  'maxScore=76',
  'maxScore=70',
  'minScore=80&maxScore=85',
  `from=${ago(1)}`,
  `to=${ago(40)}`,
  `from=${ago(41)}&to=${ago(40)}`,
  'assignee=usr_01',
  'assignee=usr_30',
  'assignee=none',
  'isAssigned=true',
  'isAssigned=false',
  'isOverdue=true',
  'isOverdue=false',
  'isWaiting=true',
  'isWaiting=false',
];
const HIT_SORTS = [
  'newest',
  'oldest',
  'highest_score',
  'lowest_score',
  'subject',
  'subject_reverse',
];
const CASE_FILTERS = [
  'status=OPEN',
  'status=IN_REVIEW',
  'status=CLOSED',
  'outcome=TRUE_MATCH',
  'outcome=INCONCLUSIVE',
  'priority=LOW',
  'priority=MEDIUM',
  'priority=HIGH',
  'priority=URGENT',
  'assignee=usr_01',
  'assignee=usr_30',
  'assignee=none',
  'subjectId=subject-0000000',
  'subjectId=subject-0000007',
  'dueBefore=2020-01-01T00:00:00Z',
  `dueBefore=${ago(0)}`,
  'claimed=true',
  'claimed=false',
  'isAssigned=true',
  'isAssigned=false',
  'isSnoozed=true',
  'isSnoozed=false',
  'type=fraud',
  'type=rare',
  'tag=tag-0',
  'tag=tag-rare',
  'tag=none',
  `from=${ago(1)}`,
  `to=${ago(150)}`,
];
const CASE_SORTS = ['newest', 'oldest', 'due', 'snooze'];
/** Most work at the desk concerns open objects, or one's own. */
const HIT_VIEWS = ['', 'status=open', 'status=open&assignee=usr_01', 'status=open&assignee=usr_30'];
const CASE_VIEWS = [
  '',
  'isOpen=true',
  'isOpen=true&assignee=usr_01',
  'isOpen=true&assignee=usr_30',
];

/** Returns the queries of views with one more filter and an order. Omits filters that the view already has. */
function pairsOf(views: string[], filters: string[], sorts: string[]): string[] {
  const names = (query: string): string[] => [...new URLSearchParams(query).keys()];
  return views.flatMap((view) =>
    ['', ...filters]
      .filter((filter) => !names(filter).some((name) => names(view).includes(name)))
      .flatMap((filter) => sorts.map((sort) => `${view}&${filter}&sort=${sort}`)),
  );
}

const bench = await openBench();
try {
  const { owner, orgId, key } = bench;
  await fillDesk(owner, orgId);
  const { rows } = await owner.query('SELECT item_id FROM case_items ORDER BY item_id LIMIT 1');
  const url = await bench.start('bin/oriki.cjs serve', {
    ORIKI_RATE_LIMITS: 'off',
    ORIKI_ROLE: 'api',
  });
  const ask = async (path: string, method = 'GET'): Promise<number> => {
    const began = performance.now();
    const answer = await fetch(`${url}/api/v1${path}`, { method, headers: { 'x-api-key': key } });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${path}: ${text}`);
    return performance.now() - began;
  };
  /** Prints the median of each path. */
  const measure = async (what: string, paths: string[]): Promise<void> => {
    const found: { path: string; ms: number }[] = [];
    for (const path of paths) {
      await ask(path);
      const times: number[] = [];
      for (let i = 0; i < ROUNDS; i += 1) times.push(await ask(path));
      found.push({ path, ms: median(times) });
    }
    found.sort((a, b) => b.ms - a.ms);
    for (const { path, ms } of found) console.log(`${ms.toFixed(1).padStart(7)} ms  ${path}`);
    result({
      what: `${what}, the slowest of ${found.length}`,
      measured: `${found[0]!.path}; ${median(found.map(({ ms }) => ms)).toFixed(1)} ms in the median`,
      figure: found[0]!.ms,
      unit: 'ms',
      atMost: REQUIRED_MS,
    });
  };
  const what = `with ${HITS} hits and ${CASES} cases`;
  await measure(
    `GET /fraud/hits ${what}`,
    pairsOf(HIT_VIEWS, HIT_FILTERS, HIT_SORTS).map(
      (query) => `/fraud/hits?withSubject=true&limit=100&${query}`,
    ),
  );
  await measure(
    'GET /cases',
    pairsOf(CASE_VIEWS, [...CASE_FILTERS, `itemId=${rows[0].item_id}`], CASE_SORTS).map(
      (query) => `/cases?limit=100&${query}`,
    ),
  );
  await measure('GET /today and its parts', ['/today', '/today/work', '/today/team']);
  const claims: number[] = [];
  for (let i = 0; i < CLAIMS; i += 1) claims.push(await ask('/cases/claim-next', 'POST'));
  result({
    what: 'POST /cases/claim-next',
    measured: `${Math.min(...claims).toFixed(1)} to ${Math.max(...claims).toFixed(1)} ms`,
    figure: median(claims),
    unit: 'ms',
    atMost: REQUIRED_MS,
  });
} finally {
  await bench.close();
}
