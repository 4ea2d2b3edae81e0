import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { startTestApp, TEST_SECRET } from '../../support/app.ts';
import { freePort } from '../../support/process.ts';

const ROOT = join(import.meta.dirname, '../../..');
/** Printed between blocks; no answer contains it. */
const SEPARATOR = '=====next-block=====';

function tourBlocks(): string[] {
  const page = readFileSync(join(ROOT, 'docs/quickstart.md'), 'utf8');
  const tour = /<!-- tour -->([\s\S]*?)<!-- \/tour -->/.exec(page)?.[1] ?? '';
  return [...tour.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, block]) => block!);
}

test("the quickstart's tour runs as written and prints what the page promises", async () => {
  const app = await startTestApp({ outboundAllow: ['127.0.0.0/8'] });
  // The command line derives the same key ring from the same secret, and must not create it in this folder.
  const dataDir = await mkdtemp(join(tmpdir(), 'oriki-tour-'));
  try {
    const blocks = tourBlocks();
    const { key } = await app.org();
    const script = [
      'set -euo pipefail',
      // The receiver keeps the output open; otherwise a failing block would end in a time-out.
      "trap 'kill $(jobs -p) 2>/dev/null || true' EXIT",
      ...blocks.map((block) => `${block}\nprintf '\\n%s\\n' '${SEPARATOR}'`),
    ];
    const { stdout } = await promisify(execFile)('bash', ['-c', script.join('\n')], {
      cwd: ROOT,
      env: {
        ...process.env,
        ORIKI_URL: app.url,
        ORIKI_KEY: key,
        RECEIVER_PORT: String(await freePort()),
        ...app.env,
        ORIKI_SECRET: TEST_SECRET,
        ORIKI_DATA_DIR: dataDir,
      },
      maxBuffer: 16 * 1024 * 1024,
    });
    // The receiver may print at any time.
    const received = [...stdout.matchAll(/(listening|received \S+ \S+)\n/g)].map(
      ([, line]) => line,
    );
    const answered = stdout.replaceAll(/(listening|received \S+ \S+)\n/g, '');
    const outputs = answered.split(`${SEPARATOR}\n`).slice(0, -1);
    expect(outputs).toHaveLength(blocks.length);
    const [bvn, otherBvns = '', account, liveness, verifications, imported = '', ...answers] =
      outputs;
    const data = (text: string | undefined) => JSON.parse(text ?? '').data;
    expect(data(bvn)).toMatchObject({ kind: 'bvn', status: 'verified', matchScore: 100 });
    expect(otherBvns.trim().split('\n').map(data)).toMatchObject([
      { status: 'failed', matchScore: 0, profile: null },
      { status: 'failed', matchScore: 60 },
      { status: 'provider_down', matchScore: null, profile: null },
    ]);
    expect(data(account)).toMatchObject({
      status: 'verified',
      resolvedName: 'OKAFOR ADAEZE AYO',
    });
    expect(data(liveness)).toMatchObject({ kind: 'liveness', status: 'verified' });
    const { items, total } = data(verifications);
    expect(total).toBe(6);
    expect(items.map(({ reason }: { reason: string | null }) => reason)).toEqual([
      null,
      null,
      null,
      'name_mismatch',
      'not_found',
      null,
    ]);

    expect(imported).toMatch(/^added: 8976$/m);
    expect(imported).toMatch(/^rejected: 0$/m);

    const [list, added, own, sanctioned, clear, read, webhook, , event, log, deleted] = answers.map(
      (text) => (text.trim() === '' ? undefined : JSON.parse(text)),
    );
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

    expect(webhook.data).toMatchObject({ events: ['invoice.*'], active: true });
    expect(event.data).toMatchObject({ type: 'invoice.paid', duplicate: false });
    expect(received).toEqual(['listening', `received invoice.paid ${event.data.id}`]);
    expect(log.data.items).toMatchObject([
      { eventId: event.data.id, status: 'succeeded', attempts: [{ number: 1, statusCode: 204 }] },
    ]);
    expect(deleted.data).toEqual({ id: webhook.data.id, deleted: true });

    const again = await app.call('POST', `/api/v1/fraud/lists/${list.data.id}/entries`, {
      key,
      headers: { 'idempotency-key': 'tour-entries-1' },
      body: { entries: [{ name: 'Anything Else' }] },
    });
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(again.body).toEqual(added);
  } finally {
    await app.stop();
    await rm(dataDir, { recursive: true });
  }
});
