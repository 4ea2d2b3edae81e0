/** Requests to an organization's API for tests of webhooks, and functions that move time forward. */
import { sql } from 'kysely';
import { expect, vi } from 'vitest';
import type { Answer, CallOptions, TestApp } from './app.ts';
import type { Receiver } from './receiver.ts';
import { within } from './within.ts';
import { OrgClient } from './org-client.ts';

type Body = Record<string, unknown>;
const WEBHOOKS = '/api/v1/webhooks';

type Attempt = {
  number: number;
  at: string;
  durationMs: number;
  statusCode: number | null;
  error: string | null;
  response: string | null;
};
export type LoggedDelivery = {
  id: string;
  webhookId: string;
  eventId: string;
  eventType: string;
  status: 'pending' | 'succeeded' | 'failed';
  attemptCount: number;
  createdAt: string;
  nextAttemptAt: string | null;
  finishedAt: string | null;
  attempts: Attempt[];
};
export type Created = {
  id: string;
  name: string;
  url: string;
  events: string[];
  secret: string;
  active: boolean;
  createdAt: string;
};

/** Repeats `look` until it no longer throws. */
export function eventually<T>(look: () => Promise<T> | T): Promise<T> {
  return vi.waitFor(look, { timeout: within(15_000), interval: 15 });
}

/** One organization with webhooks. */
export class WebhookClient extends OrgClient {
  /** @param path below /webhooks */
  call(method: string, path = '', options: CallOptions = {}): Promise<Answer> {
    return this.app.call(method, WEBHOOKS + path, { key: this.org.key, ...options });
  }

  /** Returns the data of an answer that must have this status. */
  // eslint-disable-next-line typescript/no-explicit-any
  async ask(status: number, method: string, path = '', body?: Body): Promise<any> {
    const answer = await this.call(method, path, body === undefined ? {} : { body });
    expect(answer.status, answer.text.slice(0, 300)).toBe(status);
    return answer.body.data;
  }

  create(url: string, events: string[] = ['*'], name = 'Ledger'): Promise<Created> {
    return this.ask(201, 'POST', '', { name, url, events });
  }
  patch = (id: string, body: Body) => this.ask(200, 'PATCH', `/${id}`, body);
  get = (id: string) => this.ask(200, 'GET', `/${id}`);

  publishing(body: Body, options: CallOptions = {}): Promise<Answer> {
    return this.app.call('POST', '/api/v1/events', { key: this.org.key, body, ...options });
  }
  /** Publishes an event. @returns its id */
  async publish(type: string, data: Body = {}, id?: string): Promise<string> {
    const answer = await this.publishing({ type, data, ...(id === undefined ? {} : { id }) });
    expect(answer.status, answer.text.slice(0, 300)).toBe(202);
    return answer.body.data.id;
  }

  page(
    webhookId: string,
    query: Record<string, string> = {},
  ): Promise<{ items: LoggedDelivery[]; total: number; page: number; limit: number }> {
    return this.ask(200, 'GET', `/${webhookId}/deliveries?${new URLSearchParams(query)}`);
  }
  deliveries = async (webhookId: string, query: Record<string, string> = {}) =>
    (await this.page(webhookId, query)).items;

  /** Returns the subscription's delivery of the event, once `done` accepts it. */
  delivery(
    webhookId: string,
    eventId: string,
    done: (delivery: LoggedDelivery) => boolean = () => true,
  ): Promise<LoggedDelivery> {
    return eventually(async () => {
      const [found] = await this.deliveries(webhookId, { eventId });
      if (!found || !done(found)) throw new Error(`not yet: ${JSON.stringify(found)}`);
      return found;
    });
  }
  /** Returns the delivery once this many attempts are recorded. */
  attempted = (webhookId: string, eventId: string, attempts = 1) =>
    this.delivery(webhookId, eventId, (found) => found.attemptCount >= attempts);

  /** Makes all deliveries that wait for their next attempt due. */
  async hurry(): Promise<void> {
    await sql`UPDATE delivery_queue SET due_at = now() WHERE org_id = ${this.org.id}`.execute(
      this.app.db.read,
    );
    await notify(this.app);
  }

  /** Makes the next attempt due, and waits until it is recorded. */
  async next(webhookId: string, eventId: string): Promise<LoggedDelivery> {
    const { attemptCount } = await this.delivery(webhookId, eventId);
    await this.hurry();
    return eventually(async () => {
      const [found] = await this.deliveries(webhookId, { eventId });
      if (found && found.attemptCount > attemptCount) return found;
      await notify(this.app);
      throw new Error(`not yet: ${JSON.stringify(found)}`);
    });
  }
}

/** Makes every dispatcher read the whole queue. */
export async function notify(app: TestApp): Promise<void> {
  await sql`SELECT pg_notify('deliveries_due', '')`.execute(app.db.read);
}

/**
 * Publishes an event and waits for its arrival: by then the dispatcher has read everything that it could send before.
 */
export async function sentinel(app: TestApp, receiver: Receiver): Promise<void> {
  const other = await WebhookClient.of(app);
  const path = `/sentinel/${other.org.id}`;
  await other.create(receiver.url(path));
  for (const wanted of [1, 2]) {
    await notify(app);
    await other.publish('sentinel.only');
    await receiver.waitFor(wanted, { path });
  }
}

/**
 * Expects the next attempt at `atLeast` to `atMost` ms after the end of the last one, however slow this machine is.
 */
export function expectNextIn(delivery: LoggedDelivery, atLeast: number, atMost: number): void {
  const last = delivery.attempts.at(-1)!;
  const seenAfter = Date.now() - Date.parse(last.at);
  const wait = Date.parse(delivery.nextAttemptAt!) - Date.parse(last.at);
  expect(wait).toBeGreaterThanOrEqual(atLeast);
  expect(wait).toBeLessThanOrEqual(atMost + seenAfter);
}

/** Returns rows as PostgreSQL returns them. */
// eslint-disable-next-line typescript/no-explicit-any
export async function rowsOf(app: TestApp, query: ReturnType<typeof sql>): Promise<any[]> {
  return (await query.execute(app.db.read)).rows as never;
}

export function expect400(answer: Answer, path: string): void {
  expect([answer.status, answer.body.error?.code], answer.text.slice(0, 300)).toEqual([
    400,
    'BAD_REQUEST',
  ]);
  expect(answer.body.error.details.map((detail: { path: string }) => detail.path)).toContain(path);
}

export const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
