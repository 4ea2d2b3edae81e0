import { expect, test } from 'vitest';
import { violationsOf } from './support/statement-rules.ts';

const UNSTABLE = new Set(['now', 'random', 'statement_timestamp']);

test.each([
  ['INSERT INTO t VALUES (now()) ON CONFLICT (id) DO UPDATE SET at = now()', ['now in DO UPDATE']],
  [
    'INSERT INTO t VALUES (1) ON CONFLICT (id) DO UPDATE SET at = 1 WHERE t.at < now ()',
    ['now in DO UPDATE'],
  ],
  [
    'INSERT INTO t VALUES (1) ON CONFLICT (id) DO UPDATE SET at = CURRENT_TIMESTAMP',
    ['the time in DO UPDATE'],
  ],
  ['SELECT coalesce(a, (b + now()))', ['now in COALESCE']],
  ['SELECT CASE WHEN a THEN CASE WHEN b THEN 1 END ELSE random() END', ['random in CASE']],
  [
    'INSERT INTO t VALUES (1) ON CONFLICT (org_id) DO UPDATE SET org_id = excluded.org_id',
    ['org_id is written'],
  ],
  [
    'insert into "t" values (1) on conflict ("org_id") do update set "a" = 1, "org_id" = $1',
    ['org_id is written'],
  ],
  ['UPDATE t SET org_id = $1', ['org_id is written']],
  [
    "UPDATE t q SET at = least(q.at + interval '1 second', now()) WHERE a",
    ['an interval on a column in SET'],
  ],
  ['UPDATE t SET at = at - make_interval(secs => $1)', ['an interval on a column in SET']],
  ['CREATE TEMPORARY TABLE t (a int)', ['a temporary table']],
])('rejects %s', (sql, violations) => {
  expect(violationsOf(sql, UNSTABLE)).toEqual(violations);
});

test.each([
  'INSERT INTO t VALUES (now()) ON CONFLICT (id) DO UPDATE SET at = excluded.at RETURNING now()',
  'WITH x AS (INSERT INTO t VALUES (1) ON CONFLICT (org_id) DO UPDATE SET a = 1) SELECT now()',
  'SELECT now(), coalesce(a, b), CASE WHEN a THEN 1 END, now()',
  "SELECT coalesce(a, 'now()') -- CASE now()",
  'INSERT INTO t VALUES (1) ON CONFLICT (org_id) DO UPDATE SET a = 1 WHERE t.org_id = excluded.org_id',
  'UPDATE t SET a = 1 WHERE org_id = $1',
  "UPDATE t SET at = now() + interval '1 s' WHERE b + interval '1 s' < now()",
  "UPDATE t SET at = (at AT TIME ZONE 'UTC' + interval '1 s') AT TIME ZONE 'UTC'",
  'UPDATE t SET a = 1 FROM u WHERE t.org_id = u.org_id',
])('accepts %s', (sql) => {
  expect(violationsOf(sql, UNSTABLE)).toEqual([]);
});
