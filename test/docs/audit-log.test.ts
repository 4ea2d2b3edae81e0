import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openAudit, type TestAudit } from '../support/audit.ts';
import { blockOf } from '../support/doc-blocks.ts';
import { exportedLog, exportCommand, works } from '../support/exported-log.ts';
import { report } from '../support/process.ts';

const ROOT = join(import.meta.dirname, '../..');
const guide = readFileSync(join(ROOT, 'docs/audit-log.md'), 'utf8');
const program = blockOf('docs/audit-log.md', 'program', 'python');

const python = works('python3');
if (!python) report('audit log: the check in Python is skipped: python3 is not there');

let folder: string;
let audit: TestAudit;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'oriki-audit-'));
  writeFileSync(join(folder, 'audit_check.py'), program);
  audit = await openAudit();
});
afterAll(async () => {
  await audit.close();
  rmSync(folder, { recursive: true });
});

function run(...args: string[]): { status: number | null; lines: string[] } {
  const { status, stdout, stderr } = spawnSync('python3', args, { cwd: folder, encoding: 'utf8' });
  expect(stderr).toBe('');
  return { status, lines: stdout.split('\n').filter(Boolean) };
}

/** Runs the documented check on an export of the current database. */
async function check(heads?: object): Promise<{ status: number | null; lines: string[] }> {
  writeFileSync(join(folder, 'audit.jsonl'), await exportedLog(audit.url, folder));
  if (heads) writeFileSync(join(folder, 'heads.json'), JSON.stringify(heads));
  const { status, lines } = run('audit_check.py', 'audit.jsonl', ...(heads ? ['heads.json'] : []));
  const [summary] = lines.splice(-1);
  expect(summary).toMatch(new RegExp(`^${lines.length} problems in [1-9][0-9]* lines$`));
  return { status, lines };
}

test('the page has both programs', () => {
  expect(exportCommand).toContain('psql');
  expect(program.split('\n').length).toBeGreaterThan(30);
});

describe.skipIf(!python)('the Python program', () => {
  test('computes the test vectors', () => {
    const script = `
import json, sys
from audit_check import row_hash, link_hash
vectors = json.load(open(sys.argv[1], encoding="utf-8"))
for v in vectors["rows"]:
    assert row_hash(v["row"]) == v["hash"], v["name"]
for v in vectors["links"]:
    assert link_hash({**v["link"], "rows": v["rows"]}) == v["hash"], v["name"]
print(len(vectors["rows"]) + len(vectors["links"]))`;
    const { status, lines } = run('-c', script, join(ROOT, 'test/vectors/audit-log.json'));
    expect([status, Number(lines[0])]).toEqual([0, 6]);
  });

  test('accepts an export without a line for a failed link', () => {
    writeFileSync(join(folder, 'empty.jsonl'), '');
    expect(run('audit_check.py', 'empty.jsonl')).toEqual({
      status: 1,
      lines: ['file_empty', '1 problems in 0 lines'],
    });
  });

  test('finds nothing in an export of a correct database, and the same as "audit verify" in others', async () => {
    const orgId = await audit.org();
    const other = await audit.org();
    const ids: string[] = [];
    for (let link = 0; link < 6; link += 1) {
      ids.push(...(await audit.write(orgId, 3)));
      await audit.write(other, 1);
      await audit.link();
    }
    const [waiting = ''] = await audit.write(orgId, 1);
    const heads = await audit.verify();
    expect(heads.ok).toBe(true);
    expect(await check(heads)).toEqual({ status: 0, lines: [] });

    const row = 'WHERE org_id = $1 AND id = $2';
    const payload = 'WHERE org_id = $1 AND verification_id = $2';
    const link = 'WHERE org_id = $1 AND seq = $2';
    const [changed, hashed, gone, unpaid, paid, respelled] = [
      ids[0],
      ids[1],
      ids[2],
      ids[3],
      ids[5],
      ids[4],
    ];
    await audit.tamper(
      [
        `UPDATE identity_verifications SET verified_at = verified_at + interval '1 us' ${row}`,
        orgId,
        changed,
      ],
      [`UPDATE identity_verifications SET row_hash = sha256('x') ${row}`, orgId, hashed],
      [`DELETE FROM identity_verifications ${row}`, orgId, gone],
      [`DELETE FROM identity_verifications ${row}`, orgId, waiting],
      [`DELETE FROM identity_payloads ${payload}`, orgId, waiting],
      [`DELETE FROM identity_payloads ${payload}`, orgId, unpaid],
      [`INSERT INTO identity_payloads VALUES ($1, $2, 'a|b|c|d|AAAA')`, orgId, paid],
      [`UPDATE identity_payloads SET envelope = 'a|b|c|d|AAAA' ${payload}`, orgId, respelled],
      ['INSERT INTO audit_unlinked VALUES ($1, $2)', orgId, changed],
      [`DELETE FROM audit_links ${link}`, orgId, 3],
      [`UPDATE audit_links SET prev_hash = sha256('x') ${link}`, orgId, 5],
      [`DELETE FROM audit_links ${link}`, other, 6],
    );
    const { ok, organizations } = await audit.verify({ heads });
    const expected = Object.entries(organizations).flatMap(([id, { problems }]) =>
      Object.entries(problems).flatMap(([kind, found]) =>
        found.ids.map((of) => `${kind} ${id} ${of}`),
      ),
    );
    expect(ok).toBe(false);
    const kinds = new Set(expected.map((line) => line.split(' ')[0]));
    // Every kind of problem.
    expect([...kinds].toSorted()).toEqual(
      [...guide.matchAll(/^- `((?:row|link|payload|head)_\w+)`/gm)]
        .map(([, kind]) => kind)
        .toSorted(),
    );
    const { status, lines } = await check(heads);
    expect(status).toBe(1);
    expect(lines.toSorted()).toEqual(expected.toSorted());
  });
});
