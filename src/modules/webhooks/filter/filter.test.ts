import { describe, expect, test } from 'vitest';
import { expect400, sentinel } from '../../../../test/support/webhook-client.ts';
import { meets } from './filter.ts';
import { app, client, receiver, useWebhooks } from '../../../../test/support/webhook-site.ts';

describe('a condition', () => {
  const data = {
    status: 'paid',
    amount: 150.5,
    live: true,
    note: null,
    customer: { country: 'NG', 'e-mail': 'x', tags: ['a'] },
  };
  const met = (path: string, op: string, value: unknown) =>
    meets(data, { all: [{ path, op, value } as never] });

  test.each([
    ['status', 'eq', 'paid', true],
    ['status', 'eq', 'Paid', false],
    ['amount', 'eq', 150.5, true],
    ['amount', 'eq', '150.5', false],
    ['live', 'eq', true, true],
    ['note', 'eq', null, true],
    ['missing', 'eq', null, false],
    ['customer.country', 'eq', 'NG', true],
    ['customer.e-mail', 'eq', 'x', true],
    ['customer.country.x', 'eq', 'NG', false],
    ['customer.tags', 'eq', 'a', false],
    ['customer.tags.0', 'eq', 'a', false],
    ['status', 'in', ['open', 'paid'], true],
    ['status', 'in', ['open'], false],
    ['note', 'in', [null], true],
    ['missing', 'in', [null], false],
    ['customer', 'exists', true, true],
    ['note', 'exists', true, true],
    ['missing', 'exists', true, false],
    ['missing', 'exists', false, true],
    ['note', 'exists', false, false],
    ['toString', 'exists', true, false],
    ['__proto__', 'exists', true, false],
    ['customer.constructor', 'exists', true, false],
    ['amount', 'gt', 150, true],
    ['amount', 'gt', 150.5, false],
    ['amount', 'gte', 150.5, true],
    ['amount', 'lt', 150.5, false],
    ['amount', 'lte', 150.5, true],
    ['amount', 'lt', 200, true],
    ['status', 'gt', 0, false],
    ['missing', 'lt', 0, false],
  ])('%s %s %j is met: %s', (path, op, value, expected) => {
    expect(met(path, op, value)).toBe(expected);
  });

  test('is met only together with all other conditions', () => {
    const paid = { path: 'status', op: 'eq', value: 'paid' } as const;
    const large = { path: 'amount', op: 'gte', value: 1000 } as const;
    expect(meets(data, { all: [paid] })).toBe(true);
    expect(meets(data, { all: [paid, large] })).toBe(false);
    expect(meets(data, null)).toBe(true);
  });
});

describe('a filter', () => {
  useWebhooks();

  const PAID = { all: [{ path: 'status', op: 'eq', value: 'paid' }] };
  const subscribe = (path: string, filter: object) =>
    client.ask(201, 'POST', '', {
      name: 'Ledger',
      url: receiver.url(path),
      events: ['invoice.*'],
      filter,
    });
  const arrived = (path: string) =>
    receiver.requests.filter((request) => request.path === path).map(({ id }) => id);

  test('passes only events whose data match, published one by one or in batches', async () => {
    const { id, filter } = await subscribe('/filtered', PAID);
    expect(filter).toEqual(PAID);
    expect((await client.get(id)).filter).toEqual(PAID);
    const paid = await client.publish('invoice.closed', { status: 'paid' });
    await client.publish('invoice.closed', { status: 'open' });
    await client.publish('invoice.closed', {});
    const batch = await app.call('POST', '/api/v1/events/batch', {
      key: client.org.key,
      body: {
        events: ['paid', 'open', 'paid'].map((status, i) => ({
          type: 'invoice.closed',
          data: { status },
          id: `b${i}`,
        })),
      },
    });
    expect(batch.status, batch.text).toBe(202);
    await receiver.waitFor(3, { path: '/filtered' });
    await sentinel(app, receiver);
    expect(arrived('/filtered').toSorted()).toEqual([paid, 'b0', 'b2'].toSorted());
    expect((await client.page(id)).total).toBe(3);
  });

  test('is in effect once the change is answered, and `{}` removes it', async () => {
    const { id } = await subscribe('/changed', PAID);
    await client.patch(id, { filter: { all: [{ path: 'amount', op: 'gt', value: 10 }] } });
    await client.publish('invoice.closed', { status: 'paid', amount: 10 });
    const large = await client.publish('invoice.closed', { amount: 11 });
    expect(await client.patch(id, { filter: {} })).not.toHaveProperty('filter');
    const any = await client.publish('invoice.closed', {});
    await receiver.waitFor(2, { path: '/changed' });
    await sentinel(app, receiver);
    expect(arrived('/changed').toSorted()).toEqual([large, any].toSorted());
  });

  test('does not block a test event', async () => {
    const { id } = await subscribe('/tested', PAID);
    await client.ask(202, 'POST', `/${id}/test`, {});
    await receiver.waitFor(1, { path: '/tested' });
  });

  const condition = (change: object) => ({
    all: [{ path: 'a', op: 'eq', value: 1, ...change }],
  });
  test.each([
    [condition({ op: 'like' }), 'filter.all[0].op'],
    [condition({ path: '' }), 'filter.all[0].path'],
    [condition({ path: 'a..b' }), 'filter.all[0].path'],
    [condition({ path: 'a.b.c.d.e.f.g.h.i' }), 'filter.all[0].path'],
    [condition({ value: { a: 1 } }), 'filter.all[0].value'],
    [condition({ value: 'x'.repeat(257) }), 'filter.all[0].value'],
    [condition({ value: undefined }), 'filter.all[0].value'],
    [condition({ op: 'in', value: 'a' }), 'filter.all[0].value'],
    [condition({ op: 'in', value: [] }), 'filter.all[0].value'],
    [condition({ op: 'in', value: Array(51).fill(1) }), 'filter.all[0].value'],
    [condition({ op: 'in', value: [[]] }), 'filter.all[0].value'],
    [condition({ op: 'exists', value: 'yes' }), 'filter.all[0].value'],
    [condition({ op: 'gt', value: '1' }), 'filter.all[0].value'],
    [condition({ extra: 1 }), 'filter.all[0].extra'],
    [{ any: [] }, 'filter.any'],
    [{ all: Array.from({ length: 21 }, () => ({ path: 'a', op: 'eq', value: 1 })) }, 'filter.all'],
  ])('is rejected when it is not as documented: %j', async (filter, path) => {
    const body = { name: 'n', url: receiver.url('/x'), events: ['*'], filter };
    expect400(await client.call('POST', '', { body }), path);
  });
});
