/** Many concurrent reads and uploads of the largest case files do not delay other requests. */
import { Agent, request } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MAX_FILE_BYTES } from '../../src/modules/cases/files/schemas.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { CaseClient } from '../support/case-client.ts';
import { LivenessProbe } from '../support/liveness-probe.ts';
import { report, type ServiceProcess } from '../support/process.ts';
import { startBeside } from '../support/beside.ts';
import { within } from '../support/within.ts';

const AT_ONCE = 40;
const LONGEST_MS = 250;
/** Includes the time of PostgreSQL, which shares the machine. */
const LONGEST_ROWS_MS = 1000;

let app: TestApp;
let child: ServiceProcess;
let lives: LivenessProbe;
let rows: LivenessProbe;
let client: CaseClient;
let files: string;
let fileId: string;
/** Keeps connections open, as clients do: one that asks for the end may be cut off before it reads a refusal. */
const agent = new Agent({ keepAlive: true });

const CONTENT = Buffer.alloc(MAX_FILE_BYTES, 'Ada Obi ').toString('base64');
const FILE = { name: 'Passport.pdf', contentType: 'application/pdf', base64: CONTENT };
const BODY = Buffer.from(JSON.stringify(FILE));

beforeAll(async () => {
  app = await startTestApp({ role: 'api', rateLimits: undefined });
  child = await startBeside(app);
  client = await CaseClient.of(app);
  const { id } = await client.make();
  files = `/api/v1/cases/${id}/files`;
  ({ id: fileId } = await client.ask(201, 'POST', `/${id}/files`, FILE));
  const other = { 'x-api-key': (await app.org()).key };
  lives = await LivenessProbe.of(child);
  rows = await LivenessProbe.of(child, '/api/v1/fraud/lists', other);
});
afterAll(async () => {
  agent.destroy();
  await Promise.all([lives?.stop(), rows?.stop()]);
  await child?.stop();
  await app?.stop();
});

type Answered = { status: number; retryAfter: string | undefined; bytes: number };

function ask(method: string, path: string, body?: Buffer): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const headers = {
      'x-api-key': client.org.key,
      ...(body && { 'content-type': 'application/json', 'content-length': body.length }),
    };
    const sent = request(child.url + path, { method, headers, agent }, (response) => {
      let bytes = 0;
      response.on('data', (piece: Buffer) => (bytes += piece.length));
      const { statusCode, headers: answered } = response;
      response.on('end', () =>
        resolve({ status: statusCode!, retryAfter: answered['retry-after'], bytes }),
      );
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

describe.each([
  ['reads', () => ask('GET', `${files}/${fileId}`), 200, CONTENT.length],
  ['uploads', () => ask('POST', files, BODY), 201, 0],
] as const)(`${AT_ONCE} %s of a file of 10 MiB at once`, (name, once, done, leastBytes) => {
  test('do not delay other answers beyond 250 ms, and succeed or get a time to retry', async () => {
    const longest = () => Promise.all([lives.longestMs(), rows.longestMs()]);
    await longest();
    const answers = await Promise.all(Array.from({ length: AT_ONCE }, once));
    const [livesMs, rowsMs] = await longest();
    const carried = answers.filter(({ status }) => status === done);
    report(
      `${AT_ONCE} ${name}: ${carried.length} carried out, others waited ${Math.round(livesMs)} ms for /livez and ` +
        `${Math.round(rowsMs)} ms for rows`,
    );
    expect(carried.length).toBeGreaterThan(0);
    for (const { bytes } of carried) expect(bytes).toBeGreaterThan(leastBytes);
    for (const { status, retryAfter } of answers)
      if (status !== done)
        expect([429, 503, '1']).toEqual(expect.arrayContaining([status, retryAfter]));
    expect(livesMs, 'timing: longest wait for /livez in ms').toBeLessThan(within(LONGEST_MS));
    expect(rowsMs, 'timing: longest wait for rows in ms').toBeLessThan(within(LONGEST_ROWS_MS));
  });
});
