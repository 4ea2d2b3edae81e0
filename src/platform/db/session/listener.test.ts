import { pino } from 'pino';
import { Client, type ClientConfig } from 'pg';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { cloneDatabase } from '../../../../test/support/database.ts';
import { eventually } from '../../../../test/support/process.ts';
import { startListener, type Listener } from './listener.ts';

let url: string;
let admin: Client;
let listener: Listener | undefined;

beforeAll(async () => {
  url = await cloneDatabase();
  admin = new Client({ connectionString: url });
  await admin.connect();
});
afterEach(() => listener?.stop());
afterAll(() => admin.end());

const log = pino({ level: 'silent' });
async function sessions(): Promise<number[]> {
  const { rows } = await admin.query(
    `SELECT pid FROM pg_stat_activity WHERE application_name = 'oriki:listen' AND datname = current_database()`,
  );
  return rows.map(({ pid }) => pid);
}
async function cut(): Promise<void> {
  for (const pid of await sessions())
    await admin.query('SELECT pg_terminate_backend($1, 5000)', [pid]);
}

function listen(options: { connection?: ClientConfig; onDown?: () => Promise<void> } = {}) {
  const heard: (string | undefined)[] = [];
  const other: (string | undefined)[] = [];
  listener = startListener({
    connection: options.connection ?? { connectionString: url },
    handlers: { one: (payload) => heard.push(payload), two: (payload) => other.push(payload) },
    onDown: options.onDown ?? (async () => {}),
    log,
  });
  return { heard, other, listener };
}

test('calls every handler with undefined once it listens, and then with each payload of its channel', async () => {
  const { heard, other, listener: started } = listen();
  await eventually(() => started.connected());
  expect([heard, other]).toEqual([[undefined], [undefined]]);
  await admin.query(`NOTIFY one, 'a'`);
  await admin.query('NOTIFY one');
  await admin.query(`NOTIFY two, 'b'`);
  await eventually(() => other.length === 2);
  expect(heard).toEqual([undefined, 'a', '']);
  expect(other).toEqual([undefined, 'b']);
});

test('listens again after its connection was lost, and reports that notifications may have been missed', async () => {
  let downs = 0;
  let gate = Promise.withResolvers<void>();
  const { heard, listener: started } = listen({
    onDown() {
      downs += 1;
      return gate.promise;
    },
  });
  await eventually(() => started.connected());
  for (let round = 1; round <= 2; round += 1) {
    heard.length = 0;
    await cut();
    await eventually(() => downs === round);
    expect(started.connected()).toBe(false);
    await admin.query(`NOTIFY one, 'lost'`);
    gate.resolve();
    gate = Promise.withResolvers();
    await eventually(() => started.connected());
    expect(heard).toEqual([undefined]);
    await admin.query(`NOTIFY one, 'heard'`);
    await eventually(() => heard.length === 2);
    expect(heard).toEqual([undefined, 'heard']);
    expect(await sessions()).toHaveLength(1);
  }
});

test('keeps trying when the server is down at first and when the attempt to start it fails', async () => {
  const attempts: number[] = [];
  const target: ClientConfig = { host: '127.0.0.1', port: 1, user: 'nobody', database: 'none' };
  const { heard, listener: started } = listen({
    connection: target,
    async onDown() {
      attempts.push(attempts.length);
      if (attempts.length === 1) throw new Error('cannot start it');
      if (attempts.length === 2) {
        delete target.host;
        delete target.port;
        target.connectionString = url;
      }
    },
  });
  await eventually(() => started.connected());
  expect(attempts.length).toBeGreaterThanOrEqual(2);
  expect(heard).toEqual([undefined]);
});

test('ends its session on stop and never reconnects', async () => {
  const { heard, listener: started } = listen();
  await eventually(() => started.connected());
  await started.stop();
  await eventually(async () => (await sessions()).length === 0);
  await admin.query(`NOTIFY one, 'late'`);
  await new Promise((resolve) => setTimeout(resolve, 700));
  expect(await sessions()).toEqual([]);
  expect(heard).toEqual([undefined]);
});

test('leaves no session behind when it is stopped while connecting', async () => {
  for (let i = 0; i < 5; i += 1) {
    const { listener: started } = listen();
    await started.stop();
  }
  await eventually(async () => (await sessions()).length === 0);
});
