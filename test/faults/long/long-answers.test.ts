/** Many concurrent reads of the longest pages do not delay other requests. */
import { get } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { startBeside } from '../../support/beside.ts';
import { LivenessProbe } from '../../support/liveness-probe.ts';
import { report, type ServiceProcess } from '../../support/process.ts';
import { ScreeningClient } from '../../support/screening-client.ts';
import { ThreadClient } from '../../support/thread-client.ts';
import { within } from '../../support/within.ts';

const LONGEST_MS = 250;
/** Includes the time of PostgreSQL, which shares the machine. */
const LONGEST_ROWS_MS = 1000;
/** The maximum of a page. */
const ITEMS = 100;
const WHO = 'customer:c-1';
/** The longest content of a message, of characters that take six in JSON. */
const CONTENT = '\u0001'.repeat(64 * 1024);
/** About the longest `raw` of an entry. */
const RAW = { remark: '"'.repeat(32_000) };

let app: TestApp;
let child: ServiceProcess;
let lives: LivenessProbe;
let rows: LivenessProbe;
let key: string;
let messages: string;
let entries: string;

beforeAll(async () => {
  app = await startTestApp({ role: 'api', rateLimits: undefined });
  child = await startBeside(app);
  lives = await LivenessProbe.of(child);
  const other = { 'x-api-key': (await app.org()).key };
  rows = await LivenessProbe.of(child, '/api/v1/fraud/lists', other);
  const threads = await ThreadClient.of(app);
  const { org } = threads;
  ({ key } = org);
  const thread = await threads.thread([WHO]);
  const screening = new ScreeningClient(app, org);
  const listId = await screening.newList();
  for (let i = 0; i < ITEMS; i += 1) {
    await threads.send(thread, WHO, CONTENT);
    await screening.add(listId, { name: `Adaeze Okonkwo ${i}`, raw: RAW });
  }
  messages = `/threads/${thread}/messages?limit=${ITEMS}`;
  entries = `/fraud/lists/${listId}/entries?limit=${ITEMS}`;
});
afterAll(async () => {
  await Promise.all([lives?.stop(), rows?.stop()]);
  await child?.stop();
  await app?.stop();
});

/** Reads a page without storing it. @returns its length and its last characters */
function read(path: string): Promise<{ status: number; bytes: number; end: string }> {
  return new Promise((resolve, reject) => {
    const headers = { 'x-api-key': key };
    const sent = get(`${child.url}/api/v1${path}`, { headers, agent: false }, (response) => {
      let bytes = 0;
      let end = '';
      response.on('data', (piece: Buffer) => {
        bytes += piece.length;
        end = (end + piece.subarray(-2).toString('latin1')).slice(-2);
      });
      response.on('error', reject);
      response.on('end', () => resolve({ status: response.statusCode!, bytes, end }));
    });
    sent.on('error', reject);
  });
}

describe.each([
  ['messages', () => messages, 30, ITEMS * 6 * 64 * 1024],
  ['entries', () => entries, 40, ITEMS * 2 * 32_000],
] as const)('pages of the longest %s', (name, path, atOnce, leastBytes) => {
  test(`delay no other answer beyond ${LONGEST_MS} ms when ${atOnce} are read at once`, async () => {
    const longest = () => Promise.all([lives.longestMs(), rows.longestMs()]);
    await read(path());
    await longest();
    const answers = await Promise.all(Array.from({ length: atOnce }, () => read(path())));
    const [livesMs, rowsMs] = await longest();
    const whole = answers.filter(({ status }) => status === 200);
    report(
      `${atOnce} pages of ${name}: ${whole.length} sent, others waited ${Math.round(livesMs)} ms for /livez and ` +
        `${Math.round(rowsMs)} ms for rows`,
    );
    expect(whole.length).toBeGreaterThan(0);
    for (const { bytes, end } of whole) {
      expect(bytes).toBeGreaterThan(leastBytes);
      expect(end).toBe('}}');
    }
    expect(livesMs, 'timing: longest wait for /livez in ms').toBeLessThan(within(LONGEST_MS));
    expect(rowsMs, 'timing: longest wait for rows in ms').toBeLessThan(within(LONGEST_ROWS_MS));
  });
});
