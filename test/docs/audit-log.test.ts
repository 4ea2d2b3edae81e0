import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openAudit, type TestAudit } from '../support/audit.ts';
import { later, removeOn } from '../support/retention.ts';
import { exportedLog, works } from '../support/exported-log.ts';
import { report } from '../support/process.ts';

const ROOT = join(import.meta.dirname, '../..');
const guide = readFileSync(join(ROOT, 'docs/audit-log.md'), 'utf8');
const program = readFileSync(join(ROOT, 'docs/programs/audit_check.py'), 'utf8');

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
  writeFileSync(join(folder, 'audit.jsonl'), await exportedLog(audit.url));
  if (heads) writeFileSync(join(folder, 'heads.json'), JSON.stringify(heads));
  const { status, lines } = run('audit_check.py', 'audit.jsonl', ...(heads ? ['heads.json'] : []));
  const [summary] = lines.splice(-1);
  expect(summary).toMatch(new RegExp(`^${lines.length} problems in [1-9][0-9]* lines$`));
  return { status, lines };
}

test('the page names the export and the program', () => {
  expect(guide).toContain('(programs/audit_export.sql)');
  expect(guide).toContain('(programs/audit_check.py)');
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

  test('finds nothing in a correct export, and the problems of "audit verify" in others', async () => {
    const orgId = await audit.org();
    const other = await audit.org();
    const ids: string[] = [];
    for (let link = 0; link < 6; link += 1) {
      ids.push(...(await audit.write(orgId, 3)));
      await audit.write(other, 1);
      await audit.link();
    }
    const [waiting = ''] = await audit.write(orgId, 1);
    await audit.writeWithConsent(orgId);
    await audit.writeWithConsent(other);
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
      [`UPDATE identity_consents SET purpose = 'ads' WHERE org_id = $1`, orgId],
      ['DELETE FROM identity_consents WHERE org_id = $1', other],
    );
    const { ok, organizations } = await audit.verify({ heads });
    const expected = Object.entries(organizations).flatMap(([id, { problems }]) =>
      Object.entries(problems).flatMap(([kind, found]) =>
        found.ids.map((of) => `${kind} ${id} ${of}`),
      ),
    );
    expect(ok).toBe(false);
    const kinds = new Set(expected.map((line) => line.split(' ')[0]));
    // The changes cause every kind of problem.
    expect([...kinds].toSorted()).toEqual(
      [...guide.matchAll(/^- `((?:row|link|payload|head|consent)_\w+)`/gm)]
        .map(([, kind]) => kind)
        .toSorted(),
    );
    const { status, lines } = await check(heads);
    expect(status).toBe(1);
    expect(lines.toSorted()).toEqual(expected.toSorted());
  });

  test('accepts a log that begins at a checkpoint, and tombstones, and finds changes of both', async () => {
    const orgId = await audit.org();
    await audit.tamper(
      "INSERT INTO retention_classes VALUES ('audit', true, 200, 1, 900), ('verification_payloads', true, 20, 1, 900)",
      ['DELETE FROM audit_links WHERE org_id <> $1', orgId],
      ['DELETE FROM identity_verifications WHERE org_id <> $1', orgId],
      ['DELETE FROM audit_unlinked WHERE org_id <> $1', orgId],
      ['DELETE FROM identity_payloads WHERE org_id <> $1', orgId],
    );
    for (let link = 0; link < 3; link += 1) {
      await audit.write(orgId, 3);
      await audit.link();
    }
    const heads = await audit.verify();
    await later(21, () => removeOn(audit.db));
    await later(100, () => audit.link());
    expect(await check(heads)).toEqual({ status: 0, lines: [] });
    await later(240, () => removeOn(audit.db));
    await audit.link();
    const { organizations } = await audit.verify({ heads });
    expect(organizations[orgId]).toMatchObject({ checkpoint: { seq: 3 }, links: 2, problems: {} });
    expect(await check(heads)).toEqual({ status: 0, lines: [] });
    await audit.tamper([
      `UPDATE audit_links SET prev_hash = sha256('x') WHERE org_id = $1 AND seq = 4`,
      orgId,
    ]);
    expect((await check()).lines.toSorted()).toEqual([
      `link_changed ${orgId} 4`,
      `link_misplaced ${orgId} 4`,
    ]);
  });
});
