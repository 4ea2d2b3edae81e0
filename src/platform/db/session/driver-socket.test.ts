import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { asOwner, cloneDatabase } from '../../../../test/support/database.ts';
import { holdWrites, socketOf } from './driver-socket.ts';

let url: string;
let client: pg.Client;
beforeAll(async () => {
  url = asOwner(await cloneDatabase());
  client = new pg.Client(url);
  await client.connect();
});
afterAll(() => client.end());

test('the driver stores the socket of a connection where we look for it', () => {
  const found = (): unknown => socketOf(client);
  expect(found, 'this version of pg writes differently: repair driver-socket.ts').not.toThrow();
});

test('the driver writes statements to that socket, which holds them back until released', async () => {
  const { writableLength } = socketOf(client);
  const write = holdWrites(client);
  const answer = client.query('SELECT 1 AS one');
  expect(
    [writableLength, socketOf(client).writableLength > 0],
    'this version of pg writes elsewhere: BEGIN, statements and COMMIT are no longer sent together (driver-socket.ts)',
  ).toEqual([0, true]);
  write();
  expect(socketOf(client).writableLength).toBe(0);
  expect((await answer).rows).toEqual([{ one: 1 }]);
});

test('the next turn of the event loop writes held data in any case', async () => {
  holdWrites(client);
  expect((await client.query('SELECT 2 AS two')).rows).toEqual([{ two: 2 }]);
});

test('destroying that socket ends a running statement immediately', async () => {
  const other = new pg.Client(url);
  other.on('error', () => {});
  await other.connect();
  const sleeping = other.query('SELECT pg_sleep(60)');
  socketOf(other).destroy();
  await expect(sleeping).rejects.toThrow('Connection terminated');
});
