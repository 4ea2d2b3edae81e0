import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cloneDatabase } from '../../../../test/support/database.ts';
import { eventually } from '../../../../test/support/process.ts';
import { openDatabase } from '../../../../test/support/webhook-checks.ts';
import type { Database } from '../database.ts';
import { Notifier } from './notifier.ts';
import { within } from '../../../../test/support/within.ts';

let db: Database;
let listening: Client;
const heard: string[] = [];
beforeAll(async () => {
  const url = await cloneDatabase();
  db = openDatabase(url);
  listening = new Client({ connectionString: url });
  await listening.connect();
  listening.on('notification', ({ payload }) => heard.push(payload ?? ''));
  await listening.query('LISTEN something_new');
});
afterAll(async () => {
  await listening.end();
  await db.close();
});

/** A pause longer than the time between close items on a busy machine. */
const PAUSE_MS = within(200);

test('sends committed items, close ones in one notification, and none of a rollback', async () => {
  const notifier = new Notifier('something_new', PAUSE_MS, (items) => [...items].toSorted().join());
  const tell = (...items: string[]) => db.transaction(async () => notifier.afterCommit(items));
  await tell('a');
  await tell('b', 'c');
  await tell('c');
  await db
    .transaction(async () => {
      notifier.afterCommit(['never']);
      throw new Error('rolled back');
    })
    .catch(() => {});
  await eventually(() => heard.length === 2);
  await sleep(1.5 * PAUSE_MS);
  // The notifiers use separate connections.
  expect(heard.toSorted()).toEqual(['a', 'b,c']);
});
