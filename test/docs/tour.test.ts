import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { startTestApp, TEST_SECRET } from '../support/app.ts';

const ROOT = join(import.meta.dirname, '../..');
/** Printed between blocks; no answer contains it. */
const SEPARATOR = '=====next-block=====';

function tourBlocks(): string[] {
  const readme = readFileSync(join(ROOT, 'README.md'), 'utf8');
  const tour = /<!-- tour -->([\s\S]*?)<!-- \/tour -->/.exec(readme)?.[1] ?? '';
  return [...tour.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, block]) => block!);
}

test(
  "the README's tour runs as it is written, and does what it says",
  { timeout: 120_000 },
  async () => {
    const app = await startTestApp();
    try {
      const blocks = tourBlocks();
      const { key } = await app.org();
      const script = [
        'set -euo pipefail',
        ...blocks.map((block) => `${block}\nprintf '\\n%s\\n' '${SEPARATOR}'`),
      ];
      const { stdout } = await promisify(execFile)('bash', ['-c', script.join('\n')], {
        cwd: ROOT,
        env: {
          ...process.env,
          ORIKI_URL: app.url,
          ORIKI_KEY: key,
          DATABASE_URL: app.databaseUrl,
          ORIKI_SECRET: TEST_SECRET,
        },
        maxBuffer: 16 * 1024 * 1024,
      });
      const outputs = stdout.split(`${SEPARATOR}\n`).slice(0, -1);
      expect(outputs).toHaveLength(blocks.length);
      const [imported = '', ...answers] = outputs;
      expect(imported).toMatch(/^added: 8976$/m);
      expect(imported).toMatch(/^rejected: 0$/m);

      const [list, added, own, sanctioned, clear, read] = answers.map((text) => JSON.parse(text));
      expect(list).toMatchObject({
        success: true,
        data: { kind: 'tenant_blocklist', source: 'internal:fraud' },
      });
      expect(added).toMatchObject({ success: true, data: { added: 2 } });
      expect(own.data).toMatchObject({
        outcome: 'block',
        hits: [
          { listKind: 'tenant_blocklist', matchedName: 'Chief (Mrs.) Adaeze Okonkwo', score: 100 },
        ],
      });
      expect(sanctioned.data.outcome).toBe('block');
      expect(sanctioned.data.hits[0]).toMatchObject({
        listKind: 'sanctions',
        score: 100,
        explanation: { dob: { relation: 'exact' } },
      });
      expect(clear.data).toMatchObject({ outcome: 'clear', hits: [] });
      expect(read.data).toMatchObject({
        total: 1,
        items: [
          { screeningId: sanctioned.data.screeningId, subjectId: 'customer-17', outcome: 'block' },
        ],
      });

      const again = await app.call('POST', `/api/v1/fraud/lists/${list.data.id}/entries`, {
        key,
        headers: { 'idempotency-key': 'tour-entries-1' },
        body: { entries: [{ name: 'Anything Else' }] },
      });
      expect(again.headers.get('idempotency-replayed')).toBe('true');
      expect(again.body).toEqual(added);
    } finally {
      await app.stop();
    }
  },
);
