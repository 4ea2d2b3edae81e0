import { sql } from 'kysely';
import { Webhook } from 'standardwebhooks';
import { describe, expect, test } from 'vitest';
import { cleanUp } from './cleanup.ts';
import {
  app,
  arrived,
  client,
  receiver,
  useWebhooks,
} from '../../../../test/support/webhook-site.ts';

let paths = 0;

useWebhooks();

async function subscribe(status = 204, events = ['*']) {
  const path = `/sent/${(paths += 1)}`;
  receiver.behave(path, { status });
  return { path, ...(await client.create(receiver.url(path), events)) };
}

describe('a delivery that was sent', () => {
  test('is returned byte for byte, with the headers of each attempt', async () => {
    const { id, path, secret } = await subscribe(500);
    const event = await client.publish('a.b', { name: 'Ünïcødé 😀', spaces: '  ', id: 'x' });
    await client.attempted(id, event);
    await client.next(id, event);
    const delivery = await client.delivery(id, event);
    const sent = await client.ask(200, 'GET', `/${id}/deliveries/${delivery.id}`);
    const requests = arrived(path);
    expect(requests).toHaveLength(2);
    expect(sent.attempts).toHaveLength(2);
    for (const [i, { body, headers }] of requests.entries()) {
      expect(sent.body).toBe(body.toString('utf8'));
      const { host: _host, connection: _connection, ...others } = headers;
      expect(sent.attempts[i].requestHeaders).toEqual(others);
      new Webhook(secret).verify(sent.body, sent.attempts[i].requestHeaders);
    }
    expect(sent).toMatchObject({ id: delivery.id, status: 'pending', redacted: [] });
    // The list has neither body nor headers.
    const [listed] = await client.deliveries(id);
    expect(Object.keys(listed!)).not.toContain('body');
    expect(Object.keys(listed!.attempts[0]!).toSorted()).toEqual([
      'at',
      'durationMs',
      'error',
      'number',
      'response',
      'statusCode',
    ]);
  });

  test('has both signatures while a secret is being replaced, and never a secret', async () => {
    const { id, secret } = await subscribe();
    const rotated = await client.ask(200, 'POST', `/${id}/rotate-secret`);
    const event = await client.publish('a.b');
    const { id: deliveryId } = await client.attempted(id, event);
    const { text, body } = await client.call('GET', `/${id}/deliveries/${deliveryId}`);
    const { requestHeaders } = body.data.attempts[0];
    expect(requestHeaders['webhook-signature'].split(' ')).toHaveLength(2);
    for (const known of [secret, rotated.secret]) {
      new Webhook(known).verify(body.data.body, requestHeaders);
      expect(text).not.toContain(known.slice('whsec_'.length));
    }
  });

  test('hides the fields that the event type marks as redacted, although they were sent', async () => {
    const { id, path } = await subscribe(204, ['key.*']);
    const made = await app.call('POST', '/api/v1/keys', {
      key: client.org.key,
      body: { name: 'Another', scopes: ['events:publish'] },
    });
    expect(made.status, made.text).toBe(201);
    await receiver.waitFor(1, { path });
    const body = arrived(path).at(-1)!.body.toString('utf8');
    const { hint } = JSON.parse(body).data;
    expect(hint).toMatch(/^ork_/);
    const listed = await client.deliveries(id);
    const answers = await Promise.all(
      listed.map((delivery) => client.call('GET', `/${id}/deliveries/${delivery.id}`)),
    );
    for (const { text, body: answer } of answers) {
      expect(text).not.toContain(hint);
      expect(answer.data.redacted).toEqual(['data.hint']);
      expect(JSON.parse(answer.data.body).data.hint).toBe('[redacted]');
    }
    const event = await app.call('GET', `/api/v1/events/${listed[0]!.eventId}`, {
      key: client.org.key,
    });
    expect(event.text).not.toContain(hint);
    expect(event.body.data).toMatchObject({
      redacted: ['data.hint'],
      data: { hint: '[redacted]', keyId: expect.any(String) },
    });
    const { eventTypes } = await client.ask(200, 'GET', '/event-types');
    const redacting = eventTypes.filter(({ redact }: { redact: string[] }) => redact.length > 0);
    expect(redacting.map(({ type }: { type: string }) => type)).toEqual([
      'key.created',
      'key.rotated',
      'key.revoked',
      'key.owner_left',
      'key.expiring',
    ]);
  });

  test('returns null for the headers of attempts that were recorded before headers were stored', async () => {
    const { id } = await subscribe();
    const event = await client.publish('a.b');
    const { id: deliveryId } = await client.attempted(id, event);
    await sql`UPDATE delivery_attempts SET signature = NULL, webhook_id = NULL, event_type = NULL
      WHERE delivery_id = ${deliveryId}`.execute(app.db.read);
    const sent = await client.ask(200, 'GET', `/${id}/deliveries/${deliveryId}`);
    expect(sent.attempts[0].requestHeaders).toBeNull();
  });

  test('exists for 30 days after the delivery has finished, and is deleted with it', async () => {
    const { id } = await subscribe();
    const event = await client.publish('a.b', { text: 'unforgettable' });
    const { id: deliveryId } = await client.delivery(
      id,
      event,
      ({ status }) => status === 'succeeded',
    );
    const age = (days: string) =>
      sql`WITH attempts AS (UPDATE delivery_attempts SET attempted_at = now() - ${days}::interval
          WHERE delivery_id = ${deliveryId}),
        event AS (UPDATE events SET created_at = now() - ${days}::interval
          WHERE org_id = ${client.org.id} AND id = ${event})
        UPDATE deliveries SET created_at = now() - ${days}::interval WHERE id = ${deliveryId}`.execute(
        app.db.read,
      );
    await age('29 days 23 hours');
    for (const db of app.buckets()) await cleanUp(db);
    const sent = await client.ask(200, 'GET', `/${id}/deliveries/${deliveryId}`);
    expect(sent.body).toContain('unforgettable');
    await age('30 days 1 minute');
    for (const db of app.buckets()) await cleanUp(db);
    expect((await client.call('GET', `/${id}/deliveries/${deliveryId}`)).status).toBe(404);
    const { rows } = await sql`SELECT body FROM events
      WHERE org_id = ${client.org.id} AND id = ${event}`.execute(app.db.read);
    expect(rows).toEqual([]);
  });
});
