import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openAudit, type TestAudit } from '../support/audit.ts';
import { oriki } from '../support/command-line.ts';

let audit: TestAudit;
let folder: string;
beforeAll(async () => {
  audit = await openAudit();
  folder = await mkdtemp(join(tmpdir(), 'oriki-heads-'));
});
afterAll(async () => {
  await audit.close();
  await rm(folder, { recursive: true });
});

function verify(...args: string[]) {
  return oriki(['audit', 'verify', ...args], { DATABASE_URL: audit.url });
}

async function kept(name: string, content: string): Promise<string> {
  const file = join(folder, name);
  await writeFile(file, content);
  return file;
}

// contract: kept/hash-ciphertext-hash
test('exits with 0 when it finds nothing, and with 1 and the problems when it finds some', async () => {
  expect(await verify('--json')).toMatchObject({ code: 0, stderr: '' });
  const orgId = await audit.org();
  const other = await audit.org();
  const [changed = ''] = await audit.write(orgId, 2);
  await audit.write(other, 1);
  await audit.link();

  const clean = await verify('--json');
  expect([clean.code, clean.stderr]).toEqual([0, '']);
  const report = JSON.parse(clean.stdout);
  const { checkedAt, ...same } = await audit.verify();
  expect(report).toEqual({ ...same, checkedAt: expect.any(String) });
  expect(Date.parse(report.checkedAt)).toBeLessThanOrEqual(Date.parse(checkedAt));
  const heads = await kept('heads.json', clean.stdout);
  expect((await verify('--heads', heads)).code).toBe(0);

  await audit.tamper([
    `UPDATE identity_verifications SET country = 'GH' WHERE org_id = $1 AND id = $2`,
    orgId,
    changed,
  ]);
  const found = await verify('--json', '--org', orgId);
  expect(found.code).toBe(1);
  expect(JSON.parse(found.stdout)).toMatchObject({
    ok: false,
    organizations: { [orgId]: { problems: { row_changed: { count: 1, ids: [changed] } } } },
  });
  expect((await verify('--org', other)).code).toBe(0);
  const { code, stdout } = await verify('--org', orgId);
  expect(code).toBe(1);
  expect(stdout).toMatch(/^ok: false\ncheckedAt: \S+\norganizations:\n {2}org_\w+:\n {4}rows: 2\n/);
  expect(stdout).toContain(`      row_changed:\n        count: 1\n        ids: ${changed}\n`);

  const { hash } = report.organizations[other].head;
  const wrong = await kept('wrong.json', clean.stdout.replaceAll(hash, '0'.repeat(64)));
  const cut = await verify('--org', other, '--heads', wrong, '--json');
  expect(cut.code).toBe(1);
  expect(JSON.parse(cut.stdout).organizations[other].problems).toEqual({
    head_missing: { count: 1, ids: ['1'] },
  });
});

test('names every organization that has no rows', async () => {
  const [empty, other] = [await audit.org(), await audit.org()];
  await audit.write(other, 1);
  await audit.link();
  const all = await verify('--json');
  const { withoutRows } = JSON.parse(all.stdout);
  expect([withoutRows.includes(empty), withoutRows.includes(other)]).toEqual([true, false]);
  const one = await verify('--org', empty);
  expect([one.code, one.stdout]).toEqual([0, expect.stringContaining(`withoutRows: ${empty}\n`)]);
});

test('never reports success if it could not check', async () => {
  const unknown = await verify('--org', 'org_01kf3vbq2ye5rstv5n1v0m2r8k');
  expect([unknown.code, unknown.stdout]).toEqual([1, '']);
  expect(unknown.stderr).toContain('NOT_FOUND');
  const noFile = await verify('--heads', join(folder, 'nothing.json'));
  expect([noFile.code, noFile.stdout]).toEqual([1, '']);
  for (const content of ['', '{}', '{"organizations":{"org_1":{"head":{"seq":1,"hash":"x"}}}}']) {
    const noHeads = await verify('--heads', await kept('no-heads.json', content));
    expect([noHeads.code, noHeads.stdout]).toEqual([1, '']);
    expect(noHeads.stderr).toContain('BAD_REQUEST');
  }
});
