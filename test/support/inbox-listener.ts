/** A client of the inbox stream that knows only its events, read by undici's EventSource. */
import { Agent, EventSource, type MessageEvent } from 'undici';
import { expect } from 'vitest';
import type { TestApp } from './app.ts';
import { queryOf, type ThreadClient, type Who } from './thread-client.ts';
import { within } from './within.ts';

type Item = { thread: { id: string; status: string }; unreadCount: number };

/** Adds the key to requests, which an EventSource cannot do. */
function agentWith(key: string) {
  return new Agent().compose(
    (dispatch) => (options, handler) =>
      dispatch({ ...options, headers: withKey(options.headers, key) }, handler),
  );
}

function withKey(headers: unknown, key: string): string[] {
  const list = Array.isArray(headers) ? headers : Object.entries(headers ?? {}).flat();
  return [...(list as string[]), 'x-api-key', key];
}

export function streamPath(who: Who, more = ''): string {
  return `/api/v1/threads/inbox/stream?${queryOf(who)}${more}`;
}

export class InboxListener {
  readonly #key: string;
  readonly #who: Who;
  #source: EventSource | undefined;
  #agent: ReturnType<typeof agentWith> | undefined;
  items = new Map<string, Item>();
  unread: number | undefined;
  lastEventId = '';
  /** The names of events in the order of arrival. */
  readonly names: string[] = [];

  constructor(key: string, who: Who) {
    this.#key = key;
    this.#who = who;
  }

  /** Resumes after the last event, at any process. */
  connect(app: TestApp): this {
    this.disconnect();
    const more = this.lastEventId === '' ? '' : `&lastEventId=${this.lastEventId}`;
    this.#agent = agentWith(this.#key);
    const source = new EventSource(app.url + streamPath(this.#who, more), {
      node: { dispatcher: this.#agent },
    });
    this.#source = source;
    const on = (name: string, apply: (data: never) => void) =>
      source.addEventListener(name, (event) => {
        if (source !== this.#source) return;
        const { data, lastEventId } = event as unknown as MessageEvent<string>;
        apply(JSON.parse(data) as never);
        this.lastEventId = lastEventId;
        this.names.push(name);
      });
    on('unread', ({ count }: { count: number }) => (this.unread = count));
    on('item', (item: Item) => this.items.set(item.thread.id, item));
    on('reset', () => this.items.clear());
    on('removed', ({ threadId }: { threadId: string }) => this.items.delete(threadId));
    return this;
  }

  /** False once the stream has ended permanently. */
  get isOpen(): boolean {
    return this.#source !== undefined && this.#source.readyState !== EventSource.CLOSED;
  }

  disconnect(): void {
    this.#source?.close();
    this.#source = undefined;
    void this.#agent?.destroy();
  }

  /** Waits for the first event. */
  async connected(app: TestApp): Promise<this> {
    this.unread = undefined;
    this.connect(app);
    await expect
      .poll(() => this.unread, { interval: 5, timeout: within(5000) })
      .toBeTypeOf('number');
    return this;
  }

  /** Waits until its state equals the inbox and the unread count. */
  async agrees(client: ThreadClient): Promise<void> {
    const { items } = await client.inbox(this.#who, '&limit=50');
    const sorted = (list: Iterable<unknown>) =>
      (list as Item[]).toSorted((a, b) => (a.thread.id < b.thread.id ? -1 : 1));
    const expected = { unread: await client.unread(this.#who), items: sorted(items) };
    await expect
      .poll(() => ({ unread: this.unread, items: sorted([...this.items.values()]) }), {
        interval: 10,
        timeout: within(5000),
      })
      .toEqual(expected);
  }
}
