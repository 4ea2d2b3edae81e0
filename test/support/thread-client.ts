/** Requests to an organization's API for tests of threads. */
import { expect } from 'vitest';
import { findMismatches } from '../../src/modules/threads/index.ts';
import type { Answer, CallOptions, TestApp, TestOrg } from './app.ts';

type Data = Record<string, unknown>;
/** A participant as `role:externalId`. */
export type Who = string;

export function keyOf(who: Who) {
  const [role = '', externalId = ''] = who.split(':');
  return { externalId, role };
}
function sender(who: Who) {
  const { externalId, role } = keyOf(who);
  return { participantExternalId: externalId, participantRole: role };
}
export function queryOf(who: Who): string {
  return new URLSearchParams(keyOf(who)).toString();
}

export type SentMessage = { id: string; sequence: number; createdAt: string };
export type Inbox = {
  items: {
    thread: { id: string; status: string; messageCount: number; subject: string | null };
    channel: Data;
    unreadCount: number;
    lastMessage: { id: string; content: string; type: string; createdAt: string } | null;
  }[];
  total: number;
  page: number;
  limit: number;
};

/** One organization with a channel `support`, over any of several processes on one database. */
export class ThreadClient {
  readonly apps: TestApp[];
  readonly org: TestOrg;
  #calls = 0;

  constructor(apps: TestApp[], org: TestOrg) {
    this.apps = apps;
    this.org = org;
  }

  static async of(...apps: TestApp[]): Promise<ThreadClient> {
    const client = new ThreadClient(apps, await apps[0]!.org());
    const body = { slug: 'support', displayName: 'Support', entityType: 'order' };
    await client.ask(201, 'POST', '/channels', { body });
    return client;
  }

  /** Sends a request to one of the processes, in turn. @param path below /api/v1 */
  call(method: string, path: string, options: CallOptions = {}): Promise<Answer> {
    const app = this.apps[this.#calls++ % this.apps.length]!;
    return app.call(method, `/api/v1${path}`, { key: this.org.key, ...options });
  }

  /** Returns the data of an answer that must have this status. */
  // eslint-disable-next-line typescript/no-explicit-any
  async ask(status: number, method: string, path: string, options?: CallOptions): Promise<any> {
    const answer = await this.call(method, path, options);
    expect(answer.status, `${method} ${path}: ${answer.text}`).toBe(status);
    return answer.body.data;
  }

  /** @returns the id of a thread with these participants */
  async thread(participants: Who[], fields: Data = {}): Promise<string> {
    const body = { channel: 'support', entityId: 'order-1', subject: 'Parcel' };
    const all = { ...body, participants: participants.map(keyOf), ...fields };
    return (await this.ask(201, 'POST', '/threads', { body: all })).id;
  }

  sending(thread: string, who: Who, content = 'Hello', options: CallOptions = {}): Promise<Answer> {
    const body = { ...sender(who), content };
    return this.call('POST', `/threads/${thread}/messages`, { body, ...options });
  }

  async send(thread: string, who: Who, content?: string): Promise<SentMessage> {
    const answer = await this.sending(thread, who, content);
    expect(answer.status, answer.text).toBe(201);
    return answer.body.data;
  }

  reading(thread: string, who: Who, messageId?: string): Promise<Answer> {
    const body = { ...sender(who), ...(messageId !== undefined && { messageId }) };
    return this.call('POST', `/threads/${thread}/read`, { body });
  }

  async read(thread: string, who: Who, messageId?: string) {
    const answer = await this.reading(thread, who, messageId);
    expect(answer.status, answer.text).toBe(200);
    return answer.body.data;
  }

  inbox(who: Who, query = ''): Promise<Inbox> {
    return this.ask(200, 'GET', `/threads/inbox?${queryOf(who)}${query}`);
  }

  async unread(who: Who): Promise<number> {
    return (await this.ask(200, 'GET', `/threads/inbox/unread-count?${queryOf(who)}`)).count;
  }

  /** Returns the unread count of a thread in a participant's inbox; undefined if the thread is not in it. */
  async unreadIn(thread: string, who: Who): Promise<number | undefined> {
    const { items } = await this.inbox(who, '&limit=50');
    return items.find((item) => item.thread.id === thread)?.unreadCount;
  }

  setStatus(thread: string, status: string): Promise<Answer> {
    return this.call('PATCH', `/threads/${thread}`, { body: { status } });
  }

  join(thread: string, who: Who): Promise<Answer> {
    return this.call('POST', `/threads/${thread}/participants`, { body: keyOf(who) });
  }

  leave(thread: string, who: Who): Promise<Answer> {
    return this.call('DELETE', `/threads/${thread}/participants?${queryOf(who)}`);
  }

  erase(thread: string, messageId: string): Promise<Answer> {
    return this.call('DELETE', `/threads/${thread}/messages/${messageId}`);
  }

  /** Expects all stored counts to agree with messages and read cursors. */
  async expectNoMismatch(): Promise<void> {
    const { read } = await this.apps[0]!.dbOf(this.org.id);
    expect(await findMismatches(read, this.org.id)).toEqual([]);
  }
}
