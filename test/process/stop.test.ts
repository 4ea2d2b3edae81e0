import { once } from 'node:events';
import { Agent } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, type QueryResult } from 'pg';
import { afterAll, describe, expect, test } from 'vitest';
import { call } from '../support/app.ts';
import { asOwner, cloneDatabase } from '../support/database.ts';
import { keptAlive } from '../support/kept-alive.ts';
import {
  cleanUp,
  eventually,
  migratedDataDir,
  postmasterPid,
  service,
  tenant,
  type ServiceProcess,
} from '../support/process.ts';

afterAll(cleanUp);

type Running = {
  process: ServiceProcess;
  key: string;
  path: string;
  /** Makes every change of the list wait until the returned function is called. */
  hold: () => Promise<() => Promise<void>>;
  sql: (text: string) => Promise<QueryResult>;
};

async function running(env: Record<string, string> = {}): Promise<Running> {
  const databaseUrl = await cloneDatabase();
  const { key } = await tenant(databaseUrl);
  const process = await service({
    DATABASE_URL: databaseUrl,
    ORIKI_RATE_LIMITS: 'off',
    ...env,
  }).ready();
  const list = await call(process.url, 'POST', '/api/v1/fraud/lists', {
    key,
    body: { source: 'stop', name: 'Stop', kind: 'tenant_blocklist' },
  });
  const connectTo = async (): Promise<Client> => {
    const client = new Client({ connectionString: asOwner(databaseUrl) });
    await client.connect();
    return client;
  };
  return {
    process,
    key,
    path: `/api/v1/fraud/lists/${list.body.data.id}`,
    async hold() {
      const client = await connectTo();
      await client.query('BEGIN; SELECT FROM screening_lists FOR UPDATE');
      return async () => {
        await client.query('COMMIT');
        await client.end();
      };
    },
    async sql(text) {
      const client = await connectTo();
      try {
        return await client.query(text);
      } finally {
        await client.end();
      }
    },
  };
}

function entry(name: string) {
  return { entries: [{ name }] };
}
async function waitsForLock({ sql }: Running): Promise<boolean> {
  return (
    (
      await sql(`SELECT FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'oriki'
      AND wait_event_type = 'Lock'`)
    ).rowCount === 1
  );
}

describe('SIGTERM', () => {
  test('under load makes the process not ready: it answers every request, resets no connection and exits with code 0', async () => {
    const target = await running({ ORIKI_DRAIN_DELAY_MS: '400' });
    const { process, key, path } = target;
    const release = await target.hold();
    const kept = new Agent({ keepAlive: true });
    const slow = keptAlive(kept, `${process.url}${path}/entries`, key, entry('Slow Balogun'));
    slow.catch(() => {});
    await eventually(() => waitsForLock(target));

    const broken: string[] = [];
    const statuses = new Map<number, number>();
    let answered = 0;
    let toldToLeave = 0;
    // Each client keeps one connection and leaves when asked to, as load balancers do.
    const client = async (number: number): Promise<void> => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      for (let sent = 0; ; sent += 1) {
        const write = number % 2 === 0;
        const reply = await (
          write
            ? keptAlive(agent, `${process.url}/api/v1/fraud/lists`, key, {
                source: `load-${number}-${sent}`,
                name: 'Load',
                kind: 'tenant_allowlist',
              })
            : keptAlive(agent, process.url + path, key)
        ).catch(
          (error: Error) => void broken.push(`client ${number}, request ${sent}: ${error.message}`),
        );
        if (!reply) break;
        answered += 1;
        statuses.set(reply.status, (statuses.get(reply.status) ?? 0) + 1);
        if (reply.close) {
          toldToLeave += 1;
          break;
        }
      }
      agent.destroy();
    };
    const clients = Array.from({ length: 12 }, (_, number) => client(number));

    // A connection that is idle when the stop begins is closed, and not reset.
    const idle = connect(Number(new URL(process.url).port), '127.0.0.1');
    const idleErrors: Error[] = [];
    idle.on('error', (error) => idleErrors.push(error));
    idle.write('GET /livez HTTP/1.1\r\nhost: x\r\n\r\n');
    await once(idle, 'data');
    const idleEnded = once(idle, 'close');

    await eventually(() => answered > 200);
    process.signal('SIGTERM');
    let notReady = 0;
    let draining = '';
    let alive = 0;
    await eventually(async () => {
      const [readiness, live] = await Promise.all([
        call(process.url, 'GET', '/readyz', { headers: { connection: 'close' } }),
        call(process.url, 'GET', '/livez', { headers: { connection: 'close' } }),
      ]);
      if (readiness.status === 503) {
        notReady += 1;
        draining = readiness.body.error.message;
      }
      if (live.status === 200) alive += 1;
      return notReady >= 2;
    });
    expect(draining).toBe('the service is draining');
    expect(alive).toBeGreaterThan(0);
    await Promise.all(clients);
    expect(broken).toEqual([]);
    expect(toldToLeave).toBe(12);
    expect([...statuses.keys()].toSorted()).toEqual([200, 201]);

    // New connections are refused, and the running request still has its database.
    await eventually(() =>
      call(process.url, 'GET', '/livez').then(
        () => false,
        () => true,
      ),
    );
    expect(process.running()).toBe(true);
    await release();
    // Its caller is asked to leave, because the connection is closed after this.
    expect(await slow).toEqual({ status: 201, close: true });
    kept.destroy();
    expect(await process.ended).toEqual({ code: 0, signal: null });
    await idleEnded;
    expect(idleErrors).toEqual([]);
    const { rows } = await target.sql('SELECT count(*)::int AS lists FROM screening_lists');
    expect(rows[0].lists).toBe(1 + (statuses.get(201) ?? 0));
    expect((await target.sql('SELECT name FROM screening_entries')).rows).toEqual([
      { name: 'Slow Balogun' },
    ]);
  });

  test('sent as SIGHUP to several processes under load drops no request', async () => {
    const target = await running({ ORIKI_PROCESSES: '2', ORIKI_DRAIN_DELAY_MS: '400' });
    const { process, key } = target;
    let stored = 0;
    const client = async (number: number): Promise<void> => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      for (let sent = 0, isToldToLeave = false; !isToldToLeave; sent += 1) {
        const body = { source: `hup-${number}-${sent}`, name: 'Load', kind: 'tenant_allowlist' };
        const reply = await keptAlive(agent, `${process.url}/api/v1/fraud/lists`, key, body);
        expect(reply.status).toBe(201);
        stored += 1;
        isToldToLeave = reply.close;
      }
      agent.destroy();
    };
    const clients = Promise.all(Array.from({ length: 8 }, (_, number) => client(number)));
    await eventually(() => stored > 100);
    process.signal('SIGHUP');
    await clients;
    expect(await process.ended).toEqual({ code: 0, signal: null });
    const { rows } = await target.sql('SELECT count(*)::int AS lists FROM screening_lists');
    expect(rows[0].lists).toBe(1 + stored);
  });

  test('is one stop for all signals of its first two seconds, and the embedded database ends with it', async () => {
    const dataDir = await migratedDataDir();
    const process = await service({ ORIKI_DATA_DIR: dataDir, ORIKI_DRAIN_DELAY_MS: '300' }).ready();
    // A closed terminal sends SIGHUP to the whole process group.
    for (const signal of ['SIGHUP', 'SIGTERM', 'SIGINT'] as const) {
      process.signal(signal);
      await sleep(50);
    }
    expect(await process.ended).toEqual({ code: 0, signal: null });
    expect(await postmasterPid(dataDir)).toBeUndefined();
  });

  test('cuts a request that outlasts the time-out, stores nothing of it, and ends with exit code 0', async () => {
    const target = await running({
      ORIKI_SHUTDOWN_TIMEOUT_MS: '300',
      ORIKI_DATABASE_TIMEOUT_MS: '60000',
    });
    const { process, key, path } = target;
    const release = await target.hold();
    const cut = call(process.url, 'POST', `${path}/entries`, {
      key,
      body: entry('Cut Balogun'),
    }).catch((error: Error) => error);
    await eventually(() => waitsForLock(target));
    process.signal('SIGTERM');
    expect(await cut).toBeInstanceOf(Error);
    // This is long before the statement's time limit.
    await eventually(() => !process.running(), 10_000);
    expect(await process.ended).toEqual({ code: 0, signal: null });
    await release();
    await eventually(
      async () =>
        (
          await target.sql(
            `SELECT FROM pg_stat_activity WHERE datname = current_database() AND application_name LIKE 'oriki%'`,
          )
        ).rowCount === 0,
    );
    expect((await target.sql('SELECT name FROM screening_entries')).rows).toEqual([]);
  });

  test.each([
    ['SIGTERM', 143],
    ['SIGINT', 130],
  ] as const)(
    'and a %s two seconds later end the process immediately, with exit code %i',
    async (second, code) => {
      const target = await running({
        ORIKI_SHUTDOWN_TIMEOUT_MS: '600000',
        ORIKI_DATABASE_TIMEOUT_MS: '60000',
      });
      const { process, key, path } = target;
      const release = await target.hold();
      const cut = call(process.url, 'POST', `${path}/entries`, {
        key,
        body: entry('Cut Balogun'),
      }).catch((error: Error) => error);
      await eventually(() => waitsForLock(target));
      process.signal('SIGTERM');
      await eventually(() => process.logs().some(({ msg }) => msg === 'stopping'));
      await sleep(2100);
      expect(process.running()).toBe(true);
      process.signal(second);
      expect(await process.ended).toEqual({ code, signal: null });
      expect(await cut).toBeInstanceOf(Error);
      await release();
    },
  );
});

/** Sends the pieces without ending, and returns what arrived until the server closed the connection. */
async function neverFinish(url: string, pieces: string[]): Promise<string> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  let received = '';
  socket.setEncoding('utf8').on('data', (text: string) => (received += text));
  socket.on('error', () => {});
  const closed = once(socket, 'close');
  const drip = async (): Promise<void> => {
    for (const piece of pieces) {
      if (socket.destroyed) return;
      socket.write(piece);
      await sleep(20);
    }
  };
  await Promise.all([closed, drip()]);
  return received;
}

describe('a client that never finishes its request', () => {
  test('gets 408 in the envelope and is cut off, whatever part is missing, and does not affect other clients', async () => {
    const target = await running({
      ORIKI_HEADERS_TIMEOUT_MS: '400',
      ORIKI_REQUEST_TIMEOUT_MS: '800',
    });
    const { process, key, path } = target;
    const head = `POST ${path}/entries HTTP/1.1\r\nhost: x\r\nx-api-key: ${key}\r\nidempotency-key: slow-1\r\ncontent-type: application/json\r\n`;
    const body = JSON.stringify(entry('Slowloris Balogun'));
    const slow: Record<string, string[]> = {
      'request line': ['GET /livez HT'],
      headers: [
        'GET /livez HTTP/1.1\r\n',
        'host: x\r\n',
        ...Array.from({ length: 200 }, (_, i) => `x-${i}: y\r\n`),
      ],
      body: [`${head}content-length: ${body.length + 1}\r\n\r\n`, body],
      'body, byte by byte': [
        `${head}content-length: 1000\r\n\r\n`,
        ...Array.from({ length: 200 }, () => ' '),
      ],
      'chunked body': [
        `${head}transfer-encoding: chunked\r\n\r\n`,
        `${body.length.toString(16)}\r\n${body}\r\n`,
      ],
    };
    const state = { done: false };
    const others = (async () => {
      const seen = new Set<number>();
      while (!state.done) seen.add((await call(process.url, 'GET', path, { key })).status);
      return [...seen];
    })();
    const answers = await Promise.all(
      Object.entries(slow).map(
        async ([what, pieces]) => [what, await neverFinish(process.url, pieces)] as const,
      ),
    );
    state.done = true;
    for (const [what, answer] of answers) {
      const [headers = '', text = ''] = answer.split('\r\n\r\n');
      expect(headers, what).toMatch(/^HTTP\/1\.1 408 /);
      expect(headers, what).toMatch(/^x-request-id: req_/im);
      expect(headers, what).toMatch(/^connection: close$/im);
      expect(JSON.parse(text), what).toEqual({
        success: false,
        error: { code: 'REQUEST_TIMEOUT', message: expect.any(String) },
      });
    }
    expect(await others).toEqual([200]);
    expect((await call(process.url, 'GET', path, { key })).body.data.entryCount).toBe(0);
    expect(await process.stop()).toEqual({ code: 0, signal: null });
  });
});
