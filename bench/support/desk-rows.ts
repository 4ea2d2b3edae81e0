import type pg from 'pg';
import { timedId } from '../../test/support/list-rows.ts';

/** Rows of the desk, and the people who work at it. */
export const HITS = 200_000;
export const CASES = 40_000;
const SUBJECTS = 60_000;
const PEOPLE = 30;
const HIT_DAYS = 60;
const CASE_DAYS = 180;
const WAITING = 500;

/**
 * SQL for a number from 0 up to but not including `below`, the same in each run. @param salt a different value for each
 * number of a row
 */
function draw(salt: number, below: number): string {
  return `((hashint8(n * 1000 + ${salt})::bigint & 2147483647) % ${below})`;
}

/** SQL for a time in the past; row 1 is the oldest. */
function since(days: number, rows: number): string {
  return `now() - interval '${days} days' + n * interval '${(days * 86_400) / rows} seconds'`;
}

/** SQL for a person: the first person has a third of the work, the last one a hundredth. */
function person(salt: number): string {
  return `'usr_' || lpad((1 + floor(${PEOPLE} * power(${draw(salt, 10_000)} / 10000.0, 3)))::text, 2, '0')`;
}

const SUBJECT = `'subject-' || lpad((CASE WHEN n % 400 = 0 THEN 0 ELSE ${draw(1, SUBJECTS)} END)::text, 7, '0')`;
const MATCH = `json_build_object('source', 's', 'listName', 'List', 'name', 'Adaeze Okonkwo ' || n, 'matchedName', 'Adaeze Okonkwo',
  'dob', '1980-02-29', 'country', 'NG', 'explanation', json_build_object('tokens', json_build_array(),
  'unmatchedQuery', json_build_array(), 'unmatchedCandidate', json_build_array(), 'penalties', json_build_array(),
  'padding', repeat('x', 600)))`;

function hits(orgId: string): string {
  const at = since(HIT_DAYS, HITS);
  const id = (prefix: string, n: string): string => `'${prefix}_' || lpad((${n})::text, 26, '0')`;
  return `
    INSERT INTO screening_subjects (org_id, subject_id, name, kinds, threshold)
      SELECT '${orgId}', 'subject-' || lpad((n - 1)::text, 7, '0'), 'Adaeze Okonkwo ' || n, '{sanctions}', 85
      FROM generate_series(1, ${SUBJECTS}) AS n;
    INSERT INTO screening_hits (org_id, id, subject_id, list_id, entry_id, list_kind, entry_revision, status, decision, closed_because,
        score, assignee, due_at, match, subject_hash, entry_hash, created_at)
      SELECT '${orgId}', ${timedId('hit', at)}, ${SUBJECT}, ${id('list', `CASE WHEN ${draw(2, 1000)} = 0 THEN 9 ELSE ${draw(2, 5)} END`)},
        ${id('entry', 'n')}, kind, 1, status, CASE WHEN status IN ('true_match', 'false_positive') THEN status END,
        CASE WHEN status = 'closed' THEN 'entry_removed' END, 75 + ${draw(3, 2500)} / 100.0,
        CASE WHEN ${draw(4, 10)} < 6 THEN ${person(5)} END,
        CASE WHEN ${draw(6, 10)} < 7 THEN ${at} + ${draw(7, 70)} * interval '1 day' END,
        ${MATCH}, sha256(n::text::bytea), sha256(n::text::bytea), ${at}
      FROM (SELECT n,
        CASE WHEN ${draw(8, 100)} < 70 THEN 'sanctions' WHEN ${draw(8, 100)} < 95 THEN 'pep'
          WHEN ${draw(8, 100)} < 99 THEN 'adverse_media' ELSE 'tenant_blocklist' END AS kind,
        CASE WHEN ${draw(9, 100)} < 20 THEN 'open' WHEN ${draw(9, 100)} < 80 THEN 'false_positive'
          WHEN ${draw(9, 100)} < 83 THEN 'true_match' ELSE 'closed' END AS status
        FROM generate_series(1, ${HITS}) AS n) AS rows;
    INSERT INTO screening_decisions (org_id, id, hit_id, decision, actor_id, opened_at, decided_at)
      SELECT org_id, 'decision_' || lpad(n::text, 26, '0'), id, decision, ${person(10)}, created_at,
        least(created_at + ${draw(11, 200_000)} * interval '1 second', now())
      FROM (SELECT *, row_number() OVER (ORDER BY id) AS n FROM screening_hits
        WHERE org_id = '${orgId}' AND decision IS NOT NULL) AS decided;
    INSERT INTO approvals (org_id, id, action, object_id, detail, revision, asked_kind, asked_by, asked_at, expires_at)
      SELECT org_id, 'approval_' || row_number() OVER (), 'hit.false_positive', id, '{}', '1', 'person', 'usr_01', now(), now() + interval '1 day'
      FROM screening_hits WHERE org_id = '${orgId}' AND status = 'open' LIMIT ${WAITING};`;
}

function cases(orgId: string): string {
  const at = since(CASE_DAYS, CASES);
  return `
    INSERT INTO cases (org_id, id, subject_id, status, outcome, assignee, due_at, base_priority, priority, origin, created_kind,
        created_by, claimed_kind, claimed_by, claimed_until, type, tags, snoozed_until, created_at, closed_at)
      SELECT '${orgId}', ${timedId('case', at)}, ${SUBJECT}, status,
        CASE WHEN isClosed THEN (ARRAY['FALSE_POSITIVE', 'FALSE_POSITIVE', 'NO_ACTION', 'TRUE_MATCH'])[1 + ${draw(2, 4)}] END,
        CASE WHEN ${draw(3, 10)} < 7 THEN ${person(4)} END,
        CASE WHEN ${draw(5, 10)} < 7 THEN ${at} + ${draw(6, 200)} * interval '1 day' END,
        ${draw(7, 4)}, CASE WHEN ${draw(8, 10)} = 0 THEN ${draw(9, 4)} END, 'hand', 'key', 'key_1',
        CASE WHEN isClaimed THEN 'person' END, CASE WHEN isClaimed THEN 'usr_01' END, CASE WHEN isClaimed THEN now() + interval '1 day' END,
        CASE WHEN ${draw(10, 200)} = 0 THEN 'rare'
          ELSE (ARRAY['fraud', 'fraud', 'fraud', 'sanctions', 'pep', 'onboarding'])[1 + ${draw(20, 9)}] END,
        CASE WHEN ${draw(11, 3)} > 0 THEN ARRAY['tag-' || ${draw(12, 5)}] ELSE '{}' END
          || CASE WHEN ${draw(13, 200)} = 0 THEN ARRAY['tag-rare'] ELSE '{}' END,
        CASE WHEN ${draw(14, 10)} = 0 THEN ${at} + ${draw(15, 200)} * interval '1 day' END, ${at},
        CASE WHEN isClosed THEN least(${at} + ${draw(16, 40)} * interval '1 day', now()) END
      FROM (SELECT n, ${draw(17, 10)} < 8 AS isClosed, ${draw(17, 10)} >= 8 AND ${draw(18, 40)} = 0 AS isClaimed,
          CASE WHEN ${draw(17, 10)} < 8 THEN 'CLOSED' ELSE (ARRAY['OPEN', 'OPEN', 'IN_REVIEW', 'ESCALATED'])[1 + ${draw(19, 4)}] END AS status
        FROM generate_series(1, ${CASES}) AS n) AS rows;
    INSERT INTO case_tags (org_id, case_id, tag)
      SELECT org_id, id, unnest(tags) FROM cases WHERE org_id = '${orgId}';
    INSERT INTO case_items (org_id, case_id, item_id, kind, added_kind, added_by)
      SELECT c.org_id, c.id, h.id, 'hit', 'key', 'key_1'
      FROM (SELECT id, row_number() OVER (ORDER BY id) % ${CASES} AS n FROM screening_hits WHERE org_id = '${orgId}') AS h
      JOIN (SELECT org_id, id, row_number() OVER (ORDER BY id) % ${CASES} AS n FROM cases WHERE org_id = '${orgId}') AS c USING (n);`;
}

/**
 * Inserts hits with their decisions, and cases. Four of five cases are closed, few people have much of the work, and
 * kinds, lists, types and tags are common or rare.
 */
export async function fillDesk(owner: pg.Pool, orgId: string): Promise<void> {
  await owner.query(
    `BEGIN; SET LOCAL session_replication_role = replica; ${hits(orgId)} ${cases(orgId)} COMMIT`,
  );
  for (const table of [
    'screening_hits',
    'screening_subjects',
    'screening_decisions',
    'approvals',
    'cases',
    'case_tags',
    'case_items',
  ])
    await owner.query(`VACUUM ANALYZE ${table}`);
}
