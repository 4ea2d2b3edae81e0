import { readFile } from 'node:fs/promises';
import { afterEach, expect, test } from 'vitest';
import { publishOver } from '../../../../bench/support/publish.ts';
import { call } from '../../../support/app.ts';
import { asOwner, cloneDatabase } from '../../../support/database.ts';
import { cleanUp, report, service, tenant } from '../../../support/process.ts';
import { startReceiver } from '../../../support/receiver.ts';
import { openDatabase, settled } from '../../../support/webhook-checks.ts';

const EVENTS = 10_000;
/**
 * Machines differ by about 40 MB, depending on garbage collection; bench/webhooks-memory.ts measures the 250 MB in
 * the docs.
 */
const MOST_MB = 300;

afterEach(cleanUp);

test('a process that has accepted and delivered bursts of 10,000 events takes no more than 300 MB', async () => {
  const databaseUrl = await cloneDatabase();
  const db = openDatabase(asOwner(databaseUrl));
  const org = await tenant(databaseUrl);
  const receiver = await startReceiver();
  try {
    const server = await service({
      DATABASE_URL: databaseUrl,
      ORIKI_KMS: 'none',
      ORIKI_RATE_LIMITS: 'off',
      ORIKI_OUTBOUND_ALLOW: '127.0.0.0/8',
    }).ready();
    const made = await call(server.url, 'POST', '/api/v1/webhooks', {
      key: org.key,
      body: { name: 'Hook', url: receiver.url('/e'), events: ['*'] },
    });
    expect(made.status, made.text).toBe(201);
    const residentMb = async (): Promise<number> => {
      const status = await readFile(`/proc/${server.pid}/status`, 'utf8');
      return Number(/VmRSS:\s+(\d+)/.exec(status)![1]) / 1024;
    };
    const measured = [await residentMb()];
    const data = { orderId: 'ord_2045', note: 'x'.repeat(250) };
    for (let burst = 0; burst < 2; burst += 1) {
      await publishOver(server.url, org.key, data, EVENTS, 128);
      await settled(db, 60_000);
      measured.push(await residentMb());
    }
    const said = measured.map((mb) => `${mb.toFixed(0)} MB`).join(', ');
    report(`webhooks-memory: before and after each burst of ${EVENTS}: ${said}`);
    expect(receiver.requests).toHaveLength(2 * EVENTS);
    expect(Math.max(...measured)).toBeLessThan(MOST_MB);
    expect(await server.stop()).toEqual({ code: 0, signal: null });
  } finally {
    await db.close();
    await receiver.stop();
  }
});
