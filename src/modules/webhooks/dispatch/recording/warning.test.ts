import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import {
  eventually,
  rowsOf,
  sentinel,
  WebhookClient,
  type Created,
} from '../../../../../test/support/webhook-client.ts';
import {
  app,
  client,
  freshPath,
  receiver,
  second,
  subscribe,
  useTwoDispatchers,
} from '../../../../../test/support/webhook-site.ts';
import { clock } from '../../../../platform/clock.ts';
import { warn, warningDue } from './warning.ts';

const HOUR = 3_600_000;

useTwoDispatchers();

/** Moves the first failure back by this many hours. */
function failedFor(id: string, hours: number): Promise<unknown> {
  const since = new Date(clock.nowMs() - hours * HOUR);
  return sql`UPDATE webhook_lanes SET failing_since = ${since},
      warned_of = CASE WHEN warned_of = failing_since THEN ${since}::timestamptz END
    WHERE webhook_id = ${id} AND failing_since IS NOT NULL`.execute(app.db.read);
}

type Warned = { path: string } & Created;

/** The events that a subscription was sent, by their data. */
// eslint-disable-next-line typescript/no-explicit-any
function sentTo({ path, secret }: Warned): any[] {
  const requests = receiver.requests.filter((request) => request.path === path);
  return requests.map((request) => receiver.verify(request, secret));
}

/** Returns the per cents of the warnings in the order of arrival, once no further warnings are to come. */
async function told(other: Warned): Promise<number[]> {
  await sentinel(app, receiver);
  return sentTo(other)
    .filter(({ type }) => type === 'webhook.failing')
    .map(({ data }) => data.percent);
}

test('a warning is due at 50, 75 and 90 % of five days, and not before', () => {
  const at = (hours: number) => warningDue(hours * HOUR);
  expect([at(0), at(59.99), at(60), at(89.99), at(90), at(107.99), at(108), at(119)]).toEqual([
    0, 0, 50, 50, 75, 75, 90, 90,
  ]);
});

describe('webhook.failing', () => {
  test('is sent to the other webhooks once at each step, and never to the failing one', async () => {
    const failing = await subscribe(({ id }) => ({ status: id === 'bad' ? 500 : 204 }), ['*']);
    const other = await subscribe({ status: 204 }, ['webhook.*']);
    const stranger = new WebhookClient(app, await app.org());
    const theirs = freshPath();
    await stranger.create(receiver.url(theirs));
    await client.publish('a.b', {}, 'bad');
    await client.attempted(failing.id, 'bad');
    for (const [hours, percents] of [
      [59.9, []],
      [60.1, [50]],
      [61, [50]],
      [90.1, [50, 75]],
      [91, [50, 75]],
      [108.1, [50, 75, 90]],
      [119, [50, 75, 90]],
    ] as const) {
      await failedFor(failing.id, hours);
      await client.next(failing.id, 'bad');
      await eventually(async () => expect(await told(other)).toEqual(percents));
    }
    const [first] = sentTo(other);
    expect(first.data).toEqual({
      webhookId: failing.id,
      name: 'Ledger',
      percent: 50,
      failingSince: expect.any(String),
      deactivatesAt: new Date(Date.parse(first.data.failingSince) + 120 * HOUR).toISOString(),
    });
    expect(sentTo(failing).filter(({ type }) => type === 'webhook.failing')).toEqual([]);
    expect(receiver.requests.filter(({ path }) => path === theirs)).toEqual([]);
  });

  test('reports only the later of two steps that one attempt has reached', async () => {
    const failing = await subscribe({ status: 500 }, ['a.b']);
    const other = await subscribe({ status: 204 }, ['webhook.failing']);
    const event = await client.publish('a.b');
    await client.attempted(failing.id, event);
    await failedFor(failing.id, 100);
    await client.next(failing.id, event);
    await client.next(failing.id, event);
    await eventually(async () => expect(await told(other)).toEqual([75]));
  });

  test('is shown in the webhook and in the list, from the first failure until a success', async () => {
    const state = { works: false };
    const answer = () => ({ status: state.works ? 204 : 500 });
    const failing = await subscribe(answer, ['a.b']);
    const shown = async () => {
      const { webhooks } = await client.ask(200, 'GET');
      const { failing: one } = await client.get(failing.id);
      expect(webhooks.find(({ id }: Created) => id === failing.id).failing).toEqual(one);
      return one;
    };
    expect(await shown()).toBeNull();
    const event = await client.publish('a.b');
    await client.attempted(failing.id, event);
    await eventually(async () => expect(await shown()).toMatchObject({ percent: 0 }));
    await failedFor(failing.id, 91);
    await client.next(failing.id, event);
    await eventually(async () => expect(await shown()).toMatchObject({ percent: 75 }));
    const { since, deactivatesAt } = await shown();
    expect(Date.parse(deactivatesAt) - Date.parse(since)).toBe(120 * HOUR);
    await client.patch(failing.id, { active: false });
    expect(await shown()).toBeNull();
    await client.patch(failing.id, { active: true });
    await client.next(failing.id, event);
    await eventually(async () => expect(await shown()).toMatchObject({ percent: 0 }));
    state.works = true;
    await client.next(failing.id, event);
    await eventually(async () => expect(await shown()).toBeNull());
  });

  test('starts again with the next series of failures after a success', async () => {
    const state = { works: false };
    const failing = await subscribe(() => ({ status: state.works ? 204 : 500 }), ['a.b']);
    const other = await subscribe({ status: 204 }, ['webhook.failing']);
    const fail = async (event: string) => {
      state.works = false;
      await client.publish('a.b', {}, event);
      await client.attempted(failing.id, event);
      await failedFor(failing.id, 62);
      await client.next(failing.id, event);
    };
    await fail('first');
    await eventually(async () => expect(await told(other)).toEqual([50]));
    state.works = true;
    await client.next(failing.id, 'first');
    await fail('second');
    await eventually(async () => expect(await told(other)).toEqual([50, 50]));
  });

  test('is sent once when dispatchers notice it at the same time, and not again after a crash', async () => {
    const failing = await subscribe({ status: 500 }, ['a.b']);
    const other = await subscribe({ status: 204 }, ['webhook.failing']);
    const event = await client.publish('a.b');
    await client.attempted(failing.id, event);
    await failedFor(failing.id, 62);
    const [own, others] = [await app.dbOf(client.org.id), await second.dbOf(client.org.id)];
    // A process dies between the record of the warning and the commit.
    const dies = own.transaction(async (tx) => {
      expect(await warn(tx, client.org.id, failing.id, 50)).toBe(true);
      throw new Error('the process dies');
    });
    await expect(dies).rejects.toThrow('the process dies');
    expect(await told(other)).toEqual([]);
    const warned = await Promise.all(
      [own, others, own, others].map((db) =>
        db.transaction((tx) => warn(tx, client.org.id, failing.id, 50)),
      ),
    );
    expect(warned.filter(Boolean)).toHaveLength(1);
    await client.next(failing.id, event);
    await eventually(async () => expect(await told(other)).toEqual([50]));
    const stored = await rowsOf(
      app,
      sql`SELECT id FROM events WHERE org_id = ${client.org.id} AND type = 'webhook.failing'`,
    );
    expect(stored).toHaveLength(1);
  });

  test('is not sent for a webhook that has since been paused, moved or succeeded', async () => {
    const failing = await subscribe({ status: 500 }, ['a.b']);
    const event = await client.publish('a.b');
    await client.attempted(failing.id, event);
    await failedFor(failing.id, 62);
    const tell = () => app.db.transaction((tx) => warn(tx, client.org.id, failing.id, 50));
    await client.patch(failing.id, { active: false });
    expect(await tell()).toBe(false);
    await client.patch(failing.id, { active: true });
    expect(await tell()).toBe(false);
    const stranger = await app.org();
    const foreign = app.db.transaction((tx) => warn(tx, stranger.id, failing.id, 50));
    expect(await foreign).toBe(false);
  });
});
